import ArgumentParser
import Dispatch
import Glibc
import LiveCapture
import Logging
import MediaCore

/// The file that `--log` names: a line for each message with date, level, label, message and, by name, what belongs to it.
///
/// Dates are those of the session's clock: virtual in virtual time. Lines are written in order, by a queue of the log's
/// own: no camera waits for a slow disk.
struct LogFile: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  private let label: String
  private let descriptor: Int32
  private let clock: any MediaClock
  private let wallClock: any WallClock

  private static let queue = DispatchQueue(label: "livecam.log")

  init(_ descriptor: Int32, label: String, level: Logger.Level, _ environment: CaptureEnvironment) {
    (self.descriptor, self.label, logLevel) = (descriptor, label, level)
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
    let line = String(text.map { $0.isNewline ? " " : $0 }) + "\n"
    // A log that cannot be written any more keeps no photo from being taken.
    Self.queue.async { [descriptor] in Terminal.write(line, to: descriptor) }
  }

  /// Returns once every line so far has been written.
  static func flush() { queue.sync {} }

  /// Opens a file to append to; what it holds stays.
  /// - Throws: an exit code, once the reason is told, when it cannot be written.
  static func open(_ path: String) throws(ExitCode) -> Int32 {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      Terminal.complain("livecam: --log \(path): the file cannot be written. Name another. [errno \(errno)]")
      throw ExitReason.unusableFolder.exitCode
    }
    return descriptor
  }

  /// A value as one word, or in quotation marks.
  private static func word(_ value: String) -> String {
    value.isEmpty || value.contains { $0.isWhitespace || $0 == "\"" || $0 == "=" } ? value.debugDescription : value
  }
}
