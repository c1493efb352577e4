import CaptureDevices
import LiveCapture
import MediaCore
import Simulator

/// Carries out scripts in virtual time: equal scripts have equal logs and equal files, on every run.
public struct ScriptRunner: Sendable {
  /// A folder for the files; `nil` keeps them in memory.
  public var folder: String?
  /// The seed of the scene and of the shuffled order, in place of the script's own.
  public var seed: UInt64?
  /// Indicates whether a run keeps the bytes of its files, for tests that look into them.
  package var keepsContents = false

  private let tools: ScriptTools

  /// Creates a runner whose files are really written if it is given a folder. ``ScriptTools`` without anything will do
  /// for scripts with `encoder: null`.
  public init(folder: String? = nil, seed: UInt64? = nil, tools: ScriptTools) {
    self.folder = folder
    self.seed = seed
    self.tools = tools
  }

  /// Runs a script to its end, stops the session, and compares the results with the expectations.
  /// - Throws: ``ScriptError`` when the world of the script cannot be, such as a movie that is not there, or when it
  ///   asks for what the runner has no tools for.
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
      throw ScriptError(
        .unavailable, file: script.file, message: "the script's world cannot be set up", underlying: error)
    }
    let play = ScriptPlay(cast)
    await play.run()
    var run = await play.finish(witness, tools.reader)
    play.watch(with: run.residents)
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
    script.order = script.order.seeded(seed)
    return script
  }
}
