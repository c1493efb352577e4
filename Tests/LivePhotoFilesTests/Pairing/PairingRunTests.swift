import ByteCoding
import FileStorage
import MediaCore
import Simulator
import Synchronization
import Testing

@testable import LivePhotoFiles

/// Runs of pairing that are done by several hands, or are ended and go on.
@Suite struct PairingRunTests {
  /// The end of a process.
  private struct Death: Error {}

  /// A disk and a journal that are there until so many steps are done, however files belong together.
  private final class Machine: FileStore {
    let files = MemoryFiles()
    private let journal = Mutex<[UInt8]>([])
    private let steps: Mutex<Int>

    init(steps: Int = .max) { self.steps = Mutex(steps) }

    private func step() throws {
      try steps.withLock { steps in
        guard steps > 0 else { throw Death() }
        steps -= 1
      }
    }

    func exists(_ path: String) -> Bool { files.exists(path) }

    func create(_ path: String, _ body: (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
      try step()
      try files.create(path, body)
    }

    func createAll(_ drafts: [FileDraft]) throws { for draft in drafts { try create(draft.path, draft.body) } }

    func revive(steps: Int = .max) { self.steps.withLock { $0 = steps } }

    /// What is written of a pairing.
    var output: [String: [UInt8]] { files.files.filter { $0.key.hasPrefix("out/") } }

    @discardableResult
    func pair(jobs: Int = 1, output: String = "out", tell: @escaping (PairingFinding) -> Void = { _ in }) async throws
      -> PairingReport
    {
      var request = PairingRequest(folders: ["in"], output: output)
      request.jobs = jobs
      let before = try BatchJournal(ArrayBytes(journal.withLock(\.self), name: "journal"))
      // As the file is: without the end that a line of a process that was killed lacks.
      journal.withLock { [length = before.length] in $0.removeLast($0.count - length) }
      if before.subject == nil { try write(BatchJournal.line(.init(command: "pair", options: []))) }
      let library = LivePhotoFiles(store: RepeatedFiles(self, source: files), source: files)
      let steps = PairingJournal(before) { try self.write(BatchJournal.line($0, $1)) }
      return try await request.carryOut(by: library, journal: steps, tell: tell)
    }

    private func write(_ line: [UInt8]) throws {
      do { try step() } catch {
        journal.withLock { $0 += line.prefix(line.count / 2) }
        throw error
      }
      journal.withLock { $0 += line }
    }
  }

  /// Pairs of each other's names, of which one needs mending, one whose movie is broken, and a copy.
  private static let export = Result {
    func pair(_ scene: UInt64, later seconds: Double) throws -> SamplePair {
      try ExportFolder.pair(scene: scene, later: seconds) {
        ($0.width, $0.height, $0.frames, $0.stillFrame) = (96, 64, 12, 6)
      }
    }
    let (one, other, third) = (try pair(1, later: 0), try pair(2, later: 500), try pair(3, later: 900))
    var broken = third.movie
    // Its tables are whole and its pictures are not.
    let data = try #require(broken.indices.first { broken[$0...].starts(with: "mdat".utf8) })
    let length = broken[(data - 4)..<data].reduce(0) { $0 << 8 + Int($1) }
    for index in (data + 4)..<(data - 4 + length) { broken[index] = 0 }
    return [
      "in/IMG_1.JPG": one.still, "in/IMG_2.MOV": one.movie, "in/IMG_2.JPG": other.still,
      "in/IMG_1.MOV": try ExportedHalf.movie(other.movie, isMP4: false), "in/IMG_3.JPG": third.still,
      "in/IMG_3.mp4": broken, "in/album/IMG_1.JPG": one.still, "in/album/IMG_1.MOV": one.movie,
      "in/notes.txt": Array("words".utf8),
    ]
  }

  private static func machine(steps: Int = .max) throws -> Machine {
    let machine = Machine(steps: steps)
    for (path, bytes) in try export.get() { try machine.files.create(path, bytes) }
    return machine
  }

  private final class Lines { var lines: [String] = [] }

  @Test("any number of hands tells the same in the same order, and writes the same bytes")
  func jobs() async throws {
    var (told, output): ([String]?, [String: [UInt8]]?)
    for jobs in [1, 2, 7] {
      let (machine, lines) = (try Self.machine(), Lines())
      let report = try await machine.pair(jobs: jobs) { lines.lines += $0.lines }
      lines.lines += report.lines
      #expect(told == nil || told == lines.lines, "\(jobs)")
      #expect(output == nil || output == machine.output, "\(jobs)")
      (told, output) = (lines.lines, machine.output)
    }
    #expect(output?.count == 7, "\(told ?? [])")
  }

  @Test("a run that is ended at any step goes on to the very same folder")
  func resumed() async throws {
    let whole = try Self.machine()
    let report = try await whole.pair()
    let total = report.counts.values.reduce(0, +)
    var steps = 0
    while true {
      let machine = try Self.machine(steps: steps)
      do {
        try await machine.pair(jobs: steps % 3 + 1)
        break
      } catch is Death {}
      machine.revive()
      let rest = try await machine.pair(jobs: 2)
      #expect(machine.output == whole.output, "\(steps)")
      #expect(rest.isClear == report.isClear && rest.counts[.broken] == report.counts[.broken])
      #expect(rest.counts.values.reduce(0, +) + rest.doneBefore == total, "\(steps): \(rest.lines)")
      steps += 1
    }
    #expect(steps > 12)
  }

  @Test("what a run has written into its own folder is not taken for a file of that")
  func innerOutput() async throws {
    let (whole, machine) = (try Self.machine(), try Self.machine(steps: 6))
    let report = try await whole.pair(output: "in/out")
    #expect(report.counts[.kept] == 2)
    await #expect(throws: Death.self) { try await machine.pair(output: "in/out") }
    #expect(machine.files.files.count > (try Self.export.get().count))
    machine.revive()
    let rest = try await machine.pair(output: "in/out")
    #expect(rest.counts.values.reduce(0, +) + rest.doneBefore == report.counts.values.reduce(0, +))
    #expect(machine.files.files == whole.files.files)
  }

  @Test("what is done is not done again: a second run only tells what is not clear")
  func done() async throws {
    let machine = try Self.machine()
    let report = try await machine.pair()
    // Nothing may be written any more but the line of what is broken.
    machine.revive(steps: 2)
    let lines = Lines()
    let again = try await machine.pair { lines.lines += $0.lines }
    #expect(again.counts == [.kept: 1, .broken: 1], "\(lines.lines)")
    #expect(again.doneBefore == report.counts.values.reduce(0, +) - 2)
    #expect(lines.lines.contains { $0.contains("IMG_3.mp4") }, "\(lines.lines)")
  }

  @Test("a journal of other files is refused, and so is a folder that its run has not written")
  func others() async throws {
    let machine = try Self.machine()
    try await machine.pair()
    try machine.files.create("in/IMG_9.txt", Array("new".utf8))
    let error = await #expect(throws: LivePhotoError.self) { try await machine.pair() }
    #expect(error?.code == .invalidSetting && error?.message.contains("other files") == true)
    let other = try Self.machine()
    try other.files.create("out/mine.txt", Array("mine".utf8))
    for _ in 0..<2 {
      let error = await #expect(throws: LivePhotoError.self) { try await other.pair() }
      #expect(error?.code == .unwritable && error?.context == "out")
    }
    #expect(other.output.count == 1)
  }
}
