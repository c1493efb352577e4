import ByteCoding
import MediaCore

/// The tables by which a JPEG's numbers are scaled back, which decoders use without a look.
struct JPEGQuantization {
  /// The tables as they follow each other in the file.
  private let tables: [Table]

  /// - Throws: ``MediaCore/CodingError`` when the file can no longer be read.
  init(_ file: JPEGFile) throws(CodingError) {
    var tables: [Table] = []
    for segment in file.segments where segment.marker == .quantizationTables {
      let start = segment.range.lowerBound
      var reader = ByteReader(try file.source.part(segment.payload, of: "DQT at \(start)"))
      while reader.remaining > 0 {
        let head = reader.u8()
        let values = (0..<64).map { _ in head >> 4 == 0 ? UInt16(reader.u8()) : reader.u16() }
        tables.append(Table(name: "The quantization table \(head & 15) (DQT at byte \(start))", values: values))
      }
    }
    self.tables = tables
  }

  /// A sentence on a table with zeros, which ITU-T T.81, B.2.4.1, does not allow, or with missing bytes; `nil` if there
  /// is none.
  var problem: String? {
    tables.first { $0.values.contains(0) }.map {
      "\($0.name) has a zero or is cut off, which the format forbids. Get another copy."
    }
  }

  /// A sentence on a table with a number that does not go with those around it, which draws a pattern over all of the
  /// picture; `nil` if there is none.
  var oddity: String? {
    tables.lazy.compactMap { table in table.stranger.map { "\(table.name) \($0): a part of it was changed." } }.first
  }

  private struct Table {
    let name: String
    /// The numbers in the order of the file, which goes diagonally from the lowest frequencies to the highest.
    let values: [UInt16]

    /// The number that is far above or below all around it, as a clause. Coders' tables rise and fall by little from
    /// one frequency to the next: a number is up to 1.3 times the median of its neighbours, and 8 above that; in the
    /// boldest table, mozjpeg's for PSNR-HVS, some are 3.3 times below it.
    var stranger: String? {
      var square = [Int](repeating: 0, count: 64)
      for (index, place) in Self.places.enumerated() { square[place] = Int(values[index]) }
      for place in 0..<64 {
        let (row, column) = (place / 8, place % 8)
        let rows = max(0, row - 1)...min(7, row + 1)
        let around = rows.flatMap { row in
          (max(0, column - 1)...min(7, column + 1)).map { square[8 * row + $0] }
        }.sorted()
        let (number, usual) = (square[place], around[around.count / 2])
        if number > 4 * usual + 8 || usual > 4 * number + 8 {
          return "has \(number) in row \(row + 1), column \(column + 1), among numbers such as \(usual)"
        }
      }
      return nil
    }

    /// The places, by rows, of a table's numbers: ITU-T T.81, A.3.6.
    private static let places = (0..<15).flatMap { diagonal in
      let rows = (max(0, diagonal - 7)...min(7, diagonal)).map { row in 8 * row + diagonal - row }
      return diagonal.isMultiple(of: 2) ? rows.reversed() : rows
    }
  }
}
