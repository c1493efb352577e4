import ByteCoding
import KioskWeb
import Printing

/// A picture on its way onto paper.
///
/// ```
///              accepted                           printed, gaveUp, cancelled
/// waiting ───────────────────────► printing ───────────────────────────────────► ended
///    │ ▲                              │ │                                          ▲ ▲
///    │ └──── forgotten, at first ─────┘ └──── forgotten, at the last attempt ──────┘ │
///    └────────────────────── refused, cancelled ─────────────────────────────────────┘
/// ```
/// The job is a plain value: ``PrintDesk`` makes the calls of the printer. An event that a state does not know changes
/// nothing.
struct PrintJob: Sendable {
  enum State: Sendable {
    /// The job waits for other jobs, or for the printer.
    case waiting
    /// The printer has the job, and calls it by that number.
    case printing(number: Int)
    case ended(Outcome)
  }

  enum Outcome: Sendable {
    case done
    case cancelled
    case failed(PrinterError)
  }

  enum Event: Sendable {
    /// The printer has taken the job, and calls it by that number.
    case accepted(number: Int)
    /// The picture cannot be printed, or the printer will never take it.
    case refused(PrinterError)
    /// The printer knows nothing of the job: it was switched off and on again.
    case forgotten(PrinterError)
    case printed
    /// The printer has given the job up.
    case gaveUp(PrinterError)
    /// The operator ends the job.
    case cancelled
  }

  /// The number of times that a printer is given a job, as often as makes sense.
  static let mostAttempts = 3

  /// The number of the job, from 1 since the start.
  let id: Int
  let order: PrintMemory.Waiting
  let picture: any ByteSource
  private(set) var state = State.waiting
  private var attempts = 0

  init(_ id: Int, _ order: PrintMemory.Waiting, _ picture: any ByteSource) {
    (self.id, self.order, self.picture) = (id, order, picture)
  }

  /// The printer's number of the job; `nil` while the printer does not have it.
  var number: Int? { if case .printing(let number) = state { number } else { nil } }

  /// The outcome; `nil` until the job is over.
  var outcome: Outcome? { if case .ended(let outcome) = state { outcome } else { nil } }

  /// Applies an event; returns the number of a job that the printer is to end, if there is one.
  mutating func handle(_ event: Event) -> Int? {
    switch (state, event) {
    case (.waiting, .accepted(let number)):
      attempts += 1
      state = .printing(number: number)
    case (.printing, .forgotten(let error)):
      state = attempts < Self.mostAttempts ? .waiting : .ended(.failed(error))
    case (.printing, .printed): state = .ended(.done)
    case (.waiting, .refused(let error)), (.printing, .gaveUp(let error)): state = .ended(.failed(error))
    case (.waiting, .cancelled): state = .ended(.cancelled)
    case (.printing(let number), .cancelled):
      state = .ended(.cancelled)
      return number
    case (.waiting, .forgotten), (.waiting, .printed), (.waiting, .gaveUp): break
    case (.printing, .accepted), (.printing, .refused): break
    case (.ended, _): break
    }
    return nil
  }

  /// The job as pages are told of it.
  var told: KioskPrinterState.Job {
    var told = KioskPrinterState.Job(job: id, asset: order.asset, name: order.name, copies: order.copies)
    switch state {
    case .waiting: told.step = .waiting
    case .printing: told.step = .printing
    case .ended(.done): told.step = .done
    case .ended(.cancelled): told.step = .cancelled
    case .ended(.failed(let error)): (told.step, told.message) = (.failed, "\(error)")
    }
    return told
  }
}
