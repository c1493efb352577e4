import ByteCoding
import CaptureDevices
public import FileStorage
import Glibc
public import MediaCore
import Simulator
import VideoCoding

/// A fixture that was made by ``FixtureRecorder``, complete or cut.
///
/// A complete bundle is read by its manifest and its movie's tables; one whose recorder did not come to its end, by its
/// journal: then ``isCut`` holds. The bytes may be anything: what cannot be a fixture is refused, and nothing is
/// believed before it is checked.
public struct FixtureReader: Sendable {
  /// The path of the fixture's bundle.
  public let path: String
  /// The description of the fixture, without its payloads.
  public let manifest: FixtureManifest
  /// A Boolean value that indicates whether the fixture was cut: it ends where its recorder did not come any further.
  public var isCut: Bool { manifest.isCut }

  let footage: FixtureFootage

  /// The most bytes that a manifest or a journal may have.
  private static let manifestLimit = 64 << 20

  /// Reads a bundle, but not its payloads; the files are opened by `files`.
  /// - Throws: ``FixtureError`` with `.missing`, `.unreadable`, `.damaged` or `.unsupported`.
  public init(path: String, files: any FileSource = DiskFiles()) throws(FixtureError) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
    try Self.checkIsBundle(path, files)
    var footage = try FixtureFootage(path + "/" + FixtureBundle.footage, of: files)
    var manifest: FixtureManifest
    let file = path + "/" + FixtureBundle.manifest
    if files.exists(file) {
      manifest = try FixtureManifest(document: Self.text(file, files), file: file)
      try footage.useTables()
    } else {
      let journal = path + "/" + FixtureBundle.journal
      manifest = try FixtureJournal.read(Self.text(journal, files), file: journal, footage: &footage)
    }
    manifest.end()
    try footage.divide(by: manifest)
    self.manifest = manifest
    self.footage = footage
  }

  /// Returns the bytes of a frame, by its place among ``FixtureManifest/frames``.
  /// - Throws: ``FixtureError`` when the file has changed or cannot be read.
  public func payload(ofFrame index: Int) throws(FixtureError) -> [UInt8] {
    try payload(index, of: footage.video)
  }

  /// Returns the bytes of a chunk of sound, by its place among ``FixtureManifest/chunks``.
  /// - Throws: ``FixtureError`` when the file has changed or cannot be read.
  public func payload(ofChunk index: Int) throws(FixtureError) -> [UInt8] {
    try payload(index, of: footage.audio)
  }

  /// Reads every payload, and compares it with its checksum and with the mode's size.
  /// - Throws: ``FixtureError`` with `.damaged`, naming the frames or chunks, or `.unreadable`.
  public func verify() throws(FixtureError) {
    try verify(manifest.video?.track.checks ?? [], of: footage.video, "frame") { misfit(of: $1, frame: $0) }
    try verify(manifest.audio?.track.checks ?? [], of: footage.audio, "chunk of sound") { _, _ in nil }
  }

  /// Returns an error when a JPEG is not as large as the mode says. Some cameras fill up to whole blocks of 16 pixels.
  private func misfit(of bytes: UnsafeRawBufferPointer, frame: Int) -> FixtureError? {
    guard let format = manifest.video?.mode.format, format.pixelFormat.isCompressed,
      let header = try? JPEGHeader(reading: bytes),  // one that cannot be read is what the camera gave
      !(format.width..<format.width + 16).contains(header.width)
        || !(format.height..<format.height + 16).contains(header.height)
    else { return nil }
    return FixtureError(
      .damaged, context: path + "/" + (isCut ? FixtureBundle.journal : FixtureBundle.manifest),
      message: "'mode' says \(format.width)x\(format.height), and frame \(frame) is a JPEG of "
        + "\(header.width)x\(header.height). The fixture is damaged: record it again, or restore it from a copy.")
  }

  private func verify(
    _ checks: [FixtureCheck], of extents: FixtureFootage.Extents, _ what: String,
    _ fault: (_ index: Int, _ bytes: UnsafeRawBufferPointer) -> FixtureError?
  ) throws(FixtureError) {
    let buffer = LentMemory(byteCount: extents.longest)
    for check in checks {
      var hashes: [UInt64] = []
      var misfit: FixtureError?
      for index in check.first..<check.first + check.count {
        let range = extents[payload: index]
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[..<range.count])
        try footage.read(range, of: extents, into: part)
        misfit = misfit ?? fault(index, UnsafeRawBufferPointer(part))
        hashes.append(FixtureHash.of(UnsafeRawBufferPointer(part)))
      }
      guard FixtureHash.of(hashes) == check.hash else {
        let last = check.first + check.count - 1
        throw FixtureError(
          .damaged, context: footage.bytes.name,
          message: "The bytes of \(what) \(check.first)\(last > check.first ? " to \(last)" : "") are not those that "
            + "were recorded. Record the fixture again, or restore it from a copy.")
      }
      if let misfit { throw misfit }
    }
  }

  private func payload(_ index: Int, of extents: FixtureFootage.Extents) throws(FixtureError) -> [UInt8] {
    let range = extents[payload: index]
    var bytes = [UInt8](repeating: 0, count: range.count)
    var room = bytes.mutableSpan
    try room.withUnsafeMutableBytes { (part) throws(FixtureError) in
      try footage.read(range, of: extents, into: part)
    }
    return bytes
  }

  private static func checkIsBundle(_ path: String, _ files: any FileSource) throws(FixtureError) {
    let kind: PathKind
    do { kind = try files.kind(of: path) } catch {
      let isMissing = error.code == .notFound
      throw FixtureError(
        isMissing ? .missing : .unreadable, context: path, status: error.errno.map(Int.init),
        message: isMissing
          ? "There is no such fixture. Check the name." : "The fixture cannot be read. Check its permissions.",
        underlying: error)
    }
    guard kind == .folder else {
      throw FixtureError(
        .damaged, context: path,
        message: "This is no fixture: a fixture is a folder. Name one that `livecam record` has made.")
    }
  }

  static func unreadable(_ error: FileStoreError) -> FixtureError {
    FixtureError(
      error.code == .notFound ? .missing : .unreadable, context: error.path, status: error.errno.map(Int.init),
      message: error.code == .notFound
        ? "This file of the fixture is missing. Record the fixture again, or restore it from a copy."
        : "\(error.message).", underlying: error)
  }

  private static func text(_ file: String, _ files: any FileSource) throws(FixtureError) -> [UInt8] {
    let bytes: FileBytes
    do { bytes = try files.open(file) } catch { throw unreadable(error) }
    guard bytes.count <= manifestLimit else {
      throw FixtureError(
        .unsupported, context: file,
        message: "It has \(bytes.count) bytes; up to \(manifestLimit) are read. Record less at a time.")
    }
    do {
      return try bytes.allBytes()
    } catch {
      throw FixtureError(.unreadable, context: file, message: "The file cannot be read.", underlying: error)
    }
  }
}

extension FixtureManifest {
  /// Gives an end to a stream that has none: at the last that was told.
  fileprivate mutating func end() {
    let end = FixtureEnd(arrivalNanoseconds: durationNanoseconds, failure: nil)
    if video?.track.events.last?.end == nil { video?.track.events.append(.end(end)) }
    if audio?.track.events.last?.end == nil { audio?.track.events.append(.end(end)) }
  }
}
