import CFFmpeg
import MediaCore
import SystemCalls

/// A chain of FFmpeg's filters: frames go in at one end, and what becomes of them comes out at the other.
final class FilterGraph {
  private let ffmpeg: FFmpeg
  private let filters: cff_avfilter
  private let name: String
  private let graph: UnsafeMutableRawPointer
  private var source: UnsafeMutableRawPointer?
  private var sink: UnsafeMutableRawPointer?
  private let frame: Owned<Frame>

  /// Creates a graph for frames of one size and layout.
  ///
  /// `name` is what the work is called in messages.
  /// - Throws: `CodingError` with `.missingLibrary` or `.codecFailed`.
  init(
    _ ffmpeg: FFmpeg, width: Int32, height: Int32, format: AVPixelFormat, timeBase: AVRational, filters: String,
    name: String
  ) throws(CodingError) {
    self.filters = try FFmpeg.filters(for: name)
    frame = try ffmpeg.frame(name)
    guard let graph = self.filters.avfilter_graph_alloc() else { throw .noMemory(name) }
    (self.ffmpeg, self.graph, self.name) = (ffmpeg, graph, name)
    // The same frames give the same bytes on any number of cores.
    _ = ffmpeg.calls.av_opt_set_int(graph, "threads", 1, 0)
    let description =
      "buffer@first=video_size=\(width)x\(height):pix_fmt=\(format.rawValue):time_base=\(timeBase.num)/\(timeBase.den),"
      + "\(filters),buffersink@last"
    var inputs: UnsafeMutableRawPointer?
    var outputs: UnsafeMutableRawPointer?
    ffmpeg.forgetComplaint()
    try check(self.filters.avfilter_graph_parse2(graph, description, &inputs, &outputs), "avfilter_graph_parse2")
    self.filters.avfilter_inout_free(&inputs)
    self.filters.avfilter_inout_free(&outputs)
    try check(self.filters.avfilter_graph_config(graph, nil), "avfilter_graph_config")
    (source, sink) = (
      self.filters.avfilter_graph_get_filter(graph, "buffer@first"),
      self.filters.avfilter_graph_get_filter(graph, "buffersink@last")
    )
  }

  deinit {
    var graph: UnsafeMutableRawPointer? = graph
    filters.avfilter_graph_free(&graph)
  }

  /// Puts a frame in, which may be kept, or with `nil` tells that there are no more.
  func add(_ frame: Frame?) throws(CodingError) {
    guard let source else { throw .noMemory(name) }
    ffmpeg.forgetComplaint()
    let keepsReference: Int32 = 8  // AV_BUFFERSRC_FLAG_KEEP_REF
    try check(filters.av_buffersrc_add_frame_flags(source, frame, keepsReference), "av_buffersrc_add_frame_flags")
  }

  /// The next frame that has come out, valid until the one after it; `nil` when the filters want more, or are done.
  func next() throws(CodingError) -> Frame? {
    guard let sink else { return nil }
    ffmpeg.calls.av_frame_unref(frame.pointer)
    let status = filters.av_buffersink_get_frame(sink, frame.pointer)
    if status == CFF_ERROR_EOF || status == CFF_ERROR_AGAIN { return nil }
    try check(status, "av_buffersink_get_frame")
    return frame.pointer
  }

  private func check(_ status: Int32, _ operation: String) throws(CodingError) {
    guard status < 0 else { return }
    throw ffmpeg.failure(
      operation, status: status, context: name, code: .codecFailed, advice: "Choose a smaller size or another format.")
  }
}
