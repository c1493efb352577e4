import Testing

@testable import LiveCapture

/// Every input in every state: what is done, and where it leads.
@Suite struct PhotoRequestStateMachineTests {
  typealias Machine = PhotoRequest.StateMachine

  /// What can happen to a request; `ok` and `bad` say how a half ended. Footage that is cut short is written.
  enum Input: String, CaseIterable, Sendable {
    case frameChosen, stillOK, stillBad, secondOK, secondBad, gatheringEnded, movieOK, movieBad, footageEnded,
      footageCut

    /// What can happen to a request without a bracket.
    static let single = allCases.filter { $0 != .secondOK && $0 != .secondBad }

    func apply(to machine: inout Machine) -> [Machine.Action] {
      switch self {
      case .frameChosen: machine.frameChosen()
      case .stillOK: machine.photoEnded(0, nil)
      case .stillBad: machine.photoEnded(0, Self.error(.stillFailed))
      case .secondOK: machine.photoEnded(1, nil)
      case .secondBad: machine.photoEnded(1, Self.error(.stillFailed))
      case .gatheringEnded: machine.gatheringEnded()
      case .movieOK: machine.movieEnded(nil)
      case .movieBad: machine.movieEnded(Self.error(.encodingFailed))
      case .footageEnded: machine.footageEnded(Self.error(.sessionStopped))
      case .footageCut: machine.footageEnded(Self.error(.configurationChanged), movie: .isKept)
      }
    }

    static func error(_ code: CaptureError.Code) -> CaptureError { CaptureError(code, message: "on purpose") }
  }

