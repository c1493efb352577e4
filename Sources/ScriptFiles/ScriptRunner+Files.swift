import CaptureCodecs
public import CaptureScripts
import Fixtures
import ForeignDevices
import LiveCapture
import Simulator

extension ScriptRunner {
  /// Creates a runner with ``CaptureScripts/ScriptTools/standard``, whose files are really written if it is given a
  /// folder.
  public init(folder: String? = nil, seed: UInt64? = nil) { self.init(folder: folder, seed: seed, tools: .standard) }
}

extension ScriptTools {
  /// The tools for all that scripts can name: livecam's codecs, its fixtures, movies of other programs, and
  /// ``WrittenFiles``.
  public static let standard = ScriptTools(media: .standard, schemes: [.fixture, .movie], reader: WrittenFiles())
}
