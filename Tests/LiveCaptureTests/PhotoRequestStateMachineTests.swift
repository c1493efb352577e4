import Testing

@testable import LiveCapture

/// Every input in every state: what is done, and where it leads.
@Suite struct PhotoRequestStateMachineTests {
  typealias Machine = PhotoRequest.StateMachine

  /// What can happen to a request; `ok` and `bad` say how a half ended.
  enum Input: String, CaseIterable, Sendable {
    case frameChosen, stillOK, stillBad, gatheringEnded, movieOK, movieBad, footageEnded

    func apply(to machine: inout Machine) -> [Machine.Action] {
      switch self {
      case .frameChosen: machine.frameChosen()
      case .stillOK: machine.photoEnded(0, nil)
      case .stillBad: machine.photoEnded(0, Self.error(.stillFailed))
      case .gatheringEnded: machine.gatheringEnded()
      case .movieOK: machine.movieEnded(nil)
      case .movieBad: machine.movieEnded(Self.error(.encodingFailed))
      case .footageEnded: machine.footageEnded(Self.error(.sessionStopped))
      }
    }

    static func error(_ code: CaptureError.Code) -> CaptureError { CaptureError(code, message: "on purpose") }
  }

  /// The states of both halves as words, errors by their codes.
  private static func describe(_ machine: Machine) -> String {
    let still =
      switch machine.still {
      case .waiting: "waiting"
      case .processing: "processing"
      case .finished(let error): error.map { "\($0.code)" } ?? "done"
      }
    let movie =
      switch machine.movie {
      case .none: "none"
      case .gathering: "gathering"
      case .writing: "writing"
      case .finished(let error): error.map { "\($0.code)" } ?? "done"
      }
    return "\(still) \(movie)"
  }

  /// One row: the state, the input, the letters of what is done, and the state it leads to.
  ///
  /// `e` and `x` begin and end of the exposure announced, `s` still processed, `P` photo, `R` recording end, `w` movie written, `M` movie, `F`
  /// finish.
  struct Row: Sendable, CustomStringConvertible {
    let path: [Input]
    let input: Input
    let actions: String
    let state: String
    let isLive: Bool

    init(_ isLive: Bool, _ path: [Input], _ input: Input, _ actions: String, _ state: String) {
      (self.isLive, self.path, self.input, self.actions, self.state) = (isLive, path, input, actions, state)
    }

    var description: String {
      "\(isLive ? "Live" : "still") \(path.map(\.rawValue).joined(separator: ",")) + \(input.rawValue)"
    }
  }

  private static func letters(_ actions: [Machine.Action]) -> String {
    String(
      actions.map { action -> Character in
        switch action {
        case .announceBegin: "B"
        case .announceExposureBegin: "e"
        case .announceExposureEnd: "x"
        case .processStill: "s"
        case .announcePhoto: "P"
        case .announceGatheringEnd: "R"
        case .writeMovie: "w"
        case .announceMovie: "M"
        case .announceFinish: "F"
        }
      })
  }

  private static func rows(
    _ isLive: Bool, _ path: [Input], _ table: [(Input, String, String)]
  ) -> [Row] {
    let listed = Set(table.map(\.0))
    precondition(listed.count == Input.allCases.count, "every input is listed once")
    return table.map { Row(isLive, path, $0.0, $0.1, $0.2) }
  }

  private static let stillAlone =
    rows(
      false, [],
      [
        (.frameChosen, "exs", "processing none"), (.stillOK, "", "waiting none"),
        (.stillBad, "", "waiting none"), (.gatheringEnded, "", "waiting none"), (.movieOK, "", "waiting none"),
        (.movieBad, "", "waiting none"), (.footageEnded, "PF", "sessionStopped none"),
      ])
    + rows(
      false, [.frameChosen],
      [
        (.frameChosen, "", "processing none"), (.stillOK, "PF", "done none"), (.stillBad, "PF", "stillFailed none"),
        (.gatheringEnded, "", "processing none"), (.movieOK, "", "processing none"),
        (.movieBad, "", "processing none"), (.footageEnded, "", "processing none"),
      ])
    + rows(false, [.frameChosen, .stillOK], Input.allCases.map { ($0, "", "done none") })

