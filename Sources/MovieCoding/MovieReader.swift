import ByteCoding
public import ISOBoxes

/// Reads the description of a movie. The bytes may be anything; samples are not touched.
public struct MovieReader: Sendable {
  /// How much structure is accepted.
  public var limits = BoxLimits()

  /// A reader with ordinary limits.
  public init() {}

  /// The movie that `bytes`, a whole file, describe. A file without `ftyp` is read too: some phones write none.
  /// - Throws: ``MovieError`` with `.malformed` when boxes do not nest, or there is no movie among them.
  public func read(_ bytes: [UInt8]) throws(MovieError) -> MovieFile {
    let outline = try outline(of: bytes)
    guard let movie = outline.first(where: { $0.header.type == "moov" }) else {
      throw MovieError(
        .malformed, context: "file", message: "There is no moov: this is no movie, or its end is missing.")
    }
    let start = movie.offset + movie.header.headerSize
    // The outline has made sure that the payload lies within the file.
    let payload = bytes[start..<start + Int(movie.header.payloadSize)]
    let children: [any Box]
    do { children = try BoxDecoder(limits: limits).boxes(in: payload, base: start) } catch {
      throw MovieError(.malformed, context: "moov", message: "The movie's description is damaged.", cause: error)
    }
    return try file(ContainerBox("moov", children), outline: outline)
  }

  private func file(
    _ box: ContainerBox, outline: [(header: BoxHeader, offset: Int)]
  ) throws(MovieError) -> MovieFile {
    guard let header = box.first(MovieHeaderBox.self), header.timescale > 0 else {
      throw MovieError(.malformed, context: "moov", message: "It has no mvhd, or one without a timescale.")
    }
    var tracks: [MovieTrack] = []
    for track in box.children.containers("trak") { tracks.append(try MovieTrack(track)) }
    return MovieFile(
      outline: outline, timescale: header.timescale, duration: header.duration, nextTrackID: header.nextTrackID,
      tracks: tracks, metadata: box.first(MetadataBox.self)?.items ?? [], box: box)
  }

  private func outline(of bytes: [UInt8]) throws(MovieError) -> [(header: BoxHeader, offset: Int)] {
    var reader = ByteReader(bytes)
    var outline: [(header: BoxHeader, offset: Int)] = []
    while !reader.isAtEnd {
      let offset = reader.position
      do throws(BoxError) {
        let header = try BoxHeader(&reader, available: UInt64(reader.remaining))
        guard let size = Int(exactly: header.payloadSize), size <= reader.remaining, outline.count < limits.boxes else {
          throw BoxError(
            .truncated, box: header.type.description, offset: offset,
            message: "The box announces \(header.payloadSize) bytes, and \(reader.remaining) are left.")
        }
        reader.skip(size)
        outline.append((header, offset))
      } catch {
        throw MovieError(.malformed, context: "file", message: "Its boxes do not fill it.", cause: error)
      }
    }
    return outline
  }
}
