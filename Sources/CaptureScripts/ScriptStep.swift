public import MediaCore

/// One step of a script: what is done, and when.
public struct ScriptStep: Sendable, Hashable {
  /// The moment at which a step is taken.
  public enum Moment: Sendable, Hashable {
    /// At once after the step before it.
    case next
    /// So long after the script's beginning.
    case at(MediaTime)
    /// So long after the step before it.
    case after(MediaTime)
    /// As soon as the first camera has delivered so many frames since it was opened.
    case frame(Int)
  }

  /// When.
  public var moment: Moment
  /// What.
  public var action: ScriptAction
  /// The photo output that it is about; `nil` is the first.
  public var output: String?
  /// Its line in the script, if it has one.
  public var line: Int?
  /// Its column there.
  package var column: Int?

  /// A step from its parts.
  public init(_ moment: Moment = .next, _ action: ScriptAction, output: String? = nil, line: Int? = nil) {
    self.moment = moment
    self.action = action
    self.output = output
    self.line = line
  }
}
