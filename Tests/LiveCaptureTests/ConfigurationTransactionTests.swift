import CaptureCodecs
import CaptureDevices
import LiveCaptureTesting
import MediaCore
import Simulator
import Testing

@testable import LiveCapture

/// Every call in every state of a configuration: what is done, and where it leads.
@Suite struct ConfigurationTransactionTests {
  private let catalog = SceneCatalog(clock: VirtualClock(), pictures: StandardPictures())
  private let output = PhotoOutput()

  private func input() throws -> DeviceInput {
    DeviceInput(try catalog.openVideo("scene", wish: CaptureBench.Setup().video).source)
  }

  private func transaction() -> ConfigurationTransaction { ConfigurationTransaction(duplicateInput: .isRefused) }

  private func names(_ actions: [ConfigurationTransaction.Action]) -> String {
    actions.map { action in
      switch action {
      case .observe: "observe"
      case .setFormat: "setFormat"
      case .exchangeInputs: "exchange"
      case .forget: "forget"
      case .endCaptures: "endCaptures"
      case .endRecordings: "endRecordings"
      case .detach: "detach"
      case .restore: "restore"
      case .hear: "hear"
      case .restart(let inputs): "restart \(inputs.count)"
      case .graphDidChange(_, let lost): "graphDidChange \(lost.count)"
      case .tell: "tell"
      case .fail(let error): "fail \(error.code)"
      }
    }.joined(separator: ", ")
  }

  /// The change that a commit asks the inputs to be exchanged for.
  private func change(_ actions: [ConfigurationTransaction.Action]) throws -> ConfigurationTransaction.Change {
    for action in actions {
      if case .exchangeInputs(let change) = action { return change }
    }
    throw CaptureError(.invalidConfiguration, message: "nothing was exchanged")
  }

  // MARK: The table

  private enum Call: CaseIterable { case begin, change, end, commit, landed, failed }

  /// A transaction, and the change that was committed last.
  private struct Course {
    var transaction = ConfigurationTransaction(duplicateInput: .isRefused)
    var change: ConfigurationTransaction.Change?
    let makeInput: () throws -> DeviceInput

