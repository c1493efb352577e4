import CFFmpeg
import MediaCore
import SystemCalls

/// FFmpeg's filters that find the 256 colours which serve all pictures of an animation best, and dither with them.
final class PaletteGraph {
  private let ffmpeg: FFmpeg
  private let filters: cff_avfilter
  private let graph: UnsafeMutableRawPointer
  private var source: UnsafeMutableRawPointer?
  private var sink: UnsafeMutableRawPointer?
  private let frame: Owned<Frame>

  /// A graph for BGRA frames of one size, with times in hundredths of a second.
  /// - Throws: `CodingError` with `.missingLibrary` or `.codecFailed`.
  init(_ ffmpeg: FFmpeg, width: Int, height: Int) throws(CodingError) {
    filters = try FFmpeg.filters()
    frame = try ffmpeg.frame("GIF")
    guard let graph = filters.avfilter_graph_alloc() else { throw .noMemory("GIF") }
    (self.ffmpeg, self.graph) = (ffmpeg, graph)
    _ = ffmpeg.calls.av_opt_set_int(graph, "threads", 1, 0)
    let description =
      "buffer@pictures=video_size=\(width)x\(height):pix_fmt=bgra:time_base=1/100,split[seen][shown];"
      + "[seen]palettegen[palette];[shown][palette]paletteuse=diff_mode=rectangle,buffersink@animation"
    var inputs: UnsafeMutableRawPointer?
    var outputs: UnsafeMutableRawPointer?
    ffmpeg.forgetComplaint()
    try check(filters.avfilter_graph_parse2(graph, description, &inputs, &outputs), "avfilter_graph_parse2")
    filters.avfilter_inout_free(&inputs)
    filters.avfilter_inout_free(&outputs)
    try check(filters.avfilter_graph_config(graph, nil), "avfilter_graph_config")
    (source, sink) = (
      filters.avfilter_graph_get_filter(graph, "buffer@pictures"),
      filters.avfilter_graph_get_filter(graph, "buffersink@animation")
    )
  }

  deinit {
    var graph: UnsafeMutableRawPointer? = graph
    filters.avfilter_graph_free(&graph)
  }

  /// Adds a frame, which is kept: all wait until every colour has been seen.
  func add(_ frame: Frame) throws(CodingError) {
    guard let source else { throw .noMemory("GIF") }
    ffmpeg.forgetComplaint()
    let keepsReference: Int32 = 8  // AV_BUFFERSRC_FLAG_KEEP_REF
    try check(filters.av_buffersrc_add_frame_flags(source, frame, keepsReference), "av_buffersrc_add_frame_flags")
  }

  /// Lends every frame to `body`, in at most 256 colours.
  func finish(_ body: (Frame) throws -> Void) throws {
    guard let source, let sink else { return }
    try check(filters.av_buffersrc_add_frame_flags(source, nil, 0), "av_buffersrc_add_frame_flags")
    while true {
      ffmpeg.calls.av_frame_unref(frame.pointer)
      let status = filters.av_buffersink_get_frame(sink, frame.pointer)
      if status == CFF_ERROR_EOF { return }
      try check(status, "av_buffersink_get_frame")
      try body(frame.pointer)
    }
  }

  private func check(_ status: Int32, _ operation: String) throws(CodingError) {
    guard status < 0 else { return }
    throw ffmpeg.failure(
      operation, status: status, context: "GIF", code: .codecFailed, advice: "Choose a smaller size or another format.")
  }
}
