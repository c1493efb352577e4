import CaptureCodecs
public import CaptureScripts
import Fixtures
import ForeignDevices
import LiveCapture
import Simulator

extension ScriptRunner {
  /// A runner with ``CaptureScripts/ScriptTools/standard``, whose files are really written if it is given a folder.
  public init(folder: String? = nil, seed: UInt64? = nil) { self.init(folder: folder, seed: seed, tools: .standard) }
}

extension ScriptTools {
  /// Everything that scripts can ask for: livecam's codecs, its fixtures, other people's movies, and ``WrittenFiles``.
  public static let standard = ScriptTools(media: .standard, schemes: [.fixture, .movie], reader: WrittenFiles())
}
