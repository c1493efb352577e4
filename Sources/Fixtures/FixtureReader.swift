import ByteCoding
import CaptureDevices
import FileStorage
import Glibc
import MediaCore
import Simulator
import VideoCoding

/// A recording that was made by ``FixtureRecorder``, complete or cut.
///
/// A complete bundle is read by its manifest and its movie's tables; one whose recorder did not come to its end, by its
/// journal: then ``isCut`` holds. The bytes may be anything: what cannot be a recording is refused, and nothing is
/// believed before it is checked.
public struct FixtureReader: Sendable {
  /// The bundle.
  public let path: String
  /// Everything but the payloads.
  public let manifest: FixtureManifest
  /// Whether the recording was cut: it ends where its recorder did not come any further.
  public var isCut: Bool { manifest.isCut }

  let footage: FixtureFootage
  /// Where in their stream the payloads begin, and the end of the last.
  let frameStarts: [Int]
  let chunkStarts: [Int]

  /// What a manifest or a journal may have.
  private static let manifestLimit = 64 << 20

  /// Reads a bundle, but not its payloads.
  /// - Throws: ``FixtureError`` with `.missing`, `.unreadable`, `.damaged` or `.unsupported`.
  public init(path: String) throws(FixtureError) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
    try Self.checkIsBundle(path)
    var footage = try FixtureFootage(path + "/" + FixtureBundle.footage)
    var manifest: FixtureManifest
    let file = path + "/" + FixtureBundle.manifest
    if DiskFiles().exists(file) {
      manifest = try FixtureManifest(document: Self.text(file), file: file)
      try footage.useTables()
    } else {
      let journal = path + "/" + FixtureBundle.journal
      manifest = try FixtureJournal.read(Self.text(journal), file: journal, footage: &footage)
    }
    manifest.end()
    frameStarts = try Self.starts(manifest.frames.map(\.byteCount), in: footage.video, of: footage, "frames")
    let frameBytes = manifest.audio?.format.frameBytes ?? 1
    chunkStarts = try Self.starts(
      manifest.chunks.map { $0.frameCount * frameBytes }, in: footage.audio, of: footage, "sound")
    self.manifest = manifest
    self.footage = footage
  }

  /// The bytes of a frame, by its place among ``FixtureManifest/frames``.
  /// - Throws: ``FixtureError`` when the file has changed or cannot be read.
  public func payload(ofFrame index: Int) throws(FixtureError) -> [UInt8] {
    try payload(frameStarts[index]..<frameStarts[index + 1], of: footage.video)
  }

  /// The bytes of a chunk of sound, by its place among ``FixtureManifest/chunks``.
  /// - Throws: ``FixtureError`` when the file has changed or cannot be read.
  public func payload(ofChunk index: Int) throws(FixtureError) -> [UInt8] {
    try payload(chunkStarts[index]..<chunkStarts[index + 1], of: footage.audio)
  }

  /// Reads every payload, and compares it with its checksum and with the mode's size.
  /// - Throws: ``FixtureError`` with `.damaged`, naming the frames or chunks, or `.unreadable`.
  public func verify() throws(FixtureError) {
    try verify(manifest.video?.checks ?? [], starts: frameStarts, of: footage.video, "frame") { index, bytes in
      misfit(of: bytes, frame: index)
    }
    try verify(manifest.audio?.checks ?? [], starts: chunkStarts, of: footage.audio, "chunk of sound") { _, _ in nil }
  }

  /// What is wrong when a JPEG is not as large as the mode says. Some cameras fill up to whole blocks of 16 pixels; and a
  /// JPEG whose beginning cannot be read is what the camera gave.
  private func misfit(of bytes: UnsafeRawBufferPointer, frame: Int) -> FixtureError? {
    guard let format = manifest.video?.mode.format, format.pixelFormat.isCompressed,
      let header = try? JPEGHeader(reading: bytes),
      !(format.width..<format.width + 16).contains(header.width)
        || !(format.height..<format.height + 16).contains(header.height)
    else { return nil }
    return FixtureError(
      .damaged, file: path + "/" + (isCut ? FixtureBundle.journal : FixtureBundle.manifest),
      message: "'mode' says \(format.width)x\(format.height), and frame \(frame) is a JPEG of "
        + "\(header.width)x\(header.height). The fixture is damaged: record it again, or restore it from a copy.")
  }

  private func verify(
    _ checks: [FixtureCheck], starts: [Int], of extents: FixtureFootage.Extents, _ what: String,
    _ fault: (_ index: Int, _ bytes: UnsafeRawBufferPointer) -> FixtureError?
  ) throws(FixtureError) {
    let buffer = LentMemory(byteCount: Self.longest(starts))
    for check in checks {
      var hashes: [UInt64] = []
      var misfit: FixtureError?
      for index in check.first..<check.first + check.count {
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[..<(starts[index + 1] - starts[index])])
        try footage.read(starts[index]..<starts[index + 1], of: extents, into: part)
        misfit = misfit ?? fault(index, UnsafeRawBufferPointer(part))
        hashes.append(FixtureHash.of(UnsafeRawBufferPointer(part)))
      }
      guard FixtureHash.of(hashes) == check.hash else {
        let last = check.first + check.count - 1
        throw FixtureError(
          .damaged, file: footage.bytes.name,
          message: "The bytes of \(what) \(check.first)\(last > check.first ? " to \(last)" : "") are not those that "
            + "were recorded. Record the fixture again, or restore it from a copy.")
      }
      if let misfit { throw misfit }
    }
  }

  /// The bytes of the largest payload.
  static func longest(_ starts: [Int]) -> Int { zip(starts, starts.dropFirst()).reduce(0) { max($0, $1.1 - $1.0) } }

  private func payload(_ range: Range<Int>, of extents: FixtureFootage.Extents) throws(FixtureError) -> [UInt8] {
    var failure: FixtureError?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      do throws(FixtureError) {
        let part = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<range.count])
        try footage.read(range, of: extents, into: part)
        count = range.count
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  private static func starts(
    _ sizes: [Int], in extents: FixtureFootage.Extents, of footage: FixtureFootage, _ what: String
  ) throws(FixtureError) -> [Int] {
    var starts = [0]
    starts.reserveCapacity(sizes.count + 1)
    for size in sizes {
      guard size <= extents.count - starts[starts.count - 1] else { break }
      starts.append(starts[starts.count - 1] + size)
    }
    guard starts.count == sizes.count + 1, starts[sizes.count] == extents.count else {
      throw FixtureError(
        .damaged, file: footage.bytes.name,
        message: "Its \(what) take \(extents.count) bytes, and the manifest tells of others. "
          + "The two files do not belong together, or one is damaged.")
    }
    return starts
  }

  private static func checkIsBundle(_ path: String) throws(FixtureError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let number = errno
      let isMissing = number == ENOENT || number == ENOTDIR
      throw FixtureError(
        isMissing ? .missing : .unreadable, file: path, errno: number,
        message: isMissing
          ? "There is no such fixture. Check the name." : "The fixture cannot be read. Check its permissions.")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw FixtureError(
        .damaged, file: path,
        message: "This is no fixture: a fixture is a folder. Name one that `livecam record` has made.")
    }
  }

  static func unreadable(_ error: FileStoreError) -> FixtureError {
    FixtureError(
      error.errno == ENOENT ? .missing : .unreadable, file: error.path, errno: error.errno,
      message: error.errno == ENOENT
        ? "This file of the fixture is missing. Record the fixture again, or restore it from a copy."
        : "\(error.message).")
  }

  private static func text(_ file: String) throws(FixtureError) -> [UInt8] {
    let bytes: FileBytes
    do { bytes = try FileBytes(file) } catch { throw unreadable(error) }
    guard bytes.count <= manifestLimit else {
      throw FixtureError(
        .unsupported, file: file,
        message: "It has \(bytes.count) bytes; up to \(manifestLimit) are read. Record less at a time.")
    }
    do {
      return try bytes.allBytes()
    } catch {
      throw FixtureError(.unreadable, file: file, cause: error, message: "The file cannot be read.")
    }
  }
}

extension FixtureManifest {
  /// Gives an end to a stream that has none: at the last that was told.
  fileprivate mutating func end() {
    let end = FixtureEnd(arrivalNanoseconds: durationNanoseconds, failure: nil)
    if let last = video?.events.last, case .end = last {} else { video?.events.append(.end(end)) }
    if let last = audio?.events.last, case .end = last {} else { audio?.events.append(.end(end)) }
  }
}
