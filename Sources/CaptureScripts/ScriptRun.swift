/// The outcome of a script.
public struct ScriptRun: Sendable {
  /// An expectation, and whether it was met.
  public struct Verdict: Sendable, Hashable {
    /// The name of the expectation, by its key.
    public let expectation: String
    /// The failure, which says what came instead; `nil` if it held.
    public let failure: String?

    /// A Boolean value that indicates whether the expectation held.
    public var holds: Bool { failure == nil }
  }

  /// The work of one of the photo outputs to which the script gives names.
  public struct Output: Sendable, Hashable {
    /// The output's name.
    public let name: String
    /// The steps of the output's captures, in the order of its events.
    public let timeline: String
    /// The values of its LIVE counter, the first included.
    public let badge: [Int]

    init?(_ course: ScriptOutputCourse) {
      guard let name = course.name else { return nil }
      self.name = name
      timeline = ScriptCourse.timeline(course.calls)
      badge = course.counts
    }
  }

  /// A breach of what every run has to keep, whatever the script expects.
  public struct Violation: Sendable, Hashable, CustomStringConvertible {
    /// The rules that every run has to keep.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The LIVE counter is begins minus ends of gathering at each event, never below 0, and 0 at the end: that of
      /// each output, and all together.
      case badge
      /// The calls of each output keep ``CaptureLaws``, and are about its own captures.
      case laws
      /// Steps are carried out at the script's times.
      case late
      /// The session gets its devices and runs, unless the script lists what happens to it or what is refused.
      case start
      /// Every press is accepted, unless the script states its outcome: with `refusals`, `timeline`, or `refused`,
      /// `course` or `calls` of that capture.
      case refused
      /// Every file that is written reaches the runner's folder, but for faults of the script's own.
      case unwritten
    }

    /// The rule that was broken.
    public let kind: Kind
    /// A sentence about what came instead.
    public let message: String

    /// The sentence.
    public var description: String { message }
  }

  /// A file that was written.
  public struct File: Sendable, Hashable {
    /// The file's name.
    public let name: String
    /// The size of the file in bytes.
    public let size: Int
    /// A hash of its bytes (FNV-1a).
    public let hash: UInt64
  }

  /// The entries of the script's log, in order.
  public internal(set) var entries: [ScriptEntry] = []
  /// The verdicts on each expectation.
  public internal(set) var verdicts: [Verdict] = []
  /// The files that were written, in order of their names.
  public internal(set) var files: [File] = []
  /// The steps of all captures, in the order of the outputs' events: by time, at one instant in the order of the
  /// outputs.
  public internal(set) var timeline = ""
  /// The values of the LIVE counter, the first included; of several outputs their counters together.
  public internal(set) var badge: [Int] = []
  /// The photo outputs to which the script gives names, in its order.
  public internal(set) var outputs: [Output] = []
  /// The violations of what must not be whatever a script expects. See <doc:CaptureScripts>.
  public internal(set) var violations: [Violation] = []
  /// A Boolean value that indicates whether every capture and every recording that began has finished.
  public internal(set) var isClosed = false
  /// A Boolean value that indicates whether no action was scheduled for a later instant after the session had stopped.
  public internal(set) var isAtRest = false
  /// The bytes of the files, if the runner keeps them.
  package var contents: [String: [UInt8]] = [:]
  /// The facts that a drawing shows beside the entries: devices, and where the course departs from what was expected.
  var course = CourseFacts()
  /// The objects that must not outlive the run.
  var residents = LeakWatch()

  /// A Boolean value that indicates whether every expectation held and there are no violations.
  public var holds: Bool { verdicts.allSatisfy(\.holds) && violations.isEmpty }

  /// Returns the names of the objects that have outlived the run. Call it after the runner has returned; it lets other
  /// threads finish their work first.
  public func leaks() async -> [String] { await residents.settled().survivors }
}

extension ScriptRun: CustomStringConvertible {
  /// A text for people, and for what a failed test prints: what did not come, then the captures' steps, the badge, the
  /// files.
  public var description: String {
    let failed = verdicts.compactMap { verdict in verdict.failure.map { "  - \(verdict.expectation): \($0)" } }
    let head =
      holds
      ? "script: all \(verdicts.count) expectations held"
      : "script: \(failed.count) of \(verdicts.count) expectations failed"
    var lines = [head] + failed
    func describe(_ whose: String, _ timeline: String, _ badge: [Int]) {
      lines.append("  timeline\(whose): " + (timeline.isEmpty ? "no captures" : timeline))
      lines.append("  badge\(whose): " + badge.map { "\($0)" }.joined(separator: " "))
    }
    if outputs.count > 1 {
      for output in outputs { describe(" of \(output.name)", output.timeline, output.badge) }
    } else {
      describe("", timeline, badge)
    }
    lines.append(
      "  files: " + (files.isEmpty ? "none" : files.map { "\($0.name) (\($0.size) B)" }.joined(separator: ", ")))
    if !isClosed { lines.append("  a capture that began has not finished") }
    return lines.joined(separator: "\n")
  }
}
