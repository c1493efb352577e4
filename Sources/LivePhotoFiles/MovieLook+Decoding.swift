import ByteCoding
import ForeignMedia
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding
import VideoCoding

extension MovieLook {
  /// Decodes every picture of a movie's video track once, small; memory stays that of a few pictures.
  ///
  /// `checkpoint` hears the fraction that is done, and may throw to stop.
  /// - Throws: `CodingError` when not one picture decodes; what `checkpoint` throws.
  init(of movie: MovieFile, source: any ByteSource, checkpoint: (Double) throws -> Void) throws {
    let foreign = try ForeignMovie(source: source)
    let stream = foreign.mainVideo
    let reader = try PictureReader(
      foreign, options: PictureReader.Options(size: stream?.video.flatMap(Self.smallSize)))
    let orientation = movie.videoTrack?.orientation ?? .up
    frames = []
    while let picture = try reader.next() {
      frames.append(
        Frame(time: picture.time, grid: LumaGrid(picture.picture, orientation: orientation.exifOrientation)))
      try checkpoint(reader.fraction)
    }
    brokenPictures = reader.damagedCount + reader.patched.count
    complaint = reader.patched.first
    self.foreign = Self.view(of: foreign, pictures: frames.count)
    for other in foreign.streams where other.kind == .video && other.isDecodable && other.index != stream?.index {
      try decode(other, of: foreign) { try checkpoint(reader.fraction) }
    }
  }

  /// Decodes the pictures of another video track, such as a Pixel's of its large pictures, and counts what is broken.
  private mutating func decode(_ stream: ForeignStream, of movie: ForeignMovie, checkpoint: () throws -> Void) throws {
    let size = stream.video.flatMap(Self.smallSize)
    let reader = try PictureReader(movie, stream: stream.index, options: PictureReader.Options(size: size))
    do {
      while try reader.next() != nil { try checkpoint() }
    } catch let error as CodingError where error.code == .malformed {
      // Not one picture decodes: all of them are counted.
    }
    let (count, first) = reader.patched
    brokenPictures += reader.damagedCount + count
    if complaint == nil, reader.damagedCount + count > 0 {
      complaint = "in the video of stream \(stream.index)" + (first.map { ": \($0)" } ?? "")
    }
  }

  /// The look, and whether all sound decodes.
  /// - Throws: `CodingError` when the file cannot be read; `CancellationError`.
  func hearing(_ file: MovieFile, _ source: any ByteSource) throws -> MovieLook {
    var result = self
    let movie = try ForeignMovie(source: source)
    let streams = movie.streams.filter { $0.kind == .audio }
    let tracks = file.tracks.filter { $0.handler == "soun" }
    for (index, stream) in streams.enumerated() {
      guard stream.isDecodable else {
        result.unheardSounds.append(stream.codec.description)
        continue
      }
      let reader = try SoundReader(movie, stream: stream.index)
      // Other readers may leave tracks out; then nobody knows which is which.
      let track = streams.count == tracks.count ? tracks[index] : nil
      let isPlain = (track?.sampleEntry as? SoundSampleEntry)?.isPlain ?? false
      var frames = 0
      var silence = SilentStretch()
      var noise = NoiseBurst(channelCount: reader.format.channelCount)
      do {
        while let chunk = try reader.next() {
          try Task.checkCancellation()
          guard !chunk.isFiller else {
            silence.skip(chunk.frameCount)
            noise.skip(chunk.frameCount)
            continue
          }
          frames += chunk.frameCount
          chunk.storage.withBytes {
            silence.add($0, channelCount: reader.format.channelCount)
            if isPlain { noise.add($0) }
          }
        }
      } catch let error as CodingError where error.code == .malformed {
        // Not one packet decodes: all of them are counted.
      }
      result.brokenSounds += reader.damagedCount
      guard reader.damagedCount == 0, let track else { continue }
      if let silent = silence.ended(sampleRate: reader.format.sampleRate) {
        result.silentSound =
          "the sound of track \(track.id) is silent to its last bit from "
          + "\(FileReport.seconds(silent.lowerBound)) to \(FileReport.seconds(silent.upperBound)): it was lost, or switched off"
      }
      if let burst = noise.frames.first {
        let time = FileReport.seconds(Double(burst) / Double(reader.format.sampleRate))
        result.noisySound =
          "the sound of track \(track.id) is noise at full scale from \(time) on, and sudden: its bytes were changed"
      }
      let heard = Double(frames) / Double(reader.format.sampleRate)
      let shown = TrackClock(track, movieScale: file.timescale).shown
      if shown > 0.5, heard < shown / 2, !file.isFragmented {
        result.shortSound =
          "\(FileReport.seconds(heard)) of sound decode, and track \(track.id) has \(FileReport.seconds(shown))"
      }
    }
    return result
  }

  static func view(of movie: ForeignMovie, pictures: Int) -> ForeignView? {
    movie.mainVideo.map { stream in
      (
        movie.duration?.seconds ?? 0, stream.packetCount ?? pictures, stream.codec.description,
        movie.metadata[MovieKey.contentIdentifier]
      )
    }
  }

  /// Four samples a cell of the grid are plenty.
  static func smallSize(of video: ForeignVideo) -> (width: Int, height: Int)? {
    let side = 4 * LumaGrid.side
    let longer = max(video.width, video.height)
    guard longer > side, min(video.width, video.height) > 0 else { return nil }
    func scaled(_ length: Int) -> Int { max(2, (length * side / longer + 1) & ~1) }
    return (scaled(video.width), scaled(video.height))
  }
}
