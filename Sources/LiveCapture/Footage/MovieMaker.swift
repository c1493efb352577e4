import ByteCoding
import Diagnostics
import FileStorage
import MediaCore
import MovieCoding

struct MovieMaker: Sendable {
  let configuration: SessionConfiguration
  let resolved: ResolvedPhotoSettings
  let identifier: PairIdentifier
  let orientation: Orientation
  let window: TimeRange
  let frameInterval: MediaTime
  let still: MediaTime
  /// The first frame behind the window.
  let nextFrame: (time: MediaTime, sequence: UInt64)?
  let model: String
  let wallClock: any WallClock
  let files: any FileStore
  /// The movie's metadata beyond the items that every movie has.
  let metadata: [LivePhotoMetadataItem]
  let timer: CaptureTimer?

  /// Returns the range that the movie really shows: from its first frame to the end of its last.
  ///
  /// The last frame is shown until the next one, but not beyond the window, or one interval if that is longer.
  func visibleRange(of cut: VideoFootage.Cut) -> TimeRange {
    if let end = cut.trimmedEnd { return TimeRange(start: cut.visibleFrom, end: end) }
    let last = cut.samples.last?.time ?? cut.visibleFrom
    let latest = max(window.end, last + frameInterval)
    return TimeRange(start: cut.visibleFrom, end: min(nextFrame?.time ?? latest, latest))
  }

  func make(_ video: VideoFootage.Cut, _ audio: AudioFootage.Cut?) -> Result<CapturedMovie, CaptureError> {
    let path = resolved.livePhotoMoviePath
    let visible = visibleRange(of: video)
    let writer: MovieWriter
    var bytes: [UInt8]?
    do {
      writer = try (timer?.recorder).measure(.mux) { () throws(MovieError) in
        try MovieWriter(movie(video, audio, showing: visible))
      }
      if let path {
        try (timer?.recorder).measure(.write) { try files.create(path) { write in try writer.rope.write(write) } }
      } else {
        bytes = try writer.rope.contents()
      }
    } catch {
      return .failure(CaptureError(movie: path ?? "movie", error))
    }
    timer?.update { timings in
      timings.preRoll = .init(asked: configuration.preRoll, obtained: resolved.shutterTime - visible.start)
      timings.postRoll = .init(asked: configuration.postRoll, obtained: visible.end - resolved.shutterTime)
    }
    return .success(
      CapturedMovie(
        path: path ?? "", duration: writer.duration, photoDisplayTime: writer.stillTime,
        frameCount: video.visibleCount, droppedFrameCount: video.missingCount + missingAtEnd(of: video),
        hasAudio: audio != nil, audioFiller: audio?.filler ?? .zero, byteCount: writer.rope.count,
        audioEncoder: audio?.encoder, bytes: bytes))
  }

  /// Frames that the camera numbered behind the last one, and that the window would have shown.
  private func missingAtEnd(of cut: VideoFootage.Cut) -> Int {
    guard let nextFrame, cut.trimmedEnd == nil, let last = cut.samples.last?.time else { return 0 }
    let lost = FrameGap.missing(from: (last, cut.lastSequence), to: nextFrame)
    let places = ((window.end - last).seconds / frameInterval.seconds).rounded(.up) - 1
    return Int(min(Double(lost), max(0, places)))
  }

  private func movie(
    _ video: VideoFootage.Cut, _ audio: AudioFootage.Cut?, showing visible: TimeRange
  ) -> LivePhotoMovie {
    let last = video.samples.last?.time ?? visible.start
    var movie = LivePhotoMovie(
      video: MovieVideoTrack(
        samples: video.samples,
        pictures: PictureDescription(
          codec: video.format.codec, configuration: video.format.decoderConfiguration, width: video.format.width,
          height: video.format.height, orientation: orientation),
        nominalInterval: visible.end - last),
      audio: audio?.track, identifier: identifier, window: visible,
      // A still whose frame could not be decoded is not among the pictures, and may lie outside them.
      stillTime: visible.clamp(still), creationDate: wallClock.date(at: visible.start), make: configuration.make,
      model: model.isEmpty ? nil : model, software: configuration.software)
    movie.moreMetadata = metadata.map { ($0.key, $0.value) }
    return movie
  }
}
