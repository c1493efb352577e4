/// One thing that a machine has or lacks.
package struct CheckupFinding: Sendable, Hashable, Encodable {
  /// The subject area of a finding.
  package enum Area: String, Sendable, Encodable, CaseIterable {
    case camera, microphone, encoder, library, disk, clock, printer, browser
  }

  /// The severity of a finding.
  package enum Verdict: String, Sendable, Encodable {
    /// The subject is present and can be used.
    case ok
    /// Photos can be taken all the same, with less.
    case limited
    /// Photos cannot be taken without the subject.
    case lacking
  }

  package let area: Area
  package let verdict: Verdict
  /// The device, file or name that it is about.
  package let subject: String
  /// The description of the finding.
  package let message: String
  /// The advice on what to do; `nil` where nothing is to be done.
  package let advice: String?
  /// The measurements, by the names in the article: seconds, bytes, times real time.
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
