import CFFmpeg
import MediaCore
import SystemCalls

/// The files of FFmpeg's libraries that other people's movies and pictures need, in the versions that are opened.
package enum FFmpegFiles {
  /// Names such as `libavformat.so.59`.
  package static let names = [
    "libavformat.so.\(LIBAVFORMAT_VERSION_MAJOR)", "libavfilter.so.\(FFmpeg.filterVersion)",
    "libswscale.so.\(LIBSWSCALE_VERSION_MAJOR)",
  ]
}

/// FFmpeg's libraries, opened when the first file of somebody else's has to be read or written.
///
/// Linking them would load some 150 shared objects at every start of the command. Their versions are those of the
/// headers that livecam was built with: others lay their structures out differently.
struct FFmpeg: @unchecked Sendable {  // tables of functions, which never change
  /// libavformat, and what it is built on: libavcodec, libavutil, libswresample.
  let calls: cff_avformat
  let scale: cff_swscale

  /// The libraries, opened at the first call of the process.
  /// - Throws: `CodingError` with `.missingLibrary`.
  static func libraries() throws(CodingError) -> FFmpeg { try opened.get() }

  private static let opened = Result<FFmpeg, CodingError> { () throws(CodingError) in try FFmpeg() }

  @inline(never)
  private init() throws(CodingError) {
    calls = try Self.load(
      cff_avformat(), "libavformat", LIBAVFORMAT_VERSION_MAJOR, cff_avformat_names, "movies")
    scale = try Self.load(
      cff_swscale(), "libswscale", LIBSWSCALE_VERSION_MAJOR, cff_swscale_names, "movies")
    // A file may claim anything; what the libraries allocate for one claim is held to this. It is enough for five
    // million samples, and for a plane of the largest picture.
    calls.av_max_alloc(1 << 27)
    withUnsafePointer(to: calls) { cff_keep_complaints($0) }
  }

  /// The version of libavfilter whose functions are declared.
  static let filterVersion: Int32 = 8

  /// libavfilter, of the same release, which brings many more libraries along.
  ///
  /// `purpose` is what the work is called in messages.
  static func filters(for purpose: String) throws(CodingError) -> cff_avfilter {
    try load(cff_avfilter(), "libavfilter", filterVersion, cff_avfilter_names, purpose)
  }

  /// A table with the addresses of the functions of those names.
  private static func load<Table, Names>(
    _ empty: Table, _ library: String, _ version: Int32, _ names: Names, _ purpose: String
  ) throws(CodingError) -> Table {
    var table = empty
    try DynamicLibrary("\(library).so.\(version)", package: "\(library)\(version)", purpose: purpose)
      .fill(&table, with: names)
    return table
  }

  /// An empty frame; `name` is what the work is called in messages.
  func frame(_ name: String) throws(CodingError) -> Owned<Frame> {
    try Owned(calls.av_frame_alloc(), free: calls.av_frame_free, orThrow: .noMemory(name))
  }

  func packet(_ name: String) throws(CodingError) -> Owned<Packet> {
    try Owned(calls.av_packet_alloc(), free: calls.av_packet_free, orThrow: .noMemory(name))
  }

  func context(_ codec: UnsafePointer<AVCodec>, _ name: String) throws(CodingError) -> Owned<CodecContext> {
    try Owned(calls.avcodec_alloc_context3(codec), free: calls.avcodec_free_context, orThrow: .noMemory(name))
  }

  /// The most pixels of a picture that is decoded: twice what is called 8K.
  static let maximumPixels: Int64 = 8192 * 8192

  /// Forgets what the libraries complained of on this thread, before a call whose complaint is of interest.
  // Inlined into other files, it would be about their own copies of what is kept: see the header.
  @inline(never)
  func forgetComplaint() { cff_complaint().pointee = 0 }

  /// The complaint of the libraries on this thread since the last one was forgotten; `nil` if there is none.
  var complaint: String? {
    @inline(never)
    get {
      var complaint = String(cString: cff_complaint())
      while complaint.last?.isNewline == true || complaint.last == "." { complaint.removeLast() }
      return complaint.isEmpty ? nil : Self.withoutAddress(complaint)
    }
  }

  /// The error for a status below zero.
  ///
  /// `advice` is a sentence that says what to do.
  func failure(
    _ operation: String, status: Int32, context: String, code: CodingError.Code? = nil, advice: String
  ) -> CodingError {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress else { return "" }
      _ = calls.av_strerror(status, start, buffer.count)
      return String(cString: start)
    }
    let reason = complaint.map { "\(text) (\($0))" } ?? text
    return CodingError(
      code ?? (status == CFF_ERROR_INVALID ? .malformed : .codecFailed), context: context, operation: operation,
      status: Int(status), message: "\(reason). \(advice)")
  }

  /// A complaint begins `[mov,mp4 @ 0x55d0c0ffee00] `; the address would make every message different.
  private static func withoutAddress(_ complaint: String) -> String {
    guard complaint.first == "[", let end = complaint.firstIndex(of: "]") else { return complaint }
    let name = complaint[complaint.index(after: complaint.startIndex)..<end].split(separator: " ").first ?? ""
    let rest = complaint[complaint.index(after: end)...].drop { $0 == " " }
    // A second bracket may follow, of the context behind the first.
    return rest.first == "[" ? withoutAddress(String(rest)) : "\(name): \(rest)"
  }
}
