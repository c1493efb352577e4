import Dispatch
import MediaCore
import Printing
import Synchronization

/// A printer that does what a test says.
final class PaperPrinter: Printer {
  struct Job {
    let jpeg: [UInt8]
    let ticket: PrintTicket
    var progress = PrintProgress.printing
    var isForgotten = false
  }

  struct State {
    var condition = PrinterReport.Condition.ready
    /// What it says of itself unless it is ready.
    var message = "Beep."
    /// What it answers to everything instead.
    var error: PrinterError?
    /// What it answers to jobs instead.
    var refusal: PrinterError?
    var jobs: [Job] = []
    var cancelled: [Int] = []
  }

  let name = "Postcards"
  let paper = PrintPaper(name: "na_index-4x6_4x6in", width: 1200, height: 1800)
  let state = Mutex(State())
  /// Nobody is answered while it is held.
  let line = DispatchSemaphore(value: 1)

  private func answer<Value>(_ body: (inout State) throws(PrinterError) -> Value) throws(PrinterError) -> Value {
    line.wait()
    defer { line.signal() }
    return try state.withLock { state throws(PrinterError) in
      if let error = state.error { throw error }
      return try body(&state)
    }
  }

  func look() throws(PrinterError) -> PrinterReport {
    try answer { state throws(PrinterError) in
      PrinterReport(
        condition: state.condition, message: state.condition == .ready ? nil : state.message, paper: paper)
    }
  }

  func submit(_ jpeg: [UInt8], _ ticket: PrintTicket) throws(PrinterError) -> Int {
    try answer { state throws(PrinterError) in
      if let refusal = state.refusal { throw refusal }
      state.jobs.append(Job(jpeg: jpeg, ticket: ticket))
      return state.jobs.count
    }
  }

  func progress(of job: Int) throws(PrinterError) -> PrintProgress {
    try answer { state throws(PrinterError) in
      guard !state.jobs[job - 1].isForgotten else {
        throw PrinterError(.unknownJob, context: "Postcards", message: "no such job")
      }
      return state.jobs[job - 1].progress
    }
  }

  func cancel(_ job: Int) throws(PrinterError) {
    try answer { state throws(PrinterError) in state.cancelled.append(job) }
  }
}
