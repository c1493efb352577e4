public import MediaCore

/// The reason why a text is no timeline.
public struct TimelineError: Error, Sendable, CustomStringConvertible {
  /// The kinds of mistakes; more may be added.
  public typealias Code = ErrorCode<TimelineError>

  /// The kind of mistake.
  public let code: Code
  /// The whole text.
  public let text: String
  /// The place of the mistake, in characters from the beginning.
  public let offset: Int
  /// A sentence about what is wrong and what to write.
  public let message: String
  /// The error behind this one, of which ``message`` tells.
  public let underlying: (any Error)?

  package init(
    _ code: Code, _ token: TimelineToken, in text: String, _ message: String, underlying: (any Error)? = nil
  ) {
    self.code = code
    self.text = text
    offset = token.offset
    self.message = message
    self.underlying = underlying
  }

  /// Creates a mistake in a step, at its place in the text; `nil` for one that has none.
  package init?(_ mistake: any Error, in text: String) {
    guard let mistake = mistake as? ScriptError, let column = mistake.column else { return nil }
    code = .unknownStep
    self.text = text
    offset = column - 1
    // Steps that do not fit to the devices are numbered as the timeline's intervals make them: that says nothing here.
    message = (mistake.code == .inconsistent ? "" : "\(mistake.key): ") + mistake.message
    underlying = mistake
  }

  /// Message, the line that it is about, and a mark below the place.
  public var description: String {
    let place = text.index(text.startIndex, offsetBy: offset)
    let begin = text[..<place].lastIndex(where: \.isNewline).map { text.index(after: $0) } ?? text.startIndex
    let line = text[begin...].prefix { !$0.isNewline }
    return message + "\n" + ScriptError.excerpt(line, text.distance(from: begin, to: place))
  }
}

extension ErrorCode<TimelineError> {
  /// A text between blanks that is not an interval.
  public static var unknownInterval: Self { Self("unknownInterval") }
  /// A text after the stop.
  public static var afterStop: Self { Self("afterStop") }
  /// The timeline has more intervals than a timeline may have.
  public static var tooLong: Self { Self("tooLong") }
  /// A text that is no step: of a script between intervals, or of a capture among those that are expected.
  public static var unknownStep: Self { Self("unknownStep") }
}
