import Dispatch
import LiveCapture
import Logging
import MediaCore

/// The file that `--log` names: a line for each message with date, level, label, message and, by name, what belongs to
/// it.
///
/// Dates are those of the session's clock: virtual in virtual time. Lines are written in order, by a queue of the log's
/// own: no camera waits for a slow disk.
struct LogFile: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  private let label: String
  private let file: AppendedFile
  private let clock: any MediaClock
  private let wallClock: any WallClock

  private static let queue = DispatchQueue(label: "livecam.log")

  init(_ file: AppendedFile, label: String, level: Logger.Level, _ environment: CaptureEnvironment) {
    (self.file, self.label, logLevel) = (file, label, level)
    (clock, wallClock) = (environment.clock, environment.wallClock)
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let belonging = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
      .map { " \($0.key)=\(Self.word("\($0.value)"))" }
    let date = ExifDate.xmpText(wallClock.date(at: clock.now))
    let text = "\(date) \(event.level) \(label): \(event.message)\(belonging.joined())"
    let line = String(text.map { $0.isNewline ? " " : $0 })
    Self.queue.async { [file] in file.append(line) }
  }

  /// Returns once every line so far has been written.
  static func flush() { queue.sync {} }

  /// A value as one word, or in quotation marks.
  private static func word(_ value: String) -> String {
    value.isEmpty || value.contains { $0.isWhitespace || $0 == "\"" || $0 == "=" } ? value.debugDescription : value
  }
}
