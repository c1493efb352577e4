extension Verdict {
  /// The verdict for people: rules that don't hold in full, consumers, and one sentence.
  /// - Parameter isVerbose: rules that pass are listed, too.
  public func lines(isVerbose: Bool) -> [String] {
    var lines = ["\(still) + \(movie)"]
    for result in results where isVerbose || result.status != .pass {
      let number = result.rule.number.map { "\($0)" } ?? "-"
      let column = String(repeating: " ", count: max(0, 2 - number.count)) + number
      lines.append("  \(Self.mark(result.status)) \(column) \(result.rule.rawValue): \(result.found)")
      if result.status == .failure || result.status == .warning {
        lines.append("               expected: \(result.expected)")
      }
      if !result.refusedBy.isEmpty {
        lines.append("               refused by: \(result.refusedBy.map(\.name).joined(separator: ", "))")
      }
    }
    for consumer in consumers {
      // What a rule has found stands in its own line above.
      let reason = consumer.decidedBy?.rawValue ?? consumer.reason
      lines.append("  \(consumer.consumer.name): \(consumer.answer.rawValue)\(reason.isEmpty ? "" : " (\(reason))")")
    }
    lines.append("  \(summary)")
    return lines
  }

  /// The verdict in one sentence.
  public var summary: String {
    let warnings = results.filter { $0.status == .warning }.count
    let warned = warnings == 0 ? "" : ", \(warnings) warning\(warnings == 1 ? "" : "s")"
    guard !isLivePhoto else { return "This is a Live Photo\(warned)." }
    return "This is no Live Photo: \(failures.map(\.rule.rawValue).joined(separator: ", "))\(warned)."
  }

  private static func mark(_ status: RuleResult.Status) -> String {
    switch status {
    case .pass: "pass   "
    case .warning: "warning"
    case .failure: "FAILURE"
    case .notChecked: "skipped"
    }
  }
}
