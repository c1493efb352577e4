public import ByteCoding
import CFFmpeg
public import MediaCore

/// A movie of any kind that FFmpeg's libavformat reads: what it says of itself.
///
/// A value: packets, pictures and sound are read from its source anew each time, by ``forEachPacket(of:progress:_:)``,
/// ``PictureReader`` and ``SoundReader``, which any number of threads may do at once. A movie that names other files,
/// as a playlist does, gets none of them.
///
/// Stands for `AVFormatContext` after `avformat_find_stream_info`.
public struct ForeignMovie: Sendable {
  /// The source from which FFmpeg reads the movie.
  public let source: any ByteSource
  /// FFmpeg's short names of the format, such as `matroska,webm`.
  public let formatName: String
  /// The streams, by index.
  public let streams: [ForeignStream]
  /// The duration of the movie; `nil` if the file does not give it.
  public let duration: MediaTime?
  /// The time at which the movie begins on its own timeline, 0 for most; `nil` if the file does not give it.
  public let startTime: MediaTime?
  /// The container's metadata of the movie, by FFmpeg's names: `creation_time`, `com.apple.quicktime.make`,
  /// `com.android.version`, `location`, `title` and so on.
  public let metadata: [String: String]

  /// Opens a movie and looks far enough into it to know its streams: at most some megabytes.
  /// - Throws: `CodingError` with `.malformed` when this is no movie, `.missingLibrary`, or `.truncated` when the
  ///   source fails; `CancellationError` when the task was cancelled.
  public init(source: any ByteSource) throws {
    let demuxer = try Demuxer(source)
    let context = demuxer.context
    self.source = source
    formatName = context.pointee.iformat.map { String(cString: $0.pointee.name) } ?? ""
    metadata = demuxer.ffmpeg.dictionary(context.pointee.metadata)
    duration = Self.time(context.pointee.duration)
    startTime = Self.time(context.pointee.start_time)
    streams = try StreamSurvey(demuxer: demuxer).streams()
  }

  private static func time(_ microseconds: Int64) -> MediaTime? {
    microseconds == .min ? nil : MediaTime(value: microseconds, timescale: 1_000_000)
  }

  /// The stream of pictures that a player would show: no cover, no thumbnail, and one of a single picture last.
  public var mainVideo: ForeignStream? {
    // Beside a stream of pictures, a single one is a cover that does not say so.
    func rank(_ stream: ForeignStream) -> (Int, Int, Int, Int) {
      let size = (stream.video?.width ?? 0) * (stream.video?.height ?? 0)
      return (stream.packetCount == 1 ? 0 : 1, stream.isDefault ? 1 : 0, size, -stream.index)
    }
    return streams.filter {
      $0.kind == .video && !$0.isAttachedPicture && $0.isDecodable && ($0.video?.width ?? 0) > 0
    }.max { rank($0) < rank($1) }
  }

  /// The stream of sound that a player would play.
  public var mainAudio: ForeignStream? {
    func rank(_ stream: ForeignStream) -> (Int, Int, Int) {
      (stream.isDefault ? 1 : 0, stream.audio?.channelCount ?? 0, -stream.index)
    }
    return streams.filter { $0.kind == .audio && $0.isDecodable && ($0.audio?.channelCount ?? 0) > 0 }
      .max { rank($0) < rank($1) }
  }
}

extension FFmpeg {
  func dictionary(_ dictionary: OpaquePointer?) -> [String: String] {
    var entries: [String: String] = [:]
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while true {
      entry = calls.av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX)
      guard let key = entry?.pointee.key, let value = entry?.pointee.value else { return entries }
      entries[String(cString: key)] = String(cString: value)
    }
  }
}
