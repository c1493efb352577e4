import MediaCore
import Testing

@testable import Booth

/// Every event and request in every state of a shot: what is done, and where it leads. The same table is in the article
/// Booth.
struct BoothShotStateMachineTests {
  typealias Machine = BoothShot.StateMachine

  private static let zero = MediaTime(value: 5, timescale: 1)
  private static let later = MediaTime(value: 6, timescale: 1)

  /// The states, each as the shortest way from an order to it.
  enum Place: String, CaseIterable, Sendable {
    case ordered, counting, lastSecond, awaitingFrame, capturing, storing, ended

    var machine: Machine {
      var machine = Machine()
      let events: [Machine.Event]
      switch self {
      case .ordered: events = []
      case .counting: events = [.countdownBegan(seconds: 2)]
      case .lastSecond: events = [.countdownBegan(seconds: 1)]
      case .awaitingFrame: events = [.countdownBegan(seconds: 1), .timerFired(at: zero)]
      case .capturing: events = [.countdownBegan(seconds: 1), .timerFired(at: zero), .timerFired(at: later)]
      case .storing: events = [.filmed]
      case .ended: events = [.ended]
      }
      for event in events { _ = machine.handle(event) }
      return machine
    }

    var state: Machine.State {
      switch self {
      case .ordered: .capturing(zero: nil)
      case .counting: .counting(step: 2)
      case .lastSecond: .counting(step: 1)
      case .awaitingFrame: .awaitingFrame(zero: zero)
      case .capturing: .capturing(zero: zero)
      case .storing: .storing
      case .ended: .ended
      }
    }
  }

  @Test("each place of the table is the state that its name says", arguments: Place.allCases)
  func places(_ place: Place) {
    #expect(place.machine.state == place.state)
  }

  /// The events of the table, in the order of its columns.
  private static let events: [Machine.Event] = [
    .countdownBegan(seconds: 2), .timerFired(at: later), .frameWasGone, .filmed, .partFailed, .ended,
  ]

  /// What each event leads to; `nil` where it changes nothing.
  private static func outcomes(in place: Place) -> [(Machine.State, [Machine.Action])?] {
    let counts: (Machine.State, [Machine.Action]) = (.counting(step: 2), [.show(step: 2), .countSecond])
    let stops: [Machine.Action] = [.cancelTimer]
    switch place {
    case .ordered: return [counts, nil, nil, (.storing, []), nil, (.ended, [])]
    case .counting:
      return [
        nil, (.counting(step: 1), [.show(step: 1), .countSecond]), nil, nil, (.storing, stops), (.ended, stops),
      ]
    case .lastSecond:
      return [
        nil, (.awaitingFrame(zero: later), [.show(step: 0), .awaitScreen]), nil, nil, (.storing, stops),
        (.ended, stops),
      ]
    case .awaitingFrame:
      return [nil, (.capturing(zero: zero), [.press(at: zero)]), nil, nil, (.storing, stops), (.ended, stops)]
    case .capturing:
      return [counts, nil, (.awaitingFrame(zero: zero), [.awaitScreen]), (.storing, []), nil, (.ended, [])]
    case .storing: return [nil, nil, nil, nil, nil, (.ended, [])]
    case .ended: return [nil, nil, nil, nil, nil, nil]
    }
  }

  @Test("every event in every state", arguments: Place.allCases)
  func events(_ place: Place) {
    let outcomes = Self.outcomes(in: place)
    #expect(outcomes.count == Self.events.count)
    for (event, outcome) in zip(Self.events, outcomes) {
      var machine = place.machine
      let actions = machine.handle(event)
      #expect(machine.state == outcome?.0 ?? place.state, "\(event)")
      #expect(actions == outcome?.1 ?? [], "\(event)")
    }
  }

  /// What each request leads to, in the order of its cases: the state if it is granted.
  private static func answers(in place: Place) -> [Result<Machine.State, Machine.Refusal>] {
    switch place {
    case .ordered, .capturing: [.failure(.isTaken), .failure(.isTaken), .success(.storing)]
    case .storing: [.failure(.isTaken), .failure(.isTaken), .failure(.isTaken)]
    case .counting, .lastSecond: [.failure(.isCounting), .success(.ended), .success(.storing)]
    case .awaitingFrame: [.success(.capturing(zero: zero)), .success(.ended), .success(.storing)]
    case .ended: [.failure(.hasEnded), .failure(.hasEnded), .failure(.hasEnded)]
    }
  }

  @Test("every request in every state; one that is refused changes nothing", arguments: Place.allCases)
  func requests(_ place: Place) {
    for (request, answer) in zip(Machine.Request.allCases, Self.answers(in: place)) {
      var machine = place.machine
      let result = Result { () throws(Machine.Refusal) in try machine.handle(request) }
      switch answer {
      case .success(let state):
        // Where no countdown runs there is no timer.
        let hasTimer = ![.ordered, .capturing].contains(place)
        #expect(machine.state == state && result == .success(hasTimer ? [.cancelTimer] : []), "\(request)")
      case .failure(let refusal): #expect(machine == place.machine && result == .failure(refusal), "\(request)")
      }
    }
  }

  @Test("a countdown of no seconds is none, and each countdown has its own length")
  func lengths() {
    var machine = Machine()
    #expect(machine.handle(.countdownBegan(seconds: 0)) == [] && machine.state == .capturing(zero: nil))
    _ = machine.handle(.countdownBegan(seconds: 1))
    #expect(machine.countdownSeconds == 1)
    for _ in 0..<2 { _ = machine.handle(.timerFired(at: Self.zero)) }
    _ = machine.handle(.countdownBegan(seconds: 3))
    #expect(machine.countdownSeconds == 3 && machine.state == .counting(step: 3))
  }
}
