import CFFmpeg
import MediaCore
import SystemCalls

// The functions that are used, under the names and with the types of FFmpeg 5.1's headers.

typealias FormatContext = UnsafeMutablePointer<AVFormatContext>
typealias CodecContext = UnsafeMutablePointer<AVCodecContext>
typealias IOContext = UnsafeMutablePointer<AVIOContext>
typealias Packet = UnsafeMutablePointer<AVPacket>
typealias Frame = UnsafeMutablePointer<AVFrame>
typealias Bytes = UnsafeMutablePointer<UInt8>
typealias Options = OpaquePointer
typealias IOTransfer = @convention(c) (UnsafeMutableRawPointer?, Bytes?, Int32) -> Int32
typealias IOSeek = @convention(c) (UnsafeMutableRawPointer?, Int64, Int32) -> Int64

/// What is used of libavformat.
struct FormatCalls {
  let allocate: @convention(c) () -> FormatContext?
  let openInput:
    @convention(c) (
      UnsafeMutablePointer<FormatContext?>, UnsafePointer<CChar>?, UnsafePointer<AVInputFormat>?,
      UnsafeMutablePointer<Options?>?
    ) -> Int32
  let findStreamInfo: @convention(c) (FormatContext, UnsafeMutablePointer<Options?>?) -> Int32
  let readFrame: @convention(c) (FormatContext, Packet) -> Int32
  let seek: @convention(c) (FormatContext, Int32, Int64, Int32) -> Int32
  let closeInput: @convention(c) (UnsafeMutablePointer<FormatContext?>) -> Void
  let free: @convention(c) (FormatContext?) -> Void
  let allocateIO:
    @convention(c) (Bytes?, Int32, Int32, UnsafeMutableRawPointer?, IOTransfer?, IOTransfer?, IOSeek?) -> IOContext?
  let freeIO: @convention(c) (UnsafeMutablePointer<IOContext?>) -> Void
  let flushIO: @convention(c) (IOContext) -> Void
  let sideData: @convention(c) (UnsafePointer<AVStream>, AVPacketSideDataType, UnsafeMutablePointer<Int>?) -> Bytes?
  let guessFrameRate: @convention(c) (FormatContext, UnsafeMutablePointer<AVStream>, Frame?) -> AVRational
  let allocateOutput:
    @convention(c) (
      UnsafeMutablePointer<FormatContext?>, UnsafePointer<AVOutputFormat>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?
    ) -> Int32
  let newStream: @convention(c) (FormatContext, UnsafePointer<AVCodec>?) -> UnsafeMutablePointer<AVStream>?
  let newSideData: @convention(c) (UnsafeMutablePointer<AVStream>, AVPacketSideDataType, Int) -> Bytes?
  let writeHeader: @convention(c) (FormatContext, UnsafeMutablePointer<Options?>?) -> Int32
  let writeFrame: @convention(c) (FormatContext, Packet?) -> Int32
  let writeTrailer: @convention(c) (FormatContext) -> Int32

  init(_ library: DynamicLibrary) throws(CodingError) {
    allocate = try library.function("avformat_alloc_context")
    openInput = try library.function("avformat_open_input")
    findStreamInfo = try library.function("avformat_find_stream_info")
    readFrame = try library.function("av_read_frame")
    seek = try library.function("av_seek_frame")
    closeInput = try library.function("avformat_close_input")
    free = try library.function("avformat_free_context")
    allocateIO = try library.function("avio_alloc_context")
    freeIO = try library.function("avio_context_free")
    flushIO = try library.function("avio_flush")
    sideData = try library.function("av_stream_get_side_data")
    guessFrameRate = try library.function("av_guess_frame_rate")
    allocateOutput = try library.function("avformat_alloc_output_context2")
    newStream = try library.function("avformat_new_stream")
    newSideData = try library.function("av_stream_new_side_data")
    writeHeader = try library.function("avformat_write_header")
    writeFrame = try library.function("av_interleaved_write_frame")
    writeTrailer = try library.function("av_write_trailer")
  }
}

