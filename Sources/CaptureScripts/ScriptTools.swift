public import LiveCapture
public import Simulator

/// The tools that some scripts need beyond the language itself: codecs, schemes of replays, and a reader of files.
///
/// Without any of them a script with `encoder: null` runs in a scene of YU12, with ``LiveCapture/CaptureMedia/null``.
/// If a script needs a tool that is missing, it is refused before anything runs, with a sentence that says where to get
/// it.
public struct ScriptTools: Sendable {
  /// The codecs; `nil` for none, which scripts with `encoder: null` can do without.
  public var media: CaptureMedia?
  /// The kinds of replays that a script's world can be made of, besides the scene.
  public var schemes: [ReplayScheme]
  /// Reads files where scripts have expectations of what is in them.
  public var reader: (any ScriptFileReading)?

  /// Creates tools, by default none.
  public init(
    media: CaptureMedia? = nil, schemes: [ReplayScheme] = [], reader: (any ScriptFileReading)? = nil
  ) {
    self.media = media
    self.schemes = schemes
    self.reader = reader
  }

  func check(_ script: CaptureScript) throws(ScriptError) {
    func refuse(_ key: String, _ message: String) throws(ScriptError) {
      throw ScriptError(.unavailable, file: script.file, key: key, message: message)
    }
    if media == nil, script.encoder == .real {
      try refuse(
        "encoder",
        "the script asks for real movies, and nothing here makes any: give its runner CaptureMedia.standard of "
          + "CaptureCodecs, or write \"encoder: null\"")
    }
    if case .replay(let scheme, _, _) = script.world, !schemes.contains(where: { $0.name == scheme }) {
      try refuse("world.\(scheme)", "nothing here plays it: give its runner a ReplayScheme called \"\(scheme)\"")
    }
    for (number, wanted) in script.expectations.captures where reader == nil && wanted.looksIntoFiles {
      try refuse(
        "expect.captures.\(number)",
        "this is in the capture's files, and nothing here reads them: give its runner a reader, such as WrittenFiles "
          + "of ScriptFiles")
    }
  }

  func media(for script: CaptureScript) -> CaptureMedia {
    var media = media ?? .null
    if script.encoder == .null { media.movies = NullMovies() }
    return media
  }
}

extension ScriptExpectations.Capture {
  /// Indicates whether any of the expectations can be judged only by the bytes of files.
  fileprivate var looksIntoFiles: Bool {
    audioTracks != nil || isPair != nil || isSilent != nil || brightness != nil
  }
}
