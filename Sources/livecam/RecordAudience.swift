import Logging

/// The audience of a recording: the user, and the log.
struct RecordAudience: Sendable {
  let asJSON: Bool
  let logger: Logger
  let terminal = Terminal()

  func tell(_ report: RecordReport) {
    report.tell(on: terminal, asJSON: asJSON)
    logger.log(level: report.level, "\(report.message ?? report.event)", metadata: report.metadata)
  }
}
