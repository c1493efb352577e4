package import ByteCoding
import ISOBoxes
import MediaCore

/// Reads the description of a movie. The bytes may be anything; samples are not touched.
///
/// What real files do is accepted: no `ftyp`, `moov` before or after the samples, several `mdat`, samples in
/// fragments, other things behind the last box, boxes inside `moov` that contradict themselves. Only what cannot be
/// done without is asked for, when it is asked for.
package struct MovieReader: Sendable {
  /// The most bytes that a description, or those of all fragments together, may have.
  private static let descriptionLimit = 64 << 20

  package init() {}

  /// The movie that `bytes`, a whole file, describe.
  /// - Throws: ``MovieError`` with `.malformed` when boxes do not nest, or there is no movie among them.
  package func read(_ bytes: [UInt8]) throws(MovieError) -> MovieFile { try read(ArrayBytes(bytes, name: "movie")) }

  /// The movie that a source, a whole file, describes. Only headers and the description are read.
  /// - Throws: ``MovieError`` with `.malformed` when boxes do not nest, or there is no movie among them; with
  ///   `.unreadable` when the source fails.
  package func read(_ source: any ByteSource) throws(MovieError) -> MovieFile {
    let outline = try MovieOutline(source)
    guard let movie = outline.boxes.first(where: { $0.header.type == "moov" }) else {
      throw MovieError(
        .malformed, context: source.name,
        message: "There is no moov: this is no movie, or its end is missing.", underlying: outline.damage)
    }
    var budget = Self.descriptionLimit
    let (children, damages) = try description(movie, of: source, budget: &budget)
    let box = ContainerBox("moov", children)
    guard let header = box.first(MovieHeaderBox.self), header.timescale > 0 else {
      throw MovieError(
        .malformed, context: "\(source.name): moov", message: "It has no mvhd, or one without a timescale.",
        underlying: damages.first { $0.box.hasSuffix("mvhd") })
    }
    var fragments = FragmentIndex(
      defaults: box.container("mvex")?.children.all(TrackExtendsBox.self) ?? [], fileSize: source.count)
    for fragment in outline.boxes where fragment.header.type == "moof" {
      let parts = try description(fragment, of: source, budget: &budget).boxes
      try fragments.add(parts, at: UInt64(fragment.offset), name: source.name)
    }
    var tracks: [MovieTrack] = []
    for track in children.containers("trak") {
      tracks.append(
        try MovieTrack(
          track, fragments: fragments, damages: damages, name: source.name, fileSize: UInt64(source.count)))
    }
    return MovieFile(
      name: source.name, layout: outline, header: header, tracks: tracks, box: box, damages: damages,
      isFragmented: fragments.isUsed)
  }

  private func description(
    _ box: (header: BoxHeader, offset: Int), of source: any ByteSource, budget: inout Int
  ) throws(MovieError) -> (boxes: [any Box], damages: [BoxError]) {
    let start = box.offset + box.header.headerSize
    let context = "\(source.name): \(box.header.type)"
    // The outline has made sure that the payload lies within the file.
    let size = Int(box.header.payloadSize)
    guard size <= budget else {
      throw MovieError(
        .tooLarge, context: context,
        message: "It has \(size) bytes; a movie's description may have \(Self.descriptionLimit).")
    }
    budget -= size
    let bytes: [UInt8]
    do { bytes = try source.bytes(start..<start + size) } catch {
      throw MovieError(
        .unreadable, context: context, message: "The movie's description cannot be read.", underlying: error)
    }
    do { return try BoxDecoder.boxesKeepingDamaged(in: bytes, base: start) } catch {
      throw MovieError(.malformed, context: context, message: "The movie's description is damaged.", underlying: error)
    }
  }
}
