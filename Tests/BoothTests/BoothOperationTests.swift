import KioskWeb
import Testing

@testable import Booth

/// Every event in every state of a booth's operation, as the article Booth has them, and the orders that each refuses.
struct BoothOperationTests {
  private static let lost = KioskState.Reason(code: "cameraLost", message: "The camera has gone.")
  private static let busy = KioskState.Reason(code: "cameraBusy", message: "The camera is busy.")
  private static let events: [BoothOperation.Event] = [.firstFrame, .interrupted(busy), .resumed, .stop]

  struct Row: Sendable {
    let state: BoothOperation
    /// The states that the events lead to.
    let next: [BoothOperation]
    let status: Int?
  }

  static let rows = [
    Row(
      state: .starting, next: [.running, .interrupted(busy, hasFrames: false), .starting, .stopping], status: 503),
    Row(state: .running, next: [.running, .interrupted(busy, hasFrames: true), .running, .stopping], status: nil),
    Row(
      state: .interrupted(lost, hasFrames: false),
      next: [
        .interrupted(lost, hasFrames: true), .interrupted(busy, hasFrames: false), .starting, .stopping,
      ], status: 503),
    Row(
      state: .interrupted(lost, hasFrames: true),
      next: [.interrupted(lost, hasFrames: true), .interrupted(busy, hasFrames: true), .running, .stopping],
      status: 503),
    Row(state: .stopping, next: [.stopping, .stopping, .stopping, .stopping], status: 503),
  ]

  @Test("every event in every state", arguments: rows)
  func events(_ row: Row) {
    for (event, next) in zip(Self.events, row.next) {
      var operation = row.state
      operation.handle(event)
      #expect(operation == next, "\(event)")
    }
  }

  @Test("only a booth that runs takes orders; an interrupted one says why it does not", arguments: rows)
  func orders(_ row: Row) {
    var refusal: WebFailure?
    do throws(WebFailure) { try row.state.checkReadiness() } catch { refusal = error }
    #expect(refusal?.status == row.status)
    if let reason = row.state.reason { #expect(refusal?.message == reason.message) }
  }
}
