public import MediaCore

/// A step of a script: an action and its time.
public struct ScriptStep: Sendable, Hashable {
  /// The moment at which a step is taken.
  public enum Moment: Sendable, Hashable {
    /// Immediately after the step before it.
    case next
    /// The time after the script's beginning.
    case at(MediaTime)
    /// The time after the step before it.
    case after(MediaTime)
    /// The instant at which the first camera has delivered this many frames since it was opened.
    case frame(Int)
  }

  /// The moment at which the step is taken.
  public var moment: Moment
  /// The action that the step carries out.
  public var action: ScriptAction
  /// The photo output that it is about; `nil` is the first.
  public var output: String?
  /// The number of the step's line in the script, if it has one.
  public var line: Int?
  /// Its column there.
  package var column: Int?

  /// Creates a step from its parts.
  public init(_ moment: Moment = .next, _ action: ScriptAction, output: String? = nil, line: Int? = nil) {
    self.moment = moment
    self.action = action
    self.output = output
    self.line = line
  }
}
