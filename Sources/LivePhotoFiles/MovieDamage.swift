package import ByteCoding
import MediaCore
import MovieCoding

/// A look at what is wrong with a movie's pictures.
package enum MovieDamage {
  /// Returns what is damaged in a movie's coded pictures, in words behind a colon; `nil` if nothing shows, or it is no
  /// movie that can be read. All samples are read, and with `decoding` all pictures are decoded besides.
  /// - Throws: `CancellationError`.
  package static func words(on source: any ByteSource, decoding: Bool) throws -> String? {
    // What is wrong with its tables is told by whoever takes it for a movie.
    guard let movie = try? MovieReader().read(source) else { return nil }
    if let problem = try movie.unitProblem(in: source) { return problem }
    guard decoding else { return nil }
    do {
      let look = try MovieLook(of: movie, source: source) { _ in try Task.checkCancellation() }
      guard look.brokenPictures > 0 else { return nil }
      let complaint = look.complaint.map { ": \($0)" } ?? ""
      return "\(look.brokenPictures.named("picture")) of it do not decode\(complaint); get another copy"
    } catch let error as CodingError {
      // Where nothing here decodes it, nothing is known.
      return error.isOfDamage ? error.message : nil
    }
  }
}

/// A look for zeros in a file while it is copied, as interrupted copies leave them. Coded pictures have none of that
/// length; where there are some, the file is worth a second look.
package struct ZeroProbe {
  /// The distance of the places that are looked at, and the number of zeros that count there.
  private static let (step, length) = (512, 64)
  /// Indicates whether there were zeros somewhere.
  package private(set) var hasZeros = false

  package init() {}

  /// Looks at the next bytes of the file.
  package mutating func look(at piece: UnsafeRawBufferPointer) {
    guard !hasZeros, piece.count >= Self.length else { return }
    hasZeros = stride(from: 0, through: piece.count - Self.length, by: Self.step).contains { start in
      piece[start] == 0 && piece[start..<start + Self.length].allSatisfy { $0 == 0 }
    }
  }
}
