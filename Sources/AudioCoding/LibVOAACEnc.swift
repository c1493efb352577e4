import CVOAACEnc
import MediaCore
import SystemCalls

/// VisualOn's AAC encoder, opened when an encoder is made: its functions, and those by which it takes memory.
struct LibVOAACEnc {
  static let name = "libvo-aacenc.so.0"

  let functions: VO_AUDIO_CODECAPI
  let memory: VO_MEM_OPERATOR

  /// Opens the library.
  /// - Throws: `CodingError` with `.missingLibrary`.
  init(_ name: String = Self.name) throws(CodingError) {
    let library = try DynamicLibrary(name, package: "libvo-aacenc0", purpose: "AAC")
    let describe: @convention(c) (UnsafeMutablePointer<VO_AUDIO_CODECAPI>) -> VO_S32 =
      try library.function("voGetAACEncAPI")
    var functions = VO_AUDIO_CODECAPI()
    guard describe(&functions) == VO_ERR_NONE else {
      throw CodingError(
        .missingLibrary, context: "AAC", operation: "voGetAACEncAPI",
        message: "\(name) has no encoder. Install the Debian package libvo-aacenc0 again.")
    }
    self.functions = functions
    var memory = VO_MEM_OPERATOR()
    memory.Alloc = try library.function("cmnMemAlloc")
    memory.Free = try library.function("cmnMemFree")
    memory.Set = try library.function("cmnMemSet")
    memory.Copy = try library.function("cmnMemCopy")
    memory.Check = try library.function("cmnMemCheck")
    self.memory = memory
  }
}
