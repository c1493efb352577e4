import Logging
import MediaCore
import Station
import Synchronization

/// A log in memory, a line for each message, with the dates of a station's clock. Captures have no number in it: those
/// are counted by the whole process.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])
  private let environment: CaptureEnvironment

  init(_ environment: CaptureEnvironment) { self.environment = environment }

  var text: String { lines.withLock { $0.joined(separator: "\n") } }

  func logger(_ level: Logger.Level = .info) -> Logger {
    Logger(label: "test") { _ in Handler(lines: self, logLevel: level) }
  }

  private struct Handler: LogHandler {
    let lines: LogLines
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let environment = lines.environment
      let time = ExifDate.xmpText(environment.wallClock.date(at: environment.clock.now)).dropFirst(11).prefix(12)
      let metadata = (event.metadata ?? [:]).sorted { $0.key < $1.key }
        .map { $0.key == "capture" ? " capture" : " \($0.key)=\($0.value)" }
      lines.lines.withLock { $0.append("\(time) \(event.level) \(event.message)\(metadata.joined())") }
    }
  }
}
