import MediaCore
import StillCoding
import Testing

@Suite struct AppleMakerNoteTests {
  @Test("the note has the 69 bytes that Apple's own writer gives it")
  func golden() throws {
    let identifier = try #require(PairIdentifier.sample)
    let golden: [UInt8] =
      [0x41, 0x70, 0x70, 0x6c, 0x65, 0x20, 0x69, 0x4f, 0x53, 0x00, 0x00, 0x01, 0x4d, 0x4d]
      + [0x00, 0x01]
      + [0x00, 0x11, 0x00, 0x02, 0x00, 0x00, 0x00, 0x25, 0x00, 0x00, 0x00, 0x20]
      + [0x00, 0x00, 0x00, 0x00]
      + Array("C3754624-A05F-474D-9F16-E9C47B5F892D".utf8) + [0x00]
    #expect(golden.count == 69)
    #expect(AppleMakerNote.bytes(identifier: identifier.uuidString) == golden)
  }
}