  private static let waitingGathering = rows(
    true, [],
    [
      (.frameChosen, "exs", "processing gathering"), (.stillOK, "", "waiting gathering"),
      (.stillBad, "", "waiting gathering"), (.gatheringEnded, "Rw", "waiting writing"),
      (.movieOK, "RM", "waiting done"), (.movieBad, "RM", "waiting encodingFailed"),
      (.footageEnded, "PRMF", "sessionStopped sessionStopped"),
    ])
  private static let processingGathering = rows(
    true, [.frameChosen],
    [
      (.frameChosen, "", "processing gathering"), (.stillOK, "P", "done gathering"),
      (.stillBad, "P", "stillFailed gathering"), (.gatheringEnded, "Rw", "processing writing"),
      (.movieOK, "RM", "processing done"), (.movieBad, "RM", "processing encodingFailed"),
      (.footageEnded, "RM", "processing sessionStopped"),
    ])
  private static let doneGathering = rows(
    true, [.frameChosen, .stillOK],
    [
      (.frameChosen, "", "done gathering"), (.stillOK, "", "done gathering"), (.stillBad, "", "done gathering"),
      (.gatheringEnded, "Rw", "done writing"), (.movieOK, "RMF", "done done"),
      (.movieBad, "RMF", "done encodingFailed"), (.footageEnded, "RMF", "done sessionStopped"),
    ])
  private static let processingWriting = rows(
    true, [.frameChosen, .gatheringEnded],
    [
      (.frameChosen, "", "processing writing"), (.stillOK, "P", "done writing"),
      (.stillBad, "P", "stillFailed writing"), (.gatheringEnded, "", "processing writing"),
      (.movieOK, "M", "processing done"), (.movieBad, "M", "processing encodingFailed"),
      (.footageEnded, "", "processing writing"),
    ])
  private static let failedWriting = rows(
    true, [.frameChosen, .gatheringEnded, .stillBad],
    [
      (.frameChosen, "", "stillFailed writing"), (.stillOK, "", "stillFailed writing"),
      (.stillBad, "", "stillFailed writing"), (.gatheringEnded, "", "stillFailed writing"),
      (.movieOK, "MF", "stillFailed done"), (.movieBad, "MF", "stillFailed encodingFailed"),
      (.footageEnded, "", "stillFailed writing"),
    ])
  private static let processingDone = rows(
    true, [.frameChosen, .gatheringEnded, .movieOK],
    [
      (.frameChosen, "", "processing done"), (.stillOK, "PF", "done done"), (.stillBad, "PF", "stillFailed done"),
      (.gatheringEnded, "", "processing done"), (.movieOK, "", "processing done"),
      (.movieBad, "", "processing done"), (.footageEnded, "", "processing done"),
    ])
  private static let finished = rows(
    true, [.frameChosen, .stillOK, .gatheringEnded, .movieBad],
    Input.allCases.map { ($0, "", "done encodingFailed") })

  @Test(
    "each input in each state does what it has to and leads where it has to",
    arguments: stillAlone + waitingGathering + processingGathering + doneGathering + processingWriting
      + failedWriting + processingDone + finished)
  func table(row: Row) {
    var machine = Machine(Machine.Plan(isLive: row.isLive))
    for input in row.path { _ = input.apply(to: &machine) }
    let actions = row.input.apply(to: &machine)
    #expect(Self.letters(actions) == row.actions)
    #expect(Self.describe(machine) == row.state)
  }

  @Test("begin announces the begin and changes nothing")
  func begin() {
    var machine = Machine(Machine.Plan(isLive: true))
    #expect(Self.letters(machine.begin()) == "B")
    #expect(Self.describe(machine) == "waiting gathering")
  }

  @Test("the error of the still comes before that of the movie")
  func firstError() {
    var machine = Machine(Machine.Plan(isLive: true))
    #expect(machine.error == nil)
    _ = machine.movieEnded(Input.error(.encodingFailed))
    #expect(machine.error?.code == .encodingFailed)
    _ = machine.frameChosen()
    _ = machine.photoEnded(0, Input.error(.stillFailed))
    #expect(machine.error?.code == .stillFailed)
  }

  @Test("whatever comes in whatever order, each thing is announced once and the finish last", arguments: [true, false])
  func everyOrder(isLive: Bool) {
    func explore(_ machine: Machine, _ seen: String, depth: Int) {
      #expect(seen.filter { $0 == "F" }.count == (machine.isFinished ? 1 : 0))
      for letter in "exsPRwMF" { #expect(seen.filter { $0 == letter }.count <= 1, "\(seen)") }
      if machine.isFinished {
        #expect(seen.last == "F" && seen.contains("P") && seen.contains("R") == isLive && seen.contains("M") == isLive)
        if isLive { #expect(seen.firstIndex(of: "R")! < seen.firstIndex(of: "M")!) }  // both are in it
      }
      guard depth > 0 else { return }
      for input in Input.allCases {
        var next = machine
        let actions = Self.letters(input.apply(to: &next))
        #expect(!machine.isFinished || actions.isEmpty)
        explore(next, seen + actions, depth: depth - 1)
      }
    }
    explore(Machine(Machine.Plan(isLive: isLive)), "B", depth: 4)
  }
}