/// What is used of libavcodec.
struct CodecCalls {
  let name: @convention(c) (AVCodecID) -> UnsafePointer<CChar>
  let findDecoder: @convention(c) (AVCodecID) -> UnsafePointer<AVCodec>?
  let findEncoder: @convention(c) (UnsafePointer<CChar>) -> UnsafePointer<AVCodec>?
  let bitsPerSample: @convention(c) (AVCodecID) -> Int32
  let allocate: @convention(c) (UnsafePointer<AVCodec>?) -> CodecContext?
  let free: @convention(c) (UnsafeMutablePointer<CodecContext?>) -> Void
  let open: @convention(c) (CodecContext, UnsafePointer<AVCodec>?, UnsafeMutablePointer<Options?>?) -> Int32
  let setParameters: @convention(c) (CodecContext, UnsafePointer<AVCodecParameters>) -> Int32
  let getParameters: @convention(c) (UnsafeMutablePointer<AVCodecParameters>, UnsafePointer<AVCodecContext>) -> Int32
  let sendPacket: @convention(c) (CodecContext, UnsafePointer<AVPacket>?) -> Int32
  let receiveFrame: @convention(c) (CodecContext, Frame) -> Int32
  let sendFrame: @convention(c) (CodecContext, UnsafePointer<AVFrame>?) -> Int32
  let receivePacket: @convention(c) (CodecContext, Packet) -> Int32
  let flush: @convention(c) (CodecContext) -> Void
  let allocatePacket: @convention(c) () -> Packet?
  let newPacketData: @convention(c) (Packet, Int32) -> Int32
  let unreferencePacket: @convention(c) (Packet) -> Void
  let freePacket: @convention(c) (UnsafeMutablePointer<Packet?>) -> Void
  let rescalePacket: @convention(c) (Packet, AVRational, AVRational) -> Void

  init(_ library: DynamicLibrary) throws(CodingError) {
    name = try library.function("avcodec_get_name")
    findDecoder = try library.function("avcodec_find_decoder")
    findEncoder = try library.function("avcodec_find_encoder_by_name")
    bitsPerSample = try library.function("av_get_bits_per_sample")
    allocate = try library.function("avcodec_alloc_context3")
    free = try library.function("avcodec_free_context")
    open = try library.function("avcodec_open2")
    setParameters = try library.function("avcodec_parameters_to_context")
    getParameters = try library.function("avcodec_parameters_from_context")
    sendPacket = try library.function("avcodec_send_packet")
    receiveFrame = try library.function("avcodec_receive_frame")
    sendFrame = try library.function("avcodec_send_frame")
    receivePacket = try library.function("avcodec_receive_packet")
    flush = try library.function("avcodec_flush_buffers")
    allocatePacket = try library.function("av_packet_alloc")
    newPacketData = try library.function("av_new_packet")
    unreferencePacket = try library.function("av_packet_unref")
    freePacket = try library.function("av_packet_free")
    rescalePacket = try library.function("av_packet_rescale_ts")
  }
}

