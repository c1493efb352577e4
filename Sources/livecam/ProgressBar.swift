import Glibc
import Synchronization

/// A bar that shows the progress of an operation, drawn over itself on the last line of a terminal at standard error;
/// elsewhere it draws nothing.
final class ProgressBar: Sendable {
  private static let cellCount = 30
  private let title: String
  let isShown: Bool
  private let drawn = Mutex("")

  init(_ title: String) {
    self.title = title
    isShown = isatty(STDERR_FILENO) == 1
  }

  /// The bar's text at a fraction from 0 to 1: `assemble  ███████░░░  70 %`.
  static func text(_ title: String, _ fraction: Double) -> String {
    let percent = "\(Int(min(max(fraction, 0), 1) * 100))"
    return title + "  " + cells(fraction) + String(repeating: " ", count: 5 - percent.count) + percent + " %"
  }

  /// Returns a row that is filled as far as the fraction tells, from 0 to 1.
  static func cells(_ fraction: Double) -> String {
    let full = Int(min(max(fraction, 0), 1) * Double(cellCount))
    return String(repeating: "█", count: full) + String(repeating: "░", count: cellCount - full)
  }

  func show(_ fraction: Double) { draw(Self.text(title, fraction)) }

  /// Shows a text in place of a fraction.
  func show(_ text: String) { draw(text) }

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
