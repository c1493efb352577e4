import ByteCoding
import Dispatch
import KioskWeb
import MediaCore
import Printing
import Synchronization

/// A queue that prints pictures one after the other and reports their progress.
///
/// A job that cannot be printed now waits until the printer is back, has paper, or has its door closed. One thread
/// makes all calls of the printer, so that nothing else waits for it.
final class PrintDesk: KioskPrinter {
  /// What was heard of the printer last.
  private enum Answer {
    /// The printer's condition, with its message on that.
    case report(PrinterReport.Condition, message: String?)
    /// The reason why the printer could not be asked.
    case failure(PrinterError)

    var condition: PrinterReport.Condition {
      switch self {
      case .report(let condition, _): condition
      case .failure(let error): error.code == .away ? .away : .stopped
      }
    }
  }

  private struct State {
    /// The jobs that are not over, in their order.
    var jobs: [PrintJob] = []
    var ended: [KioskPrinterState.Job] = []
    /// Jobs at the printer that are to be ended.
    var unwanted: [Int] = []
    var lastJob = 0
    var counts: PrintCounts
    /// The jobs of an earlier run that are still to be taken up.
    var earlier: [PrintMemory.Waiting]
    var printer = Answer.report(.ready, message: nil)
    /// What has been passed on last: to the booth's memory, and to pages.
    var published: (memory: PrintMemory, state: KioskPrinterState?)
    var isEnded = false
  }

  private static let mostJobs = 50
  private static let mostEnded = 10
  private static let soon = MediaTime(value: 1, timescale: 1)
  private static let later = MediaTime(value: 10, timescale: 1)

  private let held: Mutex<PrintingConfiguration>
  private let desk: BoothDesk
  private let pictures: any KioskPictures
  private let keep: @Sendable (PrintMemory) -> Void
  private let queue = DispatchQueue(label: "livecam.booth.printer")
  private let state: Mutex<State>
  private let next = Mutex<(any ScheduledAction)?>(nil)

  /// `memory` is of an earlier run; `keep` is called with what is to be remembered when that changes.
  init(
    _ configuration: PrintingConfiguration, _ desk: BoothDesk, pictures: any KioskPictures,
    remembering memory: PrintMemory, keeping keep: @escaping @Sendable (PrintMemory) -> Void
  ) {
    held = Mutex(configuration)
    (self.desk, self.pictures, self.keep) = (desk, pictures, keep)
    state = Mutex(State(counts: memory.counts, earlier: memory.waiting, published: (memory, nil)))
    change { _ in }
  }

  private var configuration: PrintingConfiguration { held.withLock { $0 } }

  /// Goes on with other paper and limits; returns whether it did, which it does not with another printer.
  func adopt(_ configuration: PrintingConfiguration) -> Bool {
    guard configuration.destination == self.configuration.destination else { return false }
    held.withLock { $0 = configuration }
    // Pages are told the limits.
    change { _ in }
    hurry()
    return true
  }

  /// Begins to look at the printer, and takes up what waited for it when the booth ended.
  func start() {
    hurry()
    Task { await takeUp() }
  }

  private func takeUp() async {
    while let job = state.withLock(\.earlier.first) {
      // A picture that has been deleted meanwhile is not printed.
      let picture = try? await pictures.file(.still, of: job.asset, side: 0).source
      change { state in
        state.earlier.removeFirst()
        if let picture {
          add(job, picture, &state)
        } else if job.isGuests {
          state.counts.add(-job.copies, of: job.asset)
        }
      }
      hurry()
    }
  }

  @discardableResult
  private func add(_ order: PrintMemory.Waiting, _ picture: any ByteSource, _ state: inout State) -> Int {
    state.lastJob += 1
    state.jobs.append(PrintJob(state.lastJob, order, picture))
    return state.lastJob
  }

  /// Stops using the printer, which continues with the jobs that it has received.
  func end() {
    state.withLock { $0.isEnded = true }
    next.withLock { $0.take() }?.cancel()
  }

  // MARK: Orders

