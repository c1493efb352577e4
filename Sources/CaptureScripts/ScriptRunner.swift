import CaptureDevices
import Dispatch
import LiveCapture
import MediaCore
import Simulator
import Synchronization

/// Carries out scripts in virtual time: equal scripts have equal logs and equal files, on every run.
public struct ScriptRunner: Sendable {
  /// A folder for the files; `nil` keeps them in memory.
  public var folder: String?
  /// The seed of the scene and of the shuffled order, in place of the script's own.
  public var seed: UInt64?
  /// Whether a run has the bytes of its files: for tests that look into them.
  package var keepsContents = false

  private let tools: ScriptTools

  /// A runner whose files are really written if it is given a folder. ``ScriptTools`` without anything will do for scripts
  /// with `encoder: null`.
  public init(folder: String? = nil, seed: UInt64? = nil, tools: ScriptTools) {
    self.folder = folder
    self.seed = seed
    self.tools = tools
  }

  /// Runs a script to its end, stops the session, and compares what came of it with what was expected.
  /// - Throws: ``ScriptError`` when the world of the script cannot be, such as a movie that is not there, or when it asks
  ///   for what the runner has no tools for.
  public func run(_ script: CaptureScript) async throws(ScriptError) -> ScriptRun {
    let (cast, witness): (ScriptCast, ScriptWitness)
    do {
      try tools.check(script)
      cast = try ScriptCast(seeded(script), folder: folder, tools: tools)
      witness = ScriptWitness(cast)
      try await cast.putTogether()
    } catch let error as ScriptError {
      throw error
    } catch {
      throw ScriptError(file: script.file, message: "the script's world cannot be set up", underlying: error)
    }
    let play = ScriptPlay(cast)
    await play.run()
    var run = await play.finish(witness, tools.reader)
    run.residents = play.residents
    if keepsContents {
      for file in run.files { run.contents[file.name] = play.cast.files.bytes(file.name) }
    }
    return run
  }

  private func seeded(_ script: CaptureScript) -> CaptureScript {
    guard let seed else { return script }
    var script = script
    if case .scene(var settings) = script.world {
      settings.seed = seed
      script.world = .scene(settings)
    }
    script.shuffle?.seed = seed
    return script
  }
}

/// What came of a script.
public struct ScriptRun: Sendable {
  /// One thing that was expected, and whether it came.
  public struct Verdict: Sendable, Hashable {
    /// What was expected.
    public let expectation: String
    /// What came instead; `nil` if it held.
    public let failure: String?

    /// Whether it held.
    public var holds: Bool { failure == nil }
  }

  /// What one of the photo outputs did to which the script gives names.
  public struct Output: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// The steps of its captures in order, as it told them.
    public let timeline: String
    /// The values of its LIVE counter, the first included.
    public let badge: [Int]

    init?(_ course: ScriptOutputCourse) {
      guard let name = course.name else { return nil }
      self.name = name
      timeline = ScriptCourse.timeline(course.events)
      badge = course.counts
    }
  }

  /// What must not be whatever a script expects.
  public struct Violation: Sendable, Hashable, CustomStringConvertible {
    /// What was violated.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The LIVE counter is begins minus ends of recording at each event, never below 0, and 0 at the end: that of each
      /// output, and all together.
      case badge
      /// The calls of each output keep ``CaptureLaws``, and none tells of another's captures.
      case laws
      /// Steps are taken when the script says.
      case late
      /// The session gets its devices and runs, unless the script lists what happens to it or what is refused.
      case start
      /// What is pressed is taken, unless the script says what becomes of it: with `refusals`, `timeline`, or `refused`,
      /// `course` or `calls` of that capture.
      case refused
      /// What is written reaches the runner's folder, but for faults of the script's own.
      case unwritten
    }

    /// What was violated.
    public let kind: Kind
    /// What came instead, in a sentence.
    public let message: String

    /// The sentence.
    public var description: String { message }
  }

  /// A file that was written.
  public struct File: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// Its bytes.
    public let size: Int
    /// A hash of its bytes (FNV-1a).
    public let hash: UInt64
  }

  /// Everything that happened.
  public internal(set) var entries: [ScriptEntry] = []
  /// What was expected, and whether it came.
  public internal(set) var verdicts: [Verdict] = []
  /// Every file, in order of their names.
  public internal(set) var files: [File] = []
  /// All captures' steps in order, as the outputs told them: by time, at one instant in the order of the outputs.
  public internal(set) var timeline = ""
  /// The values of the LIVE counter, the first included; of several outputs their counters together.
  public internal(set) var badge: [Int] = []
  /// The photo outputs to which the script gives names, in its order.
  public internal(set) var outputs: [Output] = []
  /// What must not be whatever a script expects, and was. See <doc:CaptureScripts>.
  public internal(set) var violations: [Violation] = []
  /// Whether every capture and every recording that began has finished.
  public internal(set) var isClosed = false
  /// Whether nothing was left to be done at any later instant, the session having stopped.
  public internal(set) var isAtRest = false
  /// The bytes of the files, if the runner keeps them.
  package var contents: [String: [UInt8]] = [:]
  /// What must not outlive the run, and does not once the caller has let go of nothing else.
  var residents: [WeakResident] = []

  /// Whether everything that was expected came, and nothing that must not be.
  public var holds: Bool { verdicts.allSatisfy(\.holds) && violations.isEmpty }

  /// What has outlived the run, by name. Ask after the runner has returned; lets other threads finish what they are at.
  public func leaks() async -> [String] {
    var patience = 100_000
    while patience > 0, residents.contains(where: { $0.object != nil }) {
      patience -= 1
      await Task.yield()
    }
    return residents.filter { $0.object != nil }.map(\.name)
  }
}

/// Something that is to be gone after a run.
struct WeakResident: Sendable {
  let name: String
  private(set) weak var object: (any AnyObject & Sendable)?
}
