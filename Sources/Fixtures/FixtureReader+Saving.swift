import FileStorage
import MediaCore

extension FixtureReader {
  /// Whether there is a bundle at `path`, complete or cut: a folder with a fixture's files. It may be damaged.
  public static func isBundle(_ path: String) -> Bool {
    let files = DiskFiles()
    return files.exists(path + "/" + FixtureBundle.footage)
      && [FixtureBundle.manifest, FixtureBundle.journal].contains { files.exists(path + "/" + $0) }
  }

  /// Writes the recording as a new bundle, complete, with a movie that other programs play: one that was cut ends where
  /// it was cut. Payloads are compared with their checksums first; memory stays small. This bundle stays as it is.
  /// - Throws: ``FixtureError`` with `.damaged` or `.unreadable` for this bundle, `.exists`, `.unwritable` or `.diskFull`
  ///   for the new one, of which nothing is left then; `.nothingRecorded` if it was cut before anything came.
  @discardableResult
  public func save(as path: String) throws(FixtureError) -> FixtureSummary {
    try verify()
    var bare = manifest
    bare.deviceEvents = []
    bare.video?.events = []
    bare.video?.checks = []
    bare.audio?.events = []
    bare.audio?.checks = []
    let writer = try FixtureWriter(path, manifest: bare)
    do throws(FixtureError) {
      try write(to: writer)
      let payloadBytes = writer.payloadBytes
      return FixtureSummary(path: path, manifest: try writer.finish(), payloadBytes: payloadBytes)
    } catch {
      writer.discard()
      throw error
    }
  }

  /// Adds all events, in the order in which they came.
  private func write(to writer: FixtureWriter) throws(FixtureError) {
    let (video, audio, devices) = (manifest.video?.events ?? [], manifest.audio?.events ?? [], manifest.deviceEvents)
    var (videoIndex, audioIndex, deviceIndex, frame, chunk) = (0, 0, 0, 0, 0)
    while true {
      let next = [
        videoIndex < video.count ? video[videoIndex].arrivalNanoseconds : .max,
        audioIndex < audio.count ? audio[audioIndex].arrivalNanoseconds : .max,
        deviceIndex < devices.count ? devices[deviceIndex].arrivalNanoseconds : .max,
      ]
      guard let first = next.min(), first < .max else { return }
      if next[2] == first {
        try writer.add(devices[deviceIndex])
        deviceIndex += 1
      } else if next[1] == first {
        var payload: FrameStorage?
        if case .chunk = audio[audioIndex] {
          payload = Self.storage(try self.payload(ofChunk: chunk))
          chunk += 1
        }
        try writer.add(audio[audioIndex], payload: payload)
        audioIndex += 1
      } else {
        var payload: FrameStorage?
        if case .frame = video[videoIndex] {
          payload = Self.storage(try self.payload(ofFrame: frame))
          frame += 1
        }
        try writer.add(video[videoIndex], payload: payload)
        videoIndex += 1
      }
    }
  }

  private static func storage(_ bytes: [UInt8]) -> FrameStorage {
    bytes.withUnsafeBytes { FrameStorage(copying: $0) }
  }
}