  func order(_ asset: String, copies: Int, byOperator: Bool) async throws(WebFailure) -> Int {
    let described = try await pictures.asset(asset)
    guard described.kind != .video else { throw .invalid("A video cannot be printed.") }
    let picture = try await pictures.file(.still, of: asset, side: 0).source
    let date = desk.wallClock.date(at: desk.clock.now)
    let number = try change { state throws(WebFailure) in
      state.counts.turn(to: date)
      guard !state.isEnded else { throw WebFailure(503, "unavailable", "The booth is being stopped.") }
      guard state.jobs.count < Self.mostJobs else {
        throw WebFailure(429, "printerBusy", "\(Self.mostJobs) pictures wait for the printer. Try again later.")
      }
      if !byOperator { try checkLimits(state.counts, asset, copies) }
      if !byOperator { state.counts.add(copies, of: asset) }
      let job = PrintMemory.Waiting(asset: asset, name: described.name, copies: copies, isGuests: !byOperator)
      return add(job, picture, &state)
    }
    hurry()
    return number
  }

  private func checkLimits(_ counts: PrintCounts, _ asset: String, _ copies: Int) throws(WebFailure) {
    guard (counts.ofPicture[asset] ?? 0) + copies <= configuration.copiesOfPicture else {
      throw WebFailure(
        409, "printLimit",
        "A picture is printed \(configuration.copiesOfPicture) times at most. Ask the operator for more.")
    }
    if let most = configuration.printsOfEvening, counts.total + copies > most {
      throw WebFailure(409, "printsGone", "The \(most) prints of this evening are gone. Ask the operator for more.")
    }
  }

  func cancel(_ job: Int) throws(WebFailure) {
    try change { state throws(WebFailure) in
      guard apply(.cancelled, to: job, &state) else { throw .notFound("There is no such job, or it is over.") }
    }
    hurry()
  }

  func countAnew() {
    change { $0.counts = PrintCounts() }
  }

  // MARK: The printer

  private func hurry() { queue.async { [weak self] in self?.turn() } }

  /// Looks at the printer and at the job that it has, and gives it the next one.
  private func turn() {
    guard !state.withLock(\.isEnded) else { return }
    do throws(PrinterError) {
      let printer = configuration.printer
      let report = try printer.look()
      change { $0.printer = .report(report.condition, message: report.message) }
      for number in state.withLock({ $0.unwanted }) {
        // One that is over, or unknown, is as good as ended.
        do throws(PrinterError) { try printer.cancel(number) } catch  where error.code == .away { throw error } catch {}
        change { $0.unwanted.removeAll { $0 == number } }
      }
      try follow(printer)
      if report.condition != .away, report.condition != .stopped { try feed(printer, report.paper) }
    } catch {
      change { $0.printer = .failure(error) }
    }
    let isBusy = state.withLock { !$0.jobs.isEmpty || !$0.unwanted.isEmpty }
    again(after: isBusy ? Self.soon : Self.later)
  }

  private func again(after time: MediaTime) {
    let action = desk.clock.schedule(at: desk.clock.now + time) { [weak self] in self?.hurry() }
    let former = next.withLock { next in
      defer { next = action }
      return next
    }
    former?.cancel()
    // It may have been ended meanwhile.
    if state.withLock(\.isEnded) { action.cancel() }
  }

  /// Asks how far the job has come that the printer has.
  private func follow(_ printer: any Printer) throws(PrinterError) {
    guard let job = state.withLock({ $0.jobs.first { $0.number != nil } }), let number = job.number else { return }
    do throws(PrinterError) {
      switch try printer.progress(of: number) {
      case .waiting, .printing: break
      case .done: apply(.printed, to: job)
      case .failed(let reason):
        apply(
          .gaveUp(PrinterError(.refused, context: printer.name, message: "the printer gave it up: \(reason)")), to: job)
      }
    } catch  where error.code == .unknownJob {
      apply(.forgotten(error), to: job)
    }
  }

