import CFFmpeg
import MediaCore
import SystemCalls

/// FFmpeg's filters that find the 256 colours which serve all pictures of an animation best, and dither with them.
///
/// The library's own header is not needed: its objects are addresses to us.
final class PaletteGraph {
  private struct Calls {
    let allocate: @convention(c) () -> UnsafeMutableRawPointer?
    let free: @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Void
    let parse:
      @convention(c) (
        UnsafeMutableRawPointer, UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutableRawPointer?>,
        UnsafeMutablePointer<UnsafeMutableRawPointer?>
      ) -> Int32
    let freeEnds: @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Void
    let configure: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer?) -> Int32
    let find: @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>) -> UnsafeMutableRawPointer?
    let add: @convention(c) (UnsafeMutableRawPointer, Frame?, Int32) -> Int32
    let take: @convention(c) (UnsafeMutableRawPointer, Frame) -> Int32

    init() throws(CodingError) {
      // Of the same release as libavcodec 59.
      let library = try DynamicLibrary("libavfilter.so.8", package: "libavfilter8", purpose: "GIF")
      allocate = try library.function("avfilter_graph_alloc")
      free = try library.function("avfilter_graph_free")
      parse = try library.function("avfilter_graph_parse2")
      freeEnds = try library.function("avfilter_inout_free")
      configure = try library.function("avfilter_graph_config")
      find = try library.function("avfilter_graph_get_filter")
      add = try library.function("av_buffersrc_add_frame_flags")
      take = try library.function("av_buffersink_get_frame")
    }
  }

  private let ffmpeg: FFmpeg
  private let calls: Calls
  private let graph: UnsafeMutableRawPointer
  private var source: UnsafeMutableRawPointer?
  private var sink: UnsafeMutableRawPointer?
  private let frame: Frame

  /// A graph for BGRA frames of one size, with times in hundredths of a second.
  /// - Throws: `CodingError` with `.missingLibrary` or `.codecFailed`.
  init(_ ffmpeg: FFmpeg, width: Int, height: Int) throws(CodingError) {
    calls = try Calls()
    guard let frame = ffmpeg.util.allocateFrame(), let graph = calls.allocate() else { throw .noMemory("GIF") }
    (self.ffmpeg, self.graph, self.frame) = (ffmpeg, graph, frame)
    _ = ffmpeg.util.setOption(graph, "threads", 1, 0)
    let description =
      "buffer@pictures=video_size=\(width)x\(height):pix_fmt=bgra:time_base=1/100,split[seen][shown];"
      + "[seen]palettegen[palette];[shown][palette]paletteuse=diff_mode=rectangle,buffersink@animation"
    var inputs: UnsafeMutableRawPointer?
    var outputs: UnsafeMutableRawPointer?
    ffmpeg.forgetComplaint()
    try check(calls.parse(graph, description, &inputs, &outputs), "avfilter_graph_parse2")
    calls.freeEnds(&inputs)
    calls.freeEnds(&outputs)
    try check(calls.configure(graph, nil), "avfilter_graph_config")
    (source, sink) = (calls.find(graph, "buffer@pictures"), calls.find(graph, "buffersink@animation"))
  }

  deinit {
    var frame: Frame? = frame
    ffmpeg.util.freeFrame(&frame)
    var graph: UnsafeMutableRawPointer? = graph
    calls.free(&graph)
  }

  /// Adds a frame, which is kept: all wait until every colour has been seen.
  func add(_ frame: Frame) throws(CodingError) {
    guard let source else { throw .noMemory("GIF") }
    ffmpeg.forgetComplaint()
    let keepsReference: Int32 = 8  // AV_BUFFERSRC_FLAG_KEEP_REF
    try check(calls.add(source, frame, keepsReference), "av_buffersrc_add_frame_flags")
  }

  /// Lends every frame to `body`, in at most 256 colours.
  func finish(_ body: (Frame) throws -> Void) throws {
    guard let source, let sink else { return }
    try check(calls.add(source, nil, 0), "av_buffersrc_add_frame_flags")
    while true {
      ffmpeg.util.unreferenceFrame(frame)
      let status = calls.take(sink, frame)
      if status == CFF_ERROR_EOF { return }
      try check(status, "av_buffersink_get_frame")
      try body(frame)
    }
  }

  private func check(_ status: Int32, _ operation: String) throws(CodingError) {
    guard status < 0 else { return }
    throw ffmpeg.failure(
      operation, status: status, context: "GIF", code: .codecFailed, advice: "Choose a smaller size or another format.")
  }
}
