import FileStorage
import Glibc
import MediaCore

/// Writes a bundle: payloads and a journal as they come, the manifest at the end. For one thread at a time.
///
/// A journal line is written after its payload, so that every line that is there speaks of bytes that are there.
final class FixtureWriter {
  private let path: String
  private let footage: FixtureFile
  private let journal: FixtureFile
  private var manifest: FixtureManifest
  private var videoHashes: [UInt64] = []
  private var audioHashes: [UInt64] = []
  private var videoOffsets: [UInt64] = []
  private var audioOffsets: [UInt64] = []

  /// The bytes of payloads so far.
  var payloadBytes: Int { footage.count - FixtureMovie.payloadStart }

  /// Which instant frames' times mark, as the manifest will have it; the journal has what was known at the beginning.
  var timestampInstant: TimestampInstant? {
    get { manifest.video?.timestampInstant }
    set { if let newValue { manifest.video?.timestampInstant = newValue } }
  }

  /// Makes the bundle at `path` for the devices and settings of `manifest`, which has no events.
  init(_ path: String, manifest: FixtureManifest) throws(FixtureError) {
    self.path = path
    self.manifest = manifest
    try FixtureBundle.make(path)
    footage = try FixtureFile(path + "/" + FixtureBundle.footage)
    try footage.append(FixtureMovie.beginning)
    journal = try FixtureFile(path + "/" + FixtureBundle.journal)
    try note(
      .members(
        [
          ("format", .text(FixtureManifest.journalFormat)), ("version", .integer(Int64(FixtureManifest.version))),
          ("payloads", .integer(Int64(FixtureMovie.payloadStart))),
        ] + manifest.descriptions(withEvents: false)))
  }

  func add(_ event: FixtureVideoEvent, payload: FrameStorage? = nil) throws(FixtureError) {
    let block: FixtureJSON
    switch event {
    case .frame(let frame):
      let (offset, hash) = try append(payload)
      videoOffsets.append(offset)
      videoHashes.append(hash)
      block = FixtureBlocks.block([frame], hash: FixtureHash.of(CollectionOfOne(hash)))
    case .skip(let count, let reason, let arrival): block = FixtureBlocks.skip(count, reason, arrival)
    case .start(let start): block = FixtureBlocks.block(start)
    case .end(let end): block = FixtureBlocks.block(end)
    }
    manifest.video?.events.append(event)
    try note(.members([("video", block)]))
  }

  func add(_ event: FixtureAudioEvent, payload: FrameStorage? = nil) throws(FixtureError) {
    let block: FixtureJSON
    switch event {
    case .chunk(let chunk):
      let (offset, hash) = try append(payload)
      audioOffsets.append(offset)
      audioHashes.append(hash)
      block = FixtureBlocks.block([chunk], hash: FixtureHash.of(CollectionOfOne(hash)))
    case .loss(let frames, let arrival): block = FixtureBlocks.loss(frames, arrival)
    case .start(let start): block = FixtureBlocks.block(start)
    case .end(let end): block = FixtureBlocks.block(end)
    }
    manifest.audio?.events.append(event)
    try note(.members([("audio", block)]))
  }

  func add(_ event: FixtureDeviceEvent) throws(FixtureError) {
    manifest.deviceEvents.append(event)
    try note(.members([("devices", FixtureBlocks.block(event))]))
  }

  /// Completes the movie, then writes the manifest, then removes the journal: at every instant one of the two forms
  /// can be read. A bundle to which neither a frame nor sound came is removed, and refused with `.nothingRecorded`.
  func finish() throws(FixtureError) -> FixtureManifest {
    guard !videoOffsets.isEmpty || !audioOffsets.isEmpty else {
      discard()
      throw FixtureError(
        .nothingRecorded, file: path,
        message: "No picture and no sound came: there is nothing to keep. Look whether the devices deliver anything.")
    }
    if let video = manifest.video {
      manifest.video?.checks = FixtureBlocks.checks(video.events, hashes: videoHashes)
    }
    if let audio = manifest.audio {
      manifest.audio?.checks = FixtureBlocks.checks(audio.events, hashes: audioHashes)
    }
    let movie = FixtureMovie(
      video: manifest.video.map {
        ($0.mode, manifest.frames, videoOffsets)
      },
      audio: manifest.audio.map { ($0.format, manifest.chunks, audioOffsets) },
      soundStreams: manifest.audio.map { audio in audio.streams.map(\.payloads) } ?? [])
    let payloadBytes = payloadBytes
    try footage.append(movie.description())
    let header = FixtureMovie.header(payloadBytes: payloadBytes)
    try footage.patch(header.bytes, at: header.offset)
    try footage.sync()
    let text = Array(manifest.document.utf8)
    do {
      try DiskFiles().create(path + "/" + FixtureBundle.manifest) { write in try text.withUnsafeBytes(write) }
    } catch let error as FileStoreError {
      throw FixtureError(error.path, "the manifest cannot be written", errno: error.errno)
    } catch {
      throw FixtureError(
        .unwritable, file: path + "/" + FixtureBundle.manifest, cause: error, message: "The manifest cannot be written."
      )
    }
    unlink(journal.path)
    return manifest
  }

  /// Removes the bundle, in which nothing of value is yet.
  func discard() {
    unlink(footage.path)
    unlink(journal.path)
    rmdir(path)
  }

  private func append(_ payload: FrameStorage?) throws(FixtureError) -> (offset: UInt64, hash: UInt64) {
    let offset = UInt64(footage.count)
    guard let payload else { return (offset, FixtureHash.of(UnsafeRawBufferPointer(start: nil, count: 0))) }
    let hash = try payload.withBytes { (bytes) throws(FixtureError) in
      try footage.append(bytes)
      return FixtureHash.of(bytes)
    }
    return (offset, hash)
  }

  private func note(_ line: FixtureJSON) throws(FixtureError) { try journal.append(Array((line.text + "\n").utf8)) }
}
