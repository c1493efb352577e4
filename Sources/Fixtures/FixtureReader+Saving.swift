public import FileStorage
public import MediaCore

extension FixtureReader {
  /// Tells whether there is a bundle at `path`, complete or cut: a folder with a fixture's files. It may be damaged.
  public static func isBundle(_ path: String, of files: any FileSource = DiskFiles()) -> Bool {
    files.exists(path + "/" + FixtureBundle.footage)
      && [FixtureBundle.manifest, FixtureBundle.journal].contains { files.exists(path + "/" + $0) }
  }

  /// Writes the fixture as a new bundle, complete, with a movie that other programs play: one that was cut ends where
  /// it was cut. Payloads are compared with their checksums first; memory stays small. This bundle stays as it is.
  /// - Throws: ``FixtureError`` with `.damaged` or `.unreadable` for this bundle, `.exists`, `.unwritable` or
  ///   `.diskFull` for the new one, of which nothing is left then; `.nothingRecorded` if it was cut before anything
  ///   came.
  @discardableResult
  public func save(as path: String) throws(FixtureError) -> FixtureSummary {
    try verify()
    var bare = manifest
    bare.deviceEvents = []
    bare.video?.track = FixtureTrack()
    bare.audio?.track = FixtureTrack()
    let writer = try FixtureWriter(path, manifest: bare)
    do throws(FixtureError) {
      try write(to: writer)
      return try writer.finish()
    } catch {
      writer.discard()
      throw error
    }
  }

  /// Adds all events, in the order in which they came; of those of one time, what the devices did first, then sound.
  private func write(to writer: FixtureWriter) throws(FixtureError) {
    let notes: [(arrival: Int64, note: FixtureNote)] =
      manifest.deviceEvents.map { ($0.arrivalNanoseconds, .device($0)) }
      + (manifest.audio?.track.events ?? []).map { ($0.arrivalNanoseconds, .microphone($0)) }
      + (manifest.video?.track.events ?? []).map { ($0.arrivalNanoseconds, .camera($0)) }
    let ordered = notes.enumerated().sorted { ($0.element.arrival, $0.offset) < ($1.element.arrival, $1.offset) }
    var (frame, chunk) = (0, 0)
    for (_, (_, note)) in ordered {
      var payload: FrameStorage?
      switch note {
      case .camera(.sample):
        let bytes = try self.payload(ofFrame: frame)
        payload = FrameStorage(copying: bytes.span.bytes)
        frame += 1
      case .microphone(.sample):
        let bytes = try self.payload(ofChunk: chunk)
        payload = FrameStorage(copying: bytes.span.bytes)
        chunk += 1
      default: break
      }
      try writer.add(note, payload: payload)
    }
  }
}
