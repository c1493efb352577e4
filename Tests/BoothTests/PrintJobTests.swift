import ByteCoding
import KioskWeb
import MediaCore
import Printing
import TestSupport
import Testing

@testable import Booth

/// The course of a picture onto paper: every event in every state.
@Suite struct PrintJobTests {
  private static let error = PrinterError(.refused, context: "Postcards", message: "no.")
  private static let order = PrintMemory.Waiting(asset: "a", name: "IMG_0001", copies: 2, isGuests: true)

  /// What a job looks like, and the number that its event has asked to end.
  private struct Look: Equatable {
    var step: KioskPrinterState.Job.Step
    var number: Int?
    var message: String?
    var unwanted: Int?
  }

  private static func look(_ events: [PrintJob.Event]) -> Look {
    var job = PrintJob(7, order, ArrayBytes([], name: "picture"))
    var unwanted: Int?
    for event in events { unwanted = job.handle(event) }
    let told = job.told
    #expect(told.job == 7 && told.asset == "a" && told.name == "IMG_0001" && told.copies == 2)
    let isOver = ![.waiting, .printing].contains(told.step)
    #expect((job.outcome != nil) == isOver && (job.number != nil) == (told.step == .printing))
    return Look(step: told.step, number: job.number, message: told.message, unwanted: unwanted)
  }

  private static let events: [PrintJob.Event] = [
    .accepted(number: 9), .refused(error), .forgotten(error), .printed, .gaveUp(error), .cancelled,
  ]

  @Test("each event does in each state what the drawing says, and nothing else")
  func table() {
    let failed = Look(step: .failed, message: "Postcards: no.")
    let waiting = Look(step: .waiting)
    let printing = Look(step: .printing, number: 4)
    let cancelled = Look(step: .cancelled)
    let table: [(before: [PrintJob.Event], after: [Look])] = [
      ([], [Look(step: .printing, number: 9), failed, waiting, waiting, waiting, cancelled]),
      (
        [.accepted(number: 4)],
        [printing, printing, waiting, Look(step: .done), failed, Look(step: .cancelled, unwanted: 4)]
      ),
      ([.cancelled], Array(repeating: cancelled, count: 6)),
      ([.refused(Self.error)], Array(repeating: failed, count: 6)),
      ([.accepted(number: 4), .printed], Array(repeating: Look(step: .done), count: 6)),
    ]
    for (before, after) in table {
      for (event, expected) in zip(Self.events, after) {
        #expect(Self.look(before + [event]) == expected, "\(event) after \(before)")
      }
    }
  }

  @Test("a job that the printer forgets is given to it three times, and no more")
  func attempts() {
    var events: [PrintJob.Event] = []
    for attempt in 1...3 {
      events += [.accepted(number: attempt), .forgotten(Self.error)]
      #expect(Self.look(events).step == (attempt < 3 ? .waiting : .failed))
    }
  }
}