  /// Gives the printer the next job, if it has none: those that wait can still be ended here.
  private func feed(_ printer: any Printer, _ paper: PrintPaper) throws(PrinterError) {
    guard let job = state.withLock({ state in state.jobs.contains { $0.number != nil } ? nil : state.jobs.first })
    else {
      return
    }
    let name = job.order.name
    do throws(PrinterError) {
      let sheet: [UInt8]
      do { sheet = try PrintSheet.jpeg(of: job.picture, on: paper) } catch {
        throw PrinterError(.refused, context: name, message: "the picture cannot be printed.", underlying: error)
      }
      let number = try printer.submit(sheet, PrintTicket(title: name, copies: job.order.copies))
      // One that was ended meanwhile is to be ended there, too.
      if !apply(.accepted(number: number), to: job) { change { $0.unwanted.append(number) } }
    } catch  where error.code == .refused {
      apply(.refused(error), to: job)
    } catch  where error.code == .busy {
      // It prints for somebody else.
    }
  }

  // MARK: Changes

  /// Applies an event to a job; returns `false` for one that is over.
  @discardableResult
  private func apply(_ event: PrintJob.Event, to job: PrintJob) -> Bool {
    change { apply(event, to: job.id, &$0) }
  }

  private func apply(_ event: PrintJob.Event, to id: Int, _ state: inout State) -> Bool {
    guard let index = state.jobs.firstIndex(where: { $0.id == id }) else { return false }
    if let number = state.jobs[index].handle(event) { state.unwanted.append(number) }
    let job = state.jobs[index]
    guard let outcome = job.outcome else { return true }
    state.jobs.remove(at: index)
    state.ended = state.ended.suffix(Self.mostEnded - 1) + [job.told]
    if case .done = outcome { return true }
    if job.order.isGuests { state.counts.add(-job.order.copies, of: job.order.asset) }
    return true
  }

  /// Changes the state, and tells pages of it, and the operator of trouble.
  @discardableResult
  private func change<Value, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try state.withLock { state throws(Failure) in
      let (condition, ended) = (state.printer.condition, state.ended)
      let value = try body(&state)
      let memory = remember(state)
      if memory != state.published.memory {
        state.published.memory = memory
        keep(memory)
      }
      let told = tell(state)
      if told != state.published.state {
        state.published.state = told
        desk.update { booth, teller in
          booth.printer = told
          teller.tell("printer", told)
        }
      }
      if state.printer.condition != condition {
        desk.mend(.printer)
        if let trouble = told.message { desk.notify("warning", trouble, about: .printer) }
      }
      for job in state.ended.filter({ !ended.contains($0) }) {
        if let message = job.message { desk.notify("error", message) }
      }
      return value
    }
  }

  /// Tells whether a printer's own words are of no trouble, beside which they would confuse.
  private static func isIdle(_ message: String) -> Bool {
    ["idle", "ready", "printing", "processing"].contains(message.lowercased().filter(\.isLetter))
  }

  private func remember(_ state: State) -> PrintMemory {
    let waiting = state.jobs.filter { $0.number == nil }.map(\.order)
    return PrintMemory(counts: state.counts, waiting: state.earlier + waiting)
  }

  private func tell(_ state: State) -> KioskPrinterState {
    let name = configuration.printer.name
    let condition = state.printer.condition
    var told = KioskPrinterState(name: name, state: condition.rawValue, copies: configuration.copiesOfPicture)
    told.message = condition.advice.map { advice in
      switch state.printer {
      case .report(_, let message):
        "\(name): \(advice)" + (message.flatMap { Self.isIdle($0) ? nil : " It says: \($0)" } ?? "")
      case .failure(let error): "\(error)"
      }
    }
    told.jobs = state.ended + state.jobs.map(\.told)
    told.left = configuration.printsOfEvening.map { max(0, $0 - state.counts.total) }
    return told
  }
}

extension PrinterReport.Condition {
  /// The sentence that says what is wrong and what to do; `nil` where nothing is wrong.
  fileprivate var advice: String? {
    switch self {
    case .ready, .printing: nil
    case .paperOut: "the printer is out of paper. Put some in: it goes on by itself."
    case .inkOut: "the printer is out of ink. Change it: it goes on by itself."
    case .jam: "paper is stuck in the printer. Take it out: it goes on by itself."
    case .open: "a door of the printer is open. Close it: it goes on by itself."
    case .stopped: "the printer has been stopped. Start it again, at its buttons or by 'cupsenable'."
    case .away: "the printer does not answer. See that it is on and in the network."
    }
  }
}
