import FileStorage
import MediaCore

/// Writes a bundle: payloads and a journal as they come, the manifest at the end. For one thread at a time.
///
/// A journal line is written after its payload, so that every line that is there speaks of bytes that are there.
final class FixtureWriter {
  private let path: String
  private let files: any FileStore
  private let tree: any FileTree
  private let footage: FixtureFile
  private let journal: FixtureFile
  private var manifest: FixtureManifest
  private var (video, audio) = (Payloads(), Payloads())

  private struct Payloads {
    var hashes: [UInt64] = []
    var offsets: [UInt64] = []
  }

  /// The instant that frames' times mark, as the manifest will have it; the journal has what was known at the
  /// beginning.
  var timestampInstant: TimestampInstant? {
    get { manifest.video?.timestampInstant }
    set { if let newValue { manifest.video?.timestampInstant = newValue } }
  }

  /// Makes the bundle at `path` for the devices and settings of `manifest`, which has no events. The manifest is
  /// written by `files`, what is of no more use is removed by `tree`.
  init(
    _ path: String, manifest: FixtureManifest, files: any FileStore = DiskFiles(), tree: any FileTree = DiskFiles()
  ) throws(FixtureError) {
    (self.path, self.files, self.tree) = (path, files, tree)
    self.manifest = manifest
    try FixtureBundle.make(path)
    footage = try FixtureFile(path + "/" + FixtureBundle.footage)
    try footage.write(FixtureMovie.beginning)
    journal = try FixtureFile(path + "/" + FixtureBundle.journal)
    try note(manifest.journalHeader(payloads: FixtureMovie.payloadStart))
  }

  func add(_ note: FixtureNote, payload: FrameStorage? = nil) throws(FixtureError) {
    let line: (String, FixtureJSON)
    switch note {
    case .camera(let event):
      line = ("video", try append(event, payload, to: &video))
      manifest.video?.track.events.append(event)
    case .microphone(let event):
      line = ("audio", try append(event, payload, to: &audio))
      manifest.audio?.track.events.append(event)
    case .device(let event):
      line = ("devices", event.json)
      manifest.deviceEvents.append(event)
    }
    try self.note(.members([line]))
  }

  /// Completes the movie, then writes the manifest, then removes the journal: at every instant one of the two forms
  /// can be read. A bundle to which neither a frame nor sound came is removed, and refused with `.nothingRecorded`.
  func finish() throws(FixtureError) -> FixtureSummary {
    guard !video.offsets.isEmpty || !audio.offsets.isEmpty else {
      discard()
      throw FixtureError(
        .nothingRecorded, context: path,
        message: "No picture and no sound came: there is nothing to keep. Look whether the devices deliver anything.")
    }
    manifest.video?.track.check(video.hashes)
    manifest.audio?.track.check(audio.hashes)
    let movie = FixtureMovie(
      video: manifest.video.map { ($0.mode, manifest.frames, video.offsets) },
      audio: manifest.audio.map { ($0.format, manifest.chunks, audio.offsets) },
      soundStreams: manifest.audio?.track.streams.map(\.payloads) ?? [])
    let payloadBytes = footage.count - FixtureMovie.payloadStart
    try footage.write(movie.description())
    let header = FixtureMovie.header(payloadBytes: payloadBytes)
    try footage.write(header.bytes, at: header.offset)
    try footage.sync()
    do {
      try files.create(path + "/" + FixtureBundle.manifest, Array(manifest.document.utf8))
    } catch let error as FileStoreError {
      throw FixtureError("the manifest cannot be written", error)
    } catch {
      throw FixtureError(
        .unwritable, context: path + "/" + FixtureBundle.manifest, message: "The manifest cannot be written.",
        underlying: error
      )
    }
    try? tree.remove(journal.path)  // one that stays is not looked at beside a manifest
    return FixtureSummary(path: path, manifest: manifest, payloadBytes: payloadBytes)
  }

  /// Removes the bundle, in which nothing of value is yet.
  func discard() {
    // What cannot be removed stays; that the recording failed is told in any case.
    for file in [footage.path, journal.path] { try? tree.remove(file) }
    try? tree.removeFolder(path)
  }

  private func append<Sample: FixtureSample>(
    _ event: FixtureEvent<Sample>, _ payload: FrameStorage?, to payloads: inout Payloads
  ) throws(FixtureError) -> FixtureJSON {
    guard event.sample != nil else { return event.block() }
    payloads.offsets.append(UInt64(footage.count))
    let hash = try (payload ?? FrameStorage(capacity: 0)).withBytes {
      (bytes) throws(FixtureError) in
      try footage.write(bytes)
      return FixtureHash.of(bytes)
    }
    payloads.hashes.append(hash)
    return event.block(hash: FixtureHash.of(CollectionOfOne(hash)))
  }

  private func note(_ line: FixtureJSON) throws(FixtureError) { try journal.write(Array((line.text + "\n").utf8)) }
}
