import MediaCore
import TestSupport
import Testing

@Suite struct PairIdentifierTests {
  @Test("a drawn identifier is a version-4 UUID in upper case, and the same seed draws the same")
  func drawing() throws {
    var generator = SeededRandom(seed: 1)
    var identifiers: Set<PairIdentifier> = []
    for _ in 0..<1000 {
      let identifier = PairIdentifier(using: &generator)
      let characters = Array(identifier.uuidString)
      #expect(characters.count == 36)
      #expect([8, 13, 18, 23].allSatisfy { characters[$0] == "-" })
      #expect(characters[14] == "4")
      #expect("89AB".contains(characters[19]))
      #expect(identifier.uuidString == identifier.uuidString.uppercased())
      #expect(PairIdentifier(uuidString: identifier.uuidString) == identifier)
      identifiers.insert(identifier)
    }
    #expect(identifiers.count == 1000)
    var (first, second) = (SeededRandom(seed: 7), SeededRandom(seed: 7))
    #expect(PairIdentifier(using: &first) == PairIdentifier(using: &second))
  }

  @Test("every bit that may be drawn is drawn, and leading zeros are kept")
  func bits() {
    struct Constant: RandomNumberGenerator {
      let value: UInt64
      mutating func next() -> UInt64 { value }
    }
    var (zeros, ones) = (Constant(value: 0), Constant(value: .max))
    #expect(PairIdentifier(using: &zeros).description == "00000000-0000-4000-8000-000000000000")
    #expect(PairIdentifier(using: &ones).description == "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF")
  }

  @Test("text in either case is accepted and kept in upper case")
  func parsing() {
    let identifier = PairIdentifier(uuidString: "c3754624-a05f-474d-9f16-e9c47b5f892d")
    #expect(identifier?.uuidString == "C3754624-A05F-474D-9F16-E9C47B5F892D")
  }

  @Test(
    "other text is no identifier",
    arguments: [
      "", "-", "----", "C3754624A05F474D9F16E9C47B5F892D", "{C3754624-A05F-474D-9F16-E9C47B5F892D}",
      "C3754624-A05F-474D-9F16-E9C47B5F892", "C3754624-A05F-474D-9F16-E9C47B5F892DD",
      "G3754624-A05F-474D-9F16-E9C47B5F892D", "C3754624-A05F-474D-9F16-E9C47B5F892D-",
      "C3754624-A05F-474D-9F16-E9C47B5F８2D", "C3754624-A05F-474D-9F16-E9C47B5F892\u{0}",
      "C375462-4A05F-474D-9F16-E9C47B5F892D", " 3754624-A05F-474D-9F16-E9C47B5F892D",
    ])
  func refusing(text: String) { #expect(PairIdentifier(uuidString: text) == nil) }

  @Test("captures are ordered by their numbers")
  func captures() {
    #expect(CaptureID(rawValue: 9) < CaptureID(rawValue: 10))
    #expect("\(CaptureID(rawValue: 9))" == "9")
  }
}
