public import CaptureScripts

extension ScriptRunner {
  /// A runner that judges files by ``WrittenFiles``, and really writes them if it is given a folder.
  public init(folder: String? = nil, seed: UInt64? = nil) {
    self.init(folder: folder, seed: seed, reader: WrittenFiles())
  }
}
