import VideoCoding

/// Figures, a point and an s, drawn into pictures: five dots wide, seven high.
enum DigitFont {
  /// Rows from the top; the lowest five bits are dots from left to right.
  private static let glyphs: [Character: [UInt8]] = [
    "0": [14, 17, 19, 21, 25, 17, 14], "1": [4, 12, 4, 4, 4, 4, 14], "2": [14, 17, 1, 2, 4, 8, 31],
    "3": [31, 2, 4, 2, 1, 17, 14], "4": [2, 6, 10, 18, 31, 2, 2], "5": [31, 16, 30, 1, 1, 17, 14],
    "6": [6, 8, 16, 30, 17, 17, 14], "7": [31, 1, 2, 4, 8, 8, 8], "8": [14, 17, 17, 14, 17, 17, 14],
    "9": [14, 17, 17, 15, 1, 2, 12], ".": [0, 0, 0, 0, 0, 12, 12], "s": [0, 0, 14, 16, 14, 1, 30],
  ]

  static func width(_ text: String, dot: Int) -> Int { max(0, text.count * 6 - 1) * dot }

  /// Draws a text; characters that are not in the font are left blank.
  static func draw(_ text: String, into picture: I420Picture, x: Int, y: Int, dot: Int, luma: UInt8) {
    for (place, character) in text.enumerated() {
      for (row, dots) in (glyphs[character] ?? []).enumerated() {
        for column in 0..<5 where dots >> (4 - column) & 1 == 1 {
          picture.fill(x: x + (place * 6 + column) * dot, y: y + row * dot, width: dot, height: dot, luma: luma)
        }
      }
    }
  }
}
