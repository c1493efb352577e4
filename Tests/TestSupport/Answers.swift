import Foundation

/// The status of an answer.
public func status(_ answer: String) -> Int { Int(answer.split(separator: " ").dropFirst().first ?? "") ?? 0 }

/// What follows the head of an answer.
public func body(_ answer: String) -> String {
  guard let end = answer.range(of: "\r\n\r\n") else { return "" }
  return String(answer[end.upperBound...])
}
