import ByteCoding
import MediaCore
import SystemCalls
import Testing

@testable import LivePhotoFiles

/// Journals of what is done, whole, torn and damaged.
struct BatchJournalTests {
  private let subject = BatchJournal.Subject(command: "edit", options: ["mute=true", "output=/home/me/edited"])
  private let first = "/photos/IMG_0001.HEIC"
  private let second = "/photos/IMG_0002.HEIC"

  private func read(_ lines: [[UInt8]]) throws -> BatchJournal {
    try BatchJournal(ArrayBytes(Array(lines.joined()), name: "journal"))
  }

  private func error(of lines: [[UInt8]]) -> LivePhotoError? {
    do throws(LivePhotoError) {
      _ = try BatchJournal(ArrayBytes(Array(lines.joined()), name: "journal"))
      return nil
    } catch { return error }
  }

  @Test func whatIsDoneIsKnown() throws {
    let lines = [
      BatchJournal.line(subject), BatchJournal.line(first, .done(files: ["/out/a", "/out/b"])),
      BatchJournal.line(second, .failed(code: 65, message: "damaged")),
    ]
    let journal = try read(lines)
    #expect(journal.subject == subject)
    #expect(journal.isDone(first) && !journal.isDone(second))
    #expect(journal.isWritten("/out/b") && !journal.isWritten(first))
    #expect(journal.doneCount == 1)
    #expect(journal.length == lines.joined().count)
  }

  @Test func whatFailedOnceIsDoneLater() throws {
    let journal = try read([
      BatchJournal.line(subject), BatchJournal.line(first, .failed(code: 73, message: "full")),
      BatchJournal.line(first, .done(files: [])),
    ])
    #expect(journal.isDone(first))
  }

  /// A process may be killed after any byte.
  @Test func aTornLineIsUnderstood() throws {
    let whole = [BatchJournal.line(subject), BatchJournal.line(first, .done(files: ["/out/a"]))]
    let torn = BatchJournal.line(second, .done(files: ["/out/b"]))
    for count in 0..<torn.count {
      let journal = try read(whole + [Array(torn.prefix(count))])
      #expect(journal.length == whole.joined().count)
      #expect(journal.isDone(first) && !journal.isDone(second))
    }
    for count in 0..<whole[0].count {
      let journal = try read([Array(whole[0].prefix(count))])
      #expect(journal.subject == nil && journal.length == 0)
    }
    // What a disk leaves of an end that it never wrote.
    #expect(try read(whole + [[0, 0, 0, 0]]).length == whole.joined().count)
  }

  @Test(
    arguments: [
      [0x61, 0xFF, 0x62], [0x09, 0x0A, 0x0D, 0x1B], Array(#"\x41\\"#.utf8), Array("e\u{301}".utf8), Array("é".utf8),
      Array("\u{10FEE9}".utf8), [0x7F, 0xC3, 0xA9, 0xC3],
    ] as [[UInt8]])
  func anyNameComesBack(bytes: [UInt8]) throws {
    let path = "/" + String(systemPath: bytes)
    let line = BatchJournal.line(path, .done(files: [path + "2"]))
    #expect(line.filter { $0 < 0x20 && $0 != 9 } == [0x0A])
    let journal = try read([BatchJournal.line(subject), line])
    #expect(journal.isDone(path) && journal.isWritten(path + "2"))
  }

  /// As texts these are equal; as files they are two.
  @Test func namesAreTakenByTheirBytes() throws {
    let journal = try read([BatchJournal.line(subject), BatchJournal.line("/e\u{301}", .done(files: []))])
    #expect(journal.isDone("/e\u{301}") && !journal.isDone("/é"))
  }

  @Test(arguments: [
    "\u{FF}\u{D8}", "hello\n", "livecam journal 2\tedit\n", "livecam journal 1\n", "livecam journals", "{}",
  ])
  func anotherFileIsNoJournal(text: String) {
    let error = error(of: [Array(text.utf8)])
    #expect(error?.code == .malformed)
    #expect(error?.message.contains("no journal") == true)
  }

  @Test(arguments: [
    "", "done", "done\t", "done\t/a\\x", "done\t/a\\y41", "failed\t/a", "failed\t/a\tx\ty", "begun\t/a",
  ])
  func aDamagedLineIsNamed(line: String) {
    let error = error(of: [
      BatchJournal.line(subject), Array((line + "\n").utf8), BatchJournal.line(first, .done(files: [])),
    ])
    #expect(error?.code == .malformed)
    #expect(error?.message.hasPrefix("Line 2 ") == true)
  }

  @Test func aLineWithoutEndIsRefused() {
    let endless = [UInt8](repeating: 0x61, count: 1 << 20)
    #expect(error(of: [BatchJournal.line(subject), endless])?.code == .malformed)
  }

  @Test func aLongMessageFitsALine() throws {
    let message = String(repeating: "\u{1}\u{301}", count: 100_000)
    let journal = try read([BatchJournal.line(subject), BatchJournal.line(first, .failed(code: 1, message: message))])
    #expect(!journal.isDone(first))
  }
}
