import Testing

@testable import BoothMQTT

/// Every event in every state of a broker's client, and where it leads.
struct BrokerClientStateMachineTests {
  typealias Machine = BrokerClient.StateMachine

  private static let farewell = BrokerMessage("door/availability", "offline", isRetained: true)
  /// The events of the table, in the order of its columns.
  private static let events: [Machine.Event] = [
    .started, .connected, .disconnected, .stopped(farewell: farewell), .farewellSent, .expired,
  ]

  /// A state: the shortest way to it, and what each event leads to; `nil` where it changes nothing.
  struct Row: Sendable {
    let state: Machine.State
    let way: [Machine.Event]
    let next: [Machine.State?]
    var takesMessages = false
    var isEnding = false
  }

  private static let rows: [Row] = [
    Row(state: .created, way: [], next: [.seeking, nil, nil, .ended, nil, nil]),
    Row(state: .seeking, way: [.started], next: [nil, .connected, nil, .ended, nil, nil]),
    Row(
      state: .connected, way: [.started, .connected],
      next: [nil, nil, .seeking, .leaving(farewell: farewell), nil, nil], takesMessages: true),
    Row(
      state: .leaving(farewell: farewell), way: [.started, .connected, .stopped(farewell: farewell)],
      next: [nil, nil, .ended, nil, .parting, .ended], isEnding: true),
    Row(
      state: .parting, way: [.started, .connected, .stopped(farewell: farewell), .farewellSent],
      next: [nil, nil, .ended, nil, nil, .ended], isEnding: true),
    Row(
      state: .ended, way: [.stopped(farewell: farewell)], next: [nil, nil, nil, nil, nil, nil], isEnding: true),
  ]

  @Test("every event in every state", arguments: rows)
  func events(_ row: Row) {
    var machine = Machine()
    for event in row.way { machine.handle(event) }
    #expect(machine.state == row.state)
    #expect(machine.takesMessages == row.takesMessages && machine.isEnding == row.isEnding)
    #expect(row.next.count == Self.events.count)
    for (event, next) in zip(Self.events, row.next) {
      var after = machine
      after.handle(event)
      #expect(after.state == next ?? row.state, "\(event)")
    }
  }
}
