import Glibc
import Synchronization

/// How far an operation is, drawn over itself on the last line of a terminal at standard error; elsewhere nothing.
final class ProgressBar: Sendable {
  private static let cells = 30
  private let title: String
  private let isShown: Bool
  private let drawn = Mutex("")

  init(_ title: String) {
    self.title = title
    isShown = isatty(STDERR_FILENO) == 1
  }

  /// The bar's text at a fraction from 0 to 1: `assemble  ███████░░░  70 %`.
  static func text(_ title: String, _ fraction: Double) -> String {
    let fraction = min(max(fraction, 0), 1)
    let full = Int(fraction * Double(cells))
    let percent = "\(Int(fraction * 100))"
    return title + "  " + String(repeating: "█", count: full) + String(repeating: "░", count: cells - full)
      + String(repeating: " ", count: 5 - percent.count) + percent + " %"
  }

  func show(_ fraction: Double) { draw(Self.text(title, fraction)) }

  func clear() { draw("") }

  private func draw(_ text: String) {
    guard isShown else { return }
    drawn.withLock { drawn in
      guard drawn != text else { return }
      drawn = text
      Terminal.show("\r\u{1b}[2K" + text)
    }
  }
}
