/// Random words for cookies and links, which cannot be guessed.
public enum SecretToken {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

  /// Returns a word of 132 bits, drawn from the system's random numbers, in characters that a URL can have.
  public static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return String((0..<22).map { _ in letters[Int(generator.next() % 64)] })
  }

  /// Returns whether two words are equal, in a time that does not depend on the number of equal characters.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    var difference = UInt8(left.count == right.count ? 0 : 1)
    for (index, byte) in left.enumerated() { difference |= byte ^ (index < right.count ? right[index] : 0) }
    return difference == 0
  }
}
