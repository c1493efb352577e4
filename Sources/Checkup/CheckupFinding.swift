/// One thing that a machine has or lacks.
package struct CheckupFinding: Sendable, Hashable, Encodable {
  /// What it is about.
  package enum Area: String, Sendable, Encodable, CaseIterable {
    case camera, microphone, encoder, library, disk, clock, printer, browser
  }

  /// How bad it is.
  package enum Verdict: String, Sendable, Encodable {
    /// It is there and can be used.
    case ok
    /// Photos can be taken all the same, with less.
    case limited
    /// Without it no photo can be taken.
    case lacking
  }

  package let area: Area
  package let verdict: Verdict
  /// The device, file or name that it is about.
  package let subject: String
  /// What was found.
  package let message: String
  /// What to do; `nil` where there is nothing to be done.
  package let advice: String?
  /// What was measured, by the names of the article: seconds, bytes, times real time.
  package let figures: [String: Double]

  init(
    _ area: Area, _ verdict: Verdict, _ subject: String, _ message: String, advice: String? = nil,
    figures: [String: Double] = [:]
  ) {
    (self.area, self.verdict, self.subject, self.message) = (area, verdict, subject, message)
    (self.advice, self.figures) = (advice, figures)
  }

  /// One line for people: `ok       camera      HD Webcam at /dev/video0: 24 modes. …`.
  package var line: String {
    func column(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(width - text.count, 1))
    }
    return column(verdict.rawValue, 9) + column(area.rawValue, 12) + "\(subject): \(message)."
      + (advice.map { " \($0)." } ?? "")
  }
}