/// What is used of libavutil.
struct UtilityCalls {
  let allocate: @convention(c) (Int) -> UnsafeMutableRawPointer?
  let freeAndClear: @convention(c) (UnsafeMutableRawPointer) -> Void
  let limitAllocation: @convention(c) (Int) -> Void
  let setLogCallback: UnsafeMutableRawPointer
  let formatLogLine: UnsafeMutableRawPointer
  let describeError: @convention(c) (Int32, UnsafeMutablePointer<CChar>, Int) -> Int32
  let allocateFrame: @convention(c) () -> Frame?
  let getFrameBuffer: @convention(c) (Frame, Int32) -> Int32
  let unreferenceFrame: @convention(c) (Frame) -> Void
  let freeFrame: @convention(c) (UnsafeMutablePointer<Frame?>) -> Void
  let nextEntry:
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, UnsafePointer<AVDictionaryEntry>?, Int32
    ) -> UnsafeMutablePointer<AVDictionaryEntry>?
  let setEntry:
    @convention(c) (
      UnsafeMutablePointer<Options?>, UnsafePointer<CChar>, UnsafePointer<CChar>?, Int32
    ) -> Int32
  let freeDictionary: @convention(c) (UnsafeMutablePointer<Options?>) -> Void
  let duplicate: @convention(c) (UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?
  let setOption: @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, Int64, Int32) -> Int32
  let pixelFormat: @convention(c) (AVPixelFormat) -> UnsafePointer<AVPixFmtDescriptor>?
  let setDefaultLayout: @convention(c) (UnsafeMutablePointer<AVChannelLayout>, Int32) -> Void

  init(_ library: DynamicLibrary) throws(CodingError) {
    allocate = try library.function("av_malloc")
    freeAndClear = try library.function("av_freep")
    limitAllocation = try library.function("av_max_alloc")
    setLogCallback = try library.function("av_log_set_callback")
    formatLogLine = try library.function("av_log_format_line2")
    describeError = try library.function("av_strerror")
    allocateFrame = try library.function("av_frame_alloc")
    getFrameBuffer = try library.function("av_frame_get_buffer")
    unreferenceFrame = try library.function("av_frame_unref")
    freeFrame = try library.function("av_frame_free")
    nextEntry = try library.function("av_dict_get")
    setEntry = try library.function("av_dict_set")
    freeDictionary = try library.function("av_dict_free")
    duplicate = try library.function("av_strdup")
    setOption = try library.function("av_opt_set_int")
    pixelFormat = try library.function("av_pix_fmt_desc_get")
    setDefaultLayout = try library.function("av_channel_layout_default")
  }
}

/// What is used of libswscale.
struct ScaleCalls {
  let make:
    @convention(c) (
      Int32, Int32, AVPixelFormat, Int32, Int32, AVPixelFormat, Int32, OpaquePointer?, OpaquePointer?,
      UnsafePointer<Double>?
    ) -> OpaquePointer?
  let free: @convention(c) (OpaquePointer?) -> Void
  let coefficients: @convention(c) (Int32) -> UnsafePointer<Int32>
  let setColor:
    @convention(c) (
      OpaquePointer, UnsafePointer<Int32>, Int32, UnsafePointer<Int32>, Int32, Int32, Int32, Int32
    ) -> Int32
  let scale:
    @convention(c) (
      OpaquePointer, UnsafePointer<UnsafePointer<UInt8>?>, UnsafePointer<Int32>, Int32, Int32,
      UnsafePointer<UnsafeMutablePointer<UInt8>?>, UnsafePointer<Int32>
    ) -> Int32

  init(_ library: DynamicLibrary) throws(CodingError) {
    make = try library.function("sws_getContext")
    free = try library.function("sws_freeContext")
    coefficients = try library.function("sws_getCoefficients")
    setColor = try library.function("sws_setColorspaceDetails")
    scale = try library.function("sws_scale")
  }
}

/// What is used of libswresample.
struct ResampleCalls {
  let make:
    @convention(c) (
      UnsafeMutablePointer<OpaquePointer?>, UnsafePointer<AVChannelLayout>, AVSampleFormat, Int32,
      UnsafePointer<AVChannelLayout>, AVSampleFormat, Int32, Int32, UnsafeMutableRawPointer?
    ) -> Int32
  let start: @convention(c) (OpaquePointer) -> Int32
  let free: @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Void
  let delay: @convention(c) (OpaquePointer, Int64) -> Int64
  let outputFrames: @convention(c) (OpaquePointer, Int32) -> Int32
  let convert:
    @convention(c) (
      OpaquePointer, UnsafeMutablePointer<Bytes?>?, Int32, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, Int32
    ) -> Int32

  init(_ library: DynamicLibrary) throws(CodingError) {
    make = try library.function("swr_alloc_set_opts2")
    start = try library.function("swr_init")
    free = try library.function("swr_free")
    delay = try library.function("swr_get_delay")
    outputFrames = try library.function("swr_get_out_samples")
    convert = try library.function("swr_convert")
  }
}
