import Foundation

/// The status of an answer; 0 for what is no answer of HTTP.
public func status(_ answer: String) -> Int {
  let words = answer.prefix { !$0.isNewline }.split(separator: " ")
  guard words.count >= 2, ["HTTP/1.0", "HTTP/1.1"].contains(words[0]), words[1].count == 3 else { return 0 }
  return Int(words[1]) ?? 0
}

/// What follows the head of an answer.
public func body(_ answer: String) -> String {
  guard let end = answer.range(of: "\r\n\r\n") else { return "" }
  return String(answer[end.upperBound...])
}
