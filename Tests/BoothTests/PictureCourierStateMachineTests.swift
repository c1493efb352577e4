import Testing

@testable import Booth

/// Every event in every state of a courier: what is done, and where it leads.
struct PictureCourierStateMachineTests {
  typealias Machine = PictureCourier.StateMachine

  /// The state that each event leads to, in the order of its cases.
  private static func next(after state: Machine.State) -> [Machine.State] {
    switch state {
    case .resting: [.working, .resting, .resting, .resting, .ended]
    case .working: [.working, .resting, .resting, .working, .ended]
    case .ended: [.ended, .ended, .ended, .ended, .ended]
    }
  }

  private static func machine(in state: Machine.State) -> Machine {
    var machine = Machine()
    switch state {
    case .resting: break
    case .working: _ = machine.handle(.hurried)
    case .ended: _ = machine.handle(.ended)
    }
    return machine
  }

  @Test("every event in every state", arguments: Machine.State.allCases)
  func events(_ state: Machine.State) {
    #expect(Self.machine(in: state).state == state)
    for (event, next) in zip(Machine.Event.allCases, Self.next(after: state)) {
      var machine = Self.machine(in: state)
      let action = machine.handle(event)
      #expect(machine.state == next, "\(event)")
      let begins = event == .hurried && state == .resting
      #expect(action == (begins ? .work(listeningFirst: false) : event == .failed ? .tellTrouble : nil), "\(event)")
    }
  }

  @Test("people are told once that pictures wait, and once that they no longer do")
  func trouble() {
    var machine = Machine()
    var told: [Machine.Action?] = []
    for event in [Machine.Event.failed, .failed, .succeeded, .succeeded, .failed] {
      _ = machine.handle(.hurried)
      told.append(machine.handle(event))
    }
    #expect(told == [.tellTrouble, nil, .tellRecovery, nil, .tellTrouble])
  }

  @Test("changes that are no longer reported are listened to in the next round, also if they stop during this one")
  func deafness() {
    var machine = Machine()
    _ = machine.handle(.wentDeaf)
    #expect(machine.handle(.hurried) == .work(listeningFirst: true))
    _ = machine.handle(.wentDeaf)
    _ = machine.handle(.succeeded)
    #expect(machine.handle(.hurried) == .work(listeningFirst: true))
    _ = machine.handle(.succeeded)
    #expect(machine.handle(.hurried) == .work(listeningFirst: false))
  }
}