    mutating func apply(_ call: Call) throws -> [ConfigurationTransaction.Action] {
      switch call {
      case .begin:
        transaction.begin(ConfigurationRestoration(of: transaction.graph))
        return []
      case .change:
        let input = try makeInput()
        return transaction.change(adding: input) { $0.add(input) }
      case .end:
        transaction.endCaptures()
        return []
      case .commit:
        let actions = transaction.commit()
        for case .exchangeInputs(let change) in actions { self.change = change }
        return actions
      case .landed: return transaction.exchanged(try #require(change))
      case .failed:
        return transaction.failed(
          try #require(change), stopped: [], error: CaptureError(.deviceFailed, message: "on purpose"))
      }
    }

    /// How many configurations are open, how many inputs are in force, and how many are drawn up.
    var state: String {
      var (depth, copy) = (0, transaction)
      while copy.isOpen {
        depth += 1
        _ = copy.commit()
      }
      return "\(depth) open, \(transaction.graph.inputs.count), \(transaction.drawnUp.inputs.count)"
    }
  }

  @Test("each call in each state does what it has to and leads where it has to")
  func table() throws {
    let noBegin = "fail invalidSettings"
    let undone = "restore, hear, restart 0, tell, fail deviceFailed"
    let table: [(path: [Call], calls: KeyValuePairs<Call, (actions: String, state: String)>)] = [
      (
        [],
        [
          .begin: ("", "1 open, 0, 0"), .change: ("observe", "0 open, 0, 0"), .end: ("", "0 open, 0, 0"),
          .commit: (noBegin, "0 open, 0, 0"),
        ]
      ),
      (
        [.begin],
        [
          .begin: ("", "2 open, 0, 0"), .change: ("observe", "1 open, 0, 1"), .end: ("", "1 open, 0, 0"),
          .commit: ("exchange", "0 open, 0, 0"),
        ]
      ),
      (
        [.begin, .change],
        [
          .begin: ("", "2 open, 0, 1"), .change: ("observe", "1 open, 0, 2"), .end: ("", "1 open, 0, 1"),
          .commit: ("exchange", "0 open, 1, 1"),
        ]
      ),
      (
        [.begin, .change, .begin],
        [
          .begin: ("", "3 open, 0, 1"), .change: ("observe", "2 open, 0, 2"), .end: ("", "2 open, 0, 1"),
          .commit: ("", "1 open, 0, 1"),
        ]
      ),
      (
        [.begin, .change, .commit],
        [
          .begin: ("", "1 open, 1, 1"), .change: ("observe", "0 open, 1, 1"), .end: ("", "0 open, 1, 1"),
          .commit: (noBegin, "0 open, 1, 1"),
          .landed: ("endRecordings, hear, graphDidChange 0", "0 open, 1, 1"), .failed: (undone, "0 open, 0, 0"),
        ]
      ),
      (
        [.begin, .change, .commit, .failed],
        [
          .begin: ("", "1 open, 0, 0"), .change: ("observe", "0 open, 0, 0"), .end: ("", "0 open, 0, 0"),
          .commit: (noBegin, "0 open, 0, 0"),
        ]
      ),
      (
        [.begin, .change, .commit, .landed, .begin, .end, .change, .commit],
        [
          .begin: ("", "1 open, 2, 2"), .change: ("observe", "0 open, 2, 2"), .end: ("", "0 open, 2, 2"),
          .commit: (noBegin, "0 open, 2, 2"),
          .landed: ("endRecordings, hear, graphDidChange 0", "0 open, 2, 2"), .failed: (undone, "0 open, 1, 1"),
        ]
      ),
    ]
    for (path, calls) in table {
      // Only an exchange that is under way lands or fails.
      let expected = Call.allCases.filter { path.last == .commit || $0 != .landed && $0 != .failed }
      #expect(calls.map(\.key) == expected, "every call is listed once")
      for (call, expected) in calls {
        var course = Course { try input() }
        for call in path { _ = try course.apply(call) }
        #expect(names(try course.apply(call)) == expected.actions, "\(path) + \(call)")
        #expect(course.state == expected.state, "\(path) + \(call)")
      }
    }
  }

  // MARK: More than a state

  @Test("a commit without a begin fails, and so does a call that needs a closed configuration inside one")
  func forbidden() throws {
    var transaction = transaction()
    #expect(names(transaction.commit()) == "fail invalidSettings")
    transaction.begin(ConfigurationRestoration(of: transaction.graph))
    #expect(throws: CaptureError.self) { try transaction.requireClosed("startRunning") }
  }

  @Test("nested configurations take effect at the outermost commit")
  func nested() throws {
    var transaction = transaction()
    let input = try input()
    transaction.begin(ConfigurationRestoration(of: transaction.graph))
    transaction.begin(ConfigurationRestoration(of: transaction.graph))
    #expect(names(transaction.change(adding: input) { $0.add(input) }) == "observe")
    #expect(names(transaction.commit()) == "" && transaction.isOpen)
    #expect(transaction.graph.inputs.isEmpty && transaction.drawnUp.inputs.count == 1)
    #expect(names(transaction.commit()) == "exchange" && !transaction.isOpen)
    #expect(transaction.graph.inputs.count == 1)
    try transaction.requireClosed("startRunning")
  }

  @Test("a change that lands lets go of what has gone; one that fails puts everything back")
  func landing() throws {
    var transaction = transaction()
    let (old, new) = (try input(), try input())
    transaction.begin(ConfigurationRestoration(of: transaction.graph))
    _ = transaction.change(adding: old) { $0.add(old) }
    _ = transaction.change(attaching: output) { $0.add(output) }
    #expect(names(transaction.exchanged(try change(transaction.commit()))) == "endRecordings, hear, graphDidChange 0")

    transaction.begin(ConfigurationRestoration(of: transaction.graph))
    transaction.endCaptures()
    _ = transaction.change(adding: new) {
      $0.remove(old)
      $0.add(new)
      $0.remove(output)
    }
    let failing = try change(transaction.commit())
    #expect(failing.endsCaptures && transaction.graph.contains(new))
    let error = CaptureError(.deviceFailed, message: "on purpose")
    #expect(
      names(transaction.failed(failing, stopped: [old], error: error))
        == "restore, hear, restart 1, tell, fail deviceFailed")
    #expect(transaction.graph.contains(old) && transaction.graph.contains(output))

    transaction.begin(ConfigurationRestoration(of: transaction.graph))
    _ = transaction.change(adding: new) {
      $0.remove(old)
      $0.add(new)
      $0.remove(output)
    }
    let landing = try change(transaction.commit())
    #expect(!landing.endsCaptures)
    let lost = [LostInput(input: new, error: error)]
    #expect(
      names(transaction.exchanged(landing, lost: lost))
        == "forget, endCaptures, detach, endRecordings, hear, graphDidChange 1")
  }

  @Test("a configuration that fails leaves the graph as it was, and nothing of it to the next one")
  func undone() throws {
    var transaction = transaction()
    let input = try input()
    transaction.begin(ConfigurationRestoration(of: transaction.graph))
    transaction.endCaptures()
    _ = transaction.change(adding: input, attaching: output) { $0.add(input) }
    let failing = try change(transaction.commit())
    #expect(
      names(transaction.failed(failing, stopped: [], error: CaptureError(.deviceFailed, message: "on purpose")))
        == "restore, detach, hear, restart 0, tell, fail deviceFailed")
    #expect(transaction.graph.inputs.isEmpty && transaction.drawnUp.inputs.isEmpty)
    transaction.begin(ConfigurationRestoration(of: transaction.graph))
    #expect(try !change(transaction.commit()).endsCaptures)
  }
}
