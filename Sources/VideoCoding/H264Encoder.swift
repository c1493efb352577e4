import CX264
public import MediaCore
import SystemCalls

/// Compresses pictures to H.264, High profile: each picture in gives its sample at once.
///
/// Samples come in the order of the pictures, which is also the order of display: there are no B-frames. Nothing is
/// held back, so there is no end to flush. The stream says BT.709 primaries, or Display P3's, BT.709 transfer, BT.601
/// matrix, and the range of its settings. The same settings and pictures give the same bytes on every machine, unless
/// the settings allow shortcuts that depend on the processor; the note of its version that x264 likes to leave is off.
/// One encoder serves one thread at a time.
///
/// Stands for libx264, presets as in `x264 --preset`, `--tune zerolatency`.
public final class H264Encoder: MovieVideoEncoder {
  /// The settings with which the encoder was created.
  public let settings: MovieEncoderSettings
  /// The parameter sets that a decoder must know before the first sample.
  public let parameterSets: ParameterSets

  private let handle: Owned<OpaquePointer>
  private let log: MessageLog
  private var pictureCount: Int64 = 0

  /// Creates an encoder that has seen no picture yet. The first sample will be a sync sample.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for settings that cannot be, or `.codecFailed`.
  public init(settings: MovieEncoderSettings) throws(CodingError) {
    try settings.check(.h264, leastSide: 2)
    self.settings = settings
    log = MessageLog()
    var parameters = try Self.parameters(settings)
    cx264_keep_errors(&parameters, log.memory.pointer)
    // Stills and the camera's frames go before: a movie has time.
    let open = { [parameters] in
      var parameters = parameters
      return cx264_encoder_open(&parameters)
    }
    handle = try Owned(
      settings.threads > 1 ? BackgroundThreads.starting(open) : open(),
      // It may complain to the last.
      release: { [log] handle in withExtendedLifetime(log) { x264_encoder_close(handle) } },
      orThrow: settings.failure(.h264, "x264_encoder_open", log.text))
    parameterSets = try Self.readParameterSets(handle.pointer, settings, log)
  }

  /// Compresses the next picture, of the settings' size and range.
  /// - Throws: ``MediaCore/CodingError`` as ``MovieVideoEncoder/encode(_:time:forceSync:)``.
  public func encode(
    _ picture: I420Picture, time: MediaTime, forceSync: Bool = false
  ) throws(CodingError) -> EncodedVideoSample {
    try settings.check(picture, .h264)
    var output = x264_picture_t()
    var units: UnsafeMutablePointer<x264_nal_t>?
    var unitCount: Int32 = 0
    let byteCount = picture.withPlanes { planes in
      var input = self.input(planes, forceSync: forceSync)
      return x264_encoder_encode(handle.pointer, &units, &unitCount, &input, &output)
    }
    pictureCount += 1
    guard byteCount >= 0 else { throw settings.failure(.h264, "x264_encoder_encode", log.text) }
    guard byteCount > 0, unitCount > 0, let first = units?[0].p_payload,
      x264_encoder_delayed_frames(handle.pointer) == 0
    else {
      throw settings.failure(.h264, "x264_encoder_encode", "The library held a picture back.")
    }
    // The library keeps the units of one picture one behind the other.
    return EncodedVideoSample(
      time: time, isSync: output.b_keyframe != 0, bytes: Array(UnsafeBufferPointer(start: first, count: Int(byteCount)))
    )
  }

  private func input(_ planes: I420Planes, forceSync: Bool) -> x264_picture_t {
    var input = x264_picture_t()
    x264_picture_init(&input)
    input.i_type = forceSync ? X264_TYPE_IDR : X264_TYPE_AUTO
    input.i_pts = pictureCount
    input.img.i_csp = X264_CSP_I420
    input.img.i_plane = 3
    input.img.plane = (planes.luma.baseAddress, planes.cb.baseAddress, planes.cr.baseAddress, nil)
    input.img.i_stride = (Int32(planes.lumaStride), Int32(planes.chromaStride), Int32(planes.chromaStride), 0)
    return input
  }

  private static func parameters(_ settings: MovieEncoderSettings) throws(CodingError) -> x264_param_t {
    var parameters = x264_param_t()
    guard x264_param_default_preset(&parameters, settings.preset.rawValue, "zerolatency") == 0 else {
      throw settings.failure(.h264, "x264_param_default_preset")
    }
    parameters.i_width = Int32(settings.width)
    parameters.i_height = Int32(settings.height)
    parameters.i_csp = X264_CSP_I420
    // The nominal rate is all that rate control hears of time; the movie keeps the true times. Told them, x264 would
    // hold each picture back until it knew the next one's.
    parameters.b_vfr_input = 0
    parameters.i_fps_num = UInt32(settings.frameInterval.timescale)
    parameters.i_fps_den = UInt32(settings.frameInterval.value)
    parameters.vui.b_fullrange = settings.range == .full ? 1 : 0
    parameters.vui.i_colorprim = settings.isDisplayP3 ? 12 : 1
    parameters.vui.i_transfer = 1
    parameters.vui.i_colmatrix = 6
    parameters.rc.i_rc_method = X264_RC_CRF
    parameters.rc.f_rf_constant = Float(settings.quality)
    parameters.i_keyint_max = Int32(settings.keyframeIntervalFrames)
    // Sync samples only where they are asked for: a cut of the scene gets none of its own.
    parameters.i_scenecut_threshold = 0
    parameters.i_bframe = 0
    parameters.i_threads = Int32(settings.threads)
    parameters.b_sliced_threads = 1
    parameters.b_deterministic = 1
    parameters.b_cpu_independent = settings.isCPUIndependent ? 1 : 0
    parameters.b_annexb = 0
    parameters.b_repeat_headers = 0
    parameters.b_aud = 0
    // Without it the fastest preset would fall back to another profile.
    parameters.analyse.b_transform_8x8 = 1
    guard x264_param_apply_profile(&parameters, "high") == 0 else {
      throw settings.failure(.h264, "x264_param_apply_profile")
    }
    return parameters
  }

  private static func readParameterSets(
    _ handle: OpaquePointer, _ settings: MovieEncoderSettings, _ log: MessageLog
  ) throws(CodingError) -> ParameterSets {
    var units: UnsafeMutablePointer<x264_nal_t>?
    var unitCount: Int32 = 0
    guard x264_encoder_headers(handle, &units, &unitCount) > 0, let units else {
      throw settings.failure(.h264, "x264_encoder_headers", log.text)
    }
    func unit(_ type: UInt32) -> [UInt8] {
      let found = UnsafeBufferPointer(start: units, count: Int(unitCount)).first { UInt32($0.i_type) == type }
      // Each begins with its length in four bytes. The third unit names the library's version, and is left out.
      return found.map { Array(UnsafeBufferPointer(start: $0.p_payload, count: Int($0.i_payload)).dropFirst(4)) } ?? []
    }
    guard let sets = ParameterSets(.h264, [NAL_SPS.rawValue, NAL_PPS.rawValue].map(unit)) else {
      throw settings.failure(.h264, "x264_encoder_headers", "The stream is not of the High profile.")
    }
    return sets
  }

  /// Room for the library's last complaint, at an address that stays the same while the encoder lives.
  private final class MessageLog {
    let memory = OwnedBuffer<CChar>(count: Int(CX264_MESSAGE_BYTES), repeating: 0)
    var text: String { String(cString: memory.pointer) }
  }
}
