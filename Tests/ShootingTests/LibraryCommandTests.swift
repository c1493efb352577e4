import ArgumentParser
import Testing

@testable import livecam

/// What the library's commands refuse, as it contradicts itself.
@Suite struct LibraryCommandTests {
  @Test("a revert brings a place back, and sets no other at once")
  func revertAndPlace() throws {
    for place in ["52.5,13.4", "none"] {
      let error = #expect(throws: (any Error).self) { try LibraryEdit.parse(["IMG_1", "--revert", "--place", place]) }
      #expect(error.map { LibraryEdit.message(for: $0).contains("name one of them") } == true)
    }
    #expect(throws: (any Error).self) {
      try LibraryEdit.parse(["IMG_1", "--revert", "--date", "2020-02-29T12:00:00Z"])
    }
    _ = try LibraryEdit.parse(["IMG_1", "--revert", "--hidden", "no"])
  }

  @Test("a quick check decodes no pictures")
  func quickAndPictures() throws {
    #expect(throws: (any Error).self) { try LibraryCheckCommand.parse(["--quick", "--pictures"]) }
    #expect(try LibraryCheckCommand.parse(["--pictures"]).pictures)
  }
}