  /// The states of both halves as words, errors by their codes.
  private static func describe(_ machine: Machine) -> String {
    let still =
      switch machine.still {
      case .waiting(exposed: 0): "waiting"
      case .waiting(let exposed): "waiting\(exposed)"
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

  /// One row: the plan, the state, the input, the letters of what is done, and the state it leads to.
  ///
  /// `e` and `x` begin and end of the exposure announced, `s` still processed, `P` photo, `R` gathering end, `w` movie
  /// written, `M` movie, `F` finish.
  struct Row: Sendable, CustomStringConvertible {
    let plan: Machine.Plan
    let path: [Input]
    let input: Input
    let actions: String
    let state: String

    var description: String {
      "\(plan.isLive ? "Live" : "still") of \(plan.exposures) \(path.map(\.rawValue).joined(separator: ",")) + \(input.rawValue)"
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

  private static let still = Machine.Plan()
  private static let live = Machine.Plan(isLive: true)
  private static let bracket = Machine.Plan(exposures: 2)
  private static let liveBracket = Machine.Plan(isLive: true, exposures: 2)

  private static func rows(
    _ plan: Machine.Plan, _ path: [Input], _ table: [(Input, String, String)]
  ) -> [Row] {
    precondition(
      table.map(\.0) == (plan.exposures == 1 ? Input.single : Input.allCases), "every input is listed once, in order")
    return table.map { Row(plan: plan, path: path, input: $0.0, actions: $0.1, state: $0.2) }
  }

  private static let stillAlone =
    rows(
      still, [],
      [
        (.frameChosen, "exs", "processing none"), (.stillOK, "", "waiting none"), (.stillBad, "", "waiting none"),
        (.gatheringEnded, "", "waiting none"), (.movieOK, "", "waiting none"), (.movieBad, "", "waiting none"),
        (.footageEnded, "PF", "sessionStopped none"), (.footageCut, "PF", "configurationChanged none"),
      ])
    + rows(
      still, [.frameChosen],
      [
        (.frameChosen, "", "processing none"), (.stillOK, "PF", "done none"), (.stillBad, "PF", "stillFailed none"),
        (.gatheringEnded, "", "processing none"), (.movieOK, "", "processing none"),
        (.movieBad, "", "processing none"), (.footageEnded, "", "processing none"),
        (.footageCut, "", "processing none"),
      ])
    + rows(still, [.frameChosen, .stillOK], Input.single.map { ($0, "", "done none") })

  private static let waitingGathering = rows(
    live, [],
    [
      (.frameChosen, "exs", "processing gathering"), (.stillOK, "", "waiting gathering"),
      (.stillBad, "", "waiting gathering"), (.gatheringEnded, "Rw", "waiting writing"),
      (.movieOK, "RM", "waiting done"), (.movieBad, "RM", "waiting encodingFailed"),
      (.footageEnded, "PRMF", "sessionStopped sessionStopped"),
      (.footageCut, "PRMF", "configurationChanged configurationChanged"),
    ])
  private static let waitingWriting = rows(
    live, [.gatheringEnded],
    [
      (.frameChosen, "exs", "processing writing"), (.stillOK, "", "waiting writing"),
      (.stillBad, "", "waiting writing"), (.gatheringEnded, "", "waiting writing"), (.movieOK, "M", "waiting done"),
      (.movieBad, "M", "waiting encodingFailed"), (.footageEnded, "P", "sessionStopped writing"),
      (.footageCut, "P", "configurationChanged writing"),
    ])
  private static let waitingDone = rows(
    live, [.gatheringEnded, .movieBad],
    [
      (.frameChosen, "exs", "processing encodingFailed"), (.stillOK, "", "waiting encodingFailed"),
      (.stillBad, "", "waiting encodingFailed"), (.gatheringEnded, "", "waiting encodingFailed"),
      (.movieOK, "", "waiting encodingFailed"), (.movieBad, "", "waiting encodingFailed"),
      (.footageEnded, "PF", "sessionStopped encodingFailed"),
      (.footageCut, "PF", "configurationChanged encodingFailed"),
    ])
  private static let processingGathering = rows(
    live, [.frameChosen],
    [
      (.frameChosen, "", "processing gathering"), (.stillOK, "P", "done gathering"),
      (.stillBad, "P", "stillFailed gathering"), (.gatheringEnded, "Rw", "processing writing"),
      (.movieOK, "RM", "processing done"), (.movieBad, "RM", "processing encodingFailed"),
      (.footageEnded, "RM", "processing sessionStopped"), (.footageCut, "Rw", "processing writing"),
    ])
  private static let doneGathering = rows(
    live, [.frameChosen, .stillOK],
    [
      (.frameChosen, "", "done gathering"), (.stillOK, "", "done gathering"), (.stillBad, "", "done gathering"),
      (.gatheringEnded, "Rw", "done writing"), (.movieOK, "RMF", "done done"),
      (.movieBad, "RMF", "done encodingFailed"), (.footageEnded, "RMF", "done sessionStopped"),
      (.footageCut, "Rw", "done writing"),
    ])
  private static let processingWriting = rows(
    live, [.frameChosen, .gatheringEnded],
    [
      (.frameChosen, "", "processing writing"), (.stillOK, "P", "done writing"),
      (.stillBad, "P", "stillFailed writing"), (.gatheringEnded, "", "processing writing"),
      (.movieOK, "M", "processing done"), (.movieBad, "M", "processing encodingFailed"),
      (.footageEnded, "", "processing writing"), (.footageCut, "", "processing writing"),
    ])
  private static let failedWriting = rows(
    live, [.frameChosen, .gatheringEnded, .stillBad],
    [
      (.frameChosen, "", "stillFailed writing"), (.stillOK, "", "stillFailed writing"),
      (.stillBad, "", "stillFailed writing"), (.gatheringEnded, "", "stillFailed writing"),
      (.movieOK, "MF", "stillFailed done"), (.movieBad, "MF", "stillFailed encodingFailed"),
      (.footageEnded, "", "stillFailed writing"), (.footageCut, "", "stillFailed writing"),
    ])
  private static let processingDone = rows(
    live, [.frameChosen, .gatheringEnded, .movieOK],
    [
      (.frameChosen, "", "processing done"), (.stillOK, "PF", "done done"), (.stillBad, "PF", "stillFailed done"),
      (.gatheringEnded, "", "processing done"), (.movieOK, "", "processing done"),
      (.movieBad, "", "processing done"), (.footageEnded, "", "processing done"), (.footageCut, "", "processing done"),
    ])
  private static let finished = rows(
    live, [.frameChosen, .stillOK, .gatheringEnded, .movieBad],
    Input.single.map { ($0, "", "done encodingFailed") })

  /// Photos are told of in order, and after the last exposure.
  private static let bracketOfTwo =
    rows(
      bracket, [],
      [
        (.frameChosen, "es", "waiting1 none"), (.stillOK, "", "waiting none"), (.stillBad, "", "waiting none"),
        (.secondOK, "", "waiting none"), (.secondBad, "", "waiting none"), (.gatheringEnded, "", "waiting none"),
        (.movieOK, "", "waiting none"), (.movieBad, "", "waiting none"), (.footageEnded, "PPF", "sessionStopped none"),
        (.footageCut, "PPF", "configurationChanged none"),
      ])
    + rows(
      bracket, [.frameChosen],
      [
        (.frameChosen, "xs", "processing none"), (.stillOK, "", "waiting1 none"), (.stillBad, "", "waiting1 none"),
        (.secondOK, "", "waiting1 none"), (.secondBad, "", "waiting1 none"), (.gatheringEnded, "", "waiting1 none"),
        (.movieOK, "", "waiting1 none"), (.movieBad, "", "waiting1 none"), (.footageEnded, "x", "processing none"),
        (.footageCut, "x", "processing none"),
      ])
    + rows(
      bracket, [.frameChosen, .stillOK],
      [
        (.frameChosen, "xsP", "processing none"), (.stillOK, "", "waiting1 none"), (.stillBad, "", "waiting1 none"),
        (.secondOK, "", "waiting1 none"), (.secondBad, "", "waiting1 none"), (.gatheringEnded, "", "waiting1 none"),
        (.movieOK, "", "waiting1 none"), (.movieBad, "", "waiting1 none"),
        (.footageEnded, "xPPF", "sessionStopped none"), (.footageCut, "xPPF", "configurationChanged none"),
      ])
    + rows(
      bracket, [.frameChosen, .frameChosen],
      [
        (.frameChosen, "", "processing none"), (.stillOK, "P", "processing none"), (.stillBad, "P", "processing none"),
        (.secondOK, "", "processing none"), (.secondBad, "", "processing none"),
        (.gatheringEnded, "", "processing none"),
        (.movieOK, "", "processing none"), (.movieBad, "", "processing none"), (.footageEnded, "", "processing none"),
        (.footageCut, "", "processing none"),
      ])
    + rows(
      bracket, [.frameChosen, .frameChosen, .secondOK],
      [
        (.frameChosen, "", "processing none"), (.stillOK, "PPF", "done none"), (.stillBad, "PPF", "stillFailed none"),
        (.secondOK, "", "processing none"), (.secondBad, "", "processing none"),
        (.gatheringEnded, "", "processing none"),
        (.movieOK, "", "processing none"), (.movieBad, "", "processing none"), (.footageEnded, "", "processing none"),
        (.footageCut, "", "processing none"),
      ])

  /// A movie that is cut short is written as soon as one of its stills has been taken.
  private static let liveBracketOfTwo = rows(
    liveBracket, [.frameChosen],
    [
      (.frameChosen, "xs", "processing gathering"), (.stillOK, "", "waiting1 gathering"),
      (.stillBad, "", "waiting1 gathering"), (.secondOK, "", "waiting1 gathering"),
      (.secondBad, "", "waiting1 gathering"), (.gatheringEnded, "Rw", "waiting1 writing"),
      (.movieOK, "RM", "waiting1 done"), (.movieBad, "RM", "waiting1 encodingFailed"),
      (.footageEnded, "xRM", "processing sessionStopped"), (.footageCut, "xRw", "processing writing"),
    ])

  private static let allRows: [Row] = [
    stillAlone, waitingGathering, waitingWriting, waitingDone, processingGathering, doneGathering, processingWriting,
    failedWriting, processingDone, finished, bracketOfTwo, liveBracketOfTwo,
  ].flatMap { $0 }

  @Test("each input in each state does what it has to and leads where it has to", arguments: allRows)
  func table(row: Row) {
    var machine = Machine(row.plan)
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
      for input in Input.single {
        var next = machine
        let actions = Self.letters(input.apply(to: &next))
        #expect(!machine.isFinished || actions.isEmpty)
        explore(next, seen + actions, depth: depth - 1)
      }
    }
    explore(Machine(Machine.Plan(isLive: isLive)), "B", depth: 4)
  }
}
