import CX265
public import MediaCore
import Synchronization
import SystemCalls

/// Compresses pictures to HEVC, Main profile: each picture in gives its sample at once.
///
/// Samples come in the order of the pictures, which is also the order of display: there are no B-frames. Nothing is
/// held back, so there is no end to flush. The stream says the primaries and the range of its settings, BT.709 transfer
/// and BT.601 matrix. The same settings and pictures give the same bytes, whatever the number of threads, if both
/// sides have 48 pixels or more: for smaller pictures x265 3.5 reads memory that it has not written, which shows in how
/// it codes them and not in what they look like. One encoder serves one thread at a time.
///
/// Stands for libx265, presets as in `x265 --preset`, `--tune zerolatency`. The library is loaded when the first
/// encoder is made.
public final class H265Encoder: MovieVideoEncoder {
  /// The settings with which the encoder was created.
  public let settings: MovieEncoderSettings
  /// The parameter sets that a decoder must know before the first sample.
  public let parameterSets: ParameterSets

  private let library: LibX265
  private let handle: Owned<OpaquePointer>
  private let picture: Owned<UnsafeMutablePointer<x265_picture>>
  private let parameters: Owned<UnsafeMutablePointer<x265_param>>
  private var pictureCount: Int64 = 0

  // The library fills tables of the process when the first encoder is opened, and takes no care who else does.
  private static let opening = Mutex(())

  /// Creates an encoder that has seen no picture yet. The first sample will be a sync sample.
  /// - Throws: ``MediaCore/CodingError`` with `.invalidSetting` for settings that cannot be, `.missingLibrary` or
  ///   `.codecFailed`.
  public convenience init(settings: MovieEncoderSettings) throws(CodingError) {
    try self.init(settings: settings, library: nil)
  }

  /// Creates an encoder of a library that is open; the process's own for `nil`.
  init(settings: MovieEncoderSettings, library given: LibX265?) throws(CodingError) {
    // x265's smallest tree unit is 16 pixels wide, and no picture may be smaller than one.
    try settings.check(.hevc, leastSide: 16)
    library = if let given { given } else { try LibX265() }
    self.settings = settings
    let calls = library.functions
    parameters = try Owned(
      calls.param_alloc(), release: calls.param_free,
      orThrow: settings.failure(.hevc, "x265_param_alloc", "There is too little memory."))
    // The library gives them out unwritten, and reads them when they are given back.
    calls.param_default(parameters.pointer)
    picture = try Owned(
      calls.picture_alloc(), release: calls.picture_free,
      orThrow: settings.failure(.hevc, "x265_picture_alloc", "There is too little memory."))
    try Self.fill(parameters.pointer, settings, library)
    let filled = parameters.pointer
    var opened: OpaquePointer?
    Self.opening.withLock { _ in opened = calls.encoder_open(filled) }
    handle = try Owned(
      opened, release: calls.encoder_close, orThrow: settings.failure(.hevc, "x265_encoder_open"))
    parameterSets = try Self.readParameterSets(handle.pointer, settings, library)
  }

  /// Indicates whether this machine has the library that encoders are made of; it is not loaded.
  package static var isAvailable: Bool { DynamicLibrary.isAvailable(LibX265.name) }

  /// Loads the library that encoders are made of, ahead of the first.
  /// - Throws: ``MediaCore/CodingError`` with `.missingLibrary`.
  package static func loadLibrary() throws(CodingError) { _ = try LibX265() }

  /// Compresses the next picture, of the settings' size and range.
  /// - Throws: ``MediaCore/CodingError`` as ``MovieVideoEncoder/encode(_:time:forceSync:)``.
  public func encode(
    _ picture: I420Picture, time: MediaTime, forceSync: Bool = false
  ) throws(CodingError) -> EncodedVideoSample {
    try settings.check(picture, .hevc)
    var units: UnsafeMutablePointer<x265_nal>?
    var unitCount: UInt32 = 0
    let status = picture.withPlanes { planes in
      fill(planes, forceSync: forceSync)
      return library.functions.encoder_encode(handle.pointer, &units, &unitCount, self.picture.pointer, nil)
    }
    pictureCount += 1
    guard status >= 0 else { throw settings.failure(.hevc, "x265_encoder_encode") }
    let pieces = UnsafeBufferPointer(start: units, count: Int(unitCount))
    guard status == 1, !pieces.isEmpty else {
      throw settings.failure(.hevc, "x265_encoder_encode", "The library held a picture back.")
    }
    // Each unit begins with its length in four bytes.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pieces.reduce(0) { $0 + Int($1.sizeBytes) })
    for piece in pieces {
      bytes.append(contentsOf: UnsafeBufferPointer(start: piece.payload, count: Int(piece.sizeBytes)))
    }
    // IDR_W_RADL and IDR_N_LP, ISO/IEC 23008-2, table 7-1.
    let isSync = pieces.contains { (19...20).contains($0.type) }
    return EncodedVideoSample(time: time, isSync: isSync, bytes: bytes)
  }

  private func fill(_ planes: I420Planes, forceSync: Bool) {
    let picture = picture.pointer
    library.functions.picture_init(parameters.pointer, picture)
    picture.pointee.sliceType = forceSync ? X265_TYPE_IDR : X265_TYPE_AUTO
    picture.pointee.pts = pictureCount
    picture.pointee.bitDepth = 8
    picture.pointee.planes = (
      UnsafeMutableRawPointer(planes.luma.baseAddress), UnsafeMutableRawPointer(planes.cb.baseAddress),
      UnsafeMutableRawPointer(planes.cr.baseAddress)
    )
    picture.pointee.stride = (Int32(planes.lumaStride), Int32(planes.chromaStride), Int32(planes.chromaStride))
  }

  private static func fill(
    _ parameters: UnsafeMutablePointer<x265_param>, _ settings: MovieEncoderSettings, _ library: LibX265
  ) throws(CodingError) {
    guard library.functions.param_default_preset(parameters, settings.preset.rawValue, "zerolatency") == 0 else {
      throw settings.failure(.hevc, "x265_param_default_preset", settings.preset.rawValue)
    }
    for option in settings.h265Options {
      guard library.functions.param_parse(parameters, option.name, option.value) == 0 else {
        throw settings.failure(.hevc, "x265_param_parse", "It does not take \(option.name)=\(option.value).")
      }
    }
    guard library.functions.param_apply_profile(parameters, "main") == 0 else {
      throw settings.failure(.hevc, "x265_param_apply_profile", "These settings have no Main profile.")
    }
  }

  private static func readParameterSets(
    _ handle: OpaquePointer, _ settings: MovieEncoderSettings, _ library: LibX265
  ) throws(CodingError) -> ParameterSets {
    var units: UnsafeMutablePointer<x265_nal>?
    var unitCount: UInt32 = 0
    guard library.functions.encoder_headers(handle, &units, &unitCount) > 0, let units else {
      throw settings.failure(.hevc, "x265_encoder_headers")
    }
    func unit(_ type: NalUnitType) -> [UInt8] {
      let found = UnsafeBufferPointer(start: units, count: Int(unitCount)).first { $0.type == type.rawValue }
      return found.map { Array(UnsafeBufferPointer(start: $0.payload, count: Int($0.sizeBytes)).dropFirst(4)) } ?? []
    }
    guard let sets = ParameterSets(.hevc, [NAL_UNIT_VPS, NAL_UNIT_SPS, NAL_UNIT_PPS].map(unit)) else {
      throw settings.failure(.hevc, "x265_encoder_headers", "The stream is not of the Main profile.")
    }
    return sets
  }
}

extension MovieEncoderSettings {
  /// The side of the squares into which pictures are divided: the preset's own, smaller for small pictures.
  private var treeUnit: Int {
    let usual = preset == .ultrafast || preset == .superfast ? 32 : 64
    return [64, 32, 16].first { $0 <= min(usual, width, height) } ?? 16
  }

  fileprivate var h265Options: [(name: String, value: String)] {
    [
      ("log-level", "none"),
      ("input-res", "\(width)x\(height)"),
      ("input-csp", "i420"),
      // The nominal rate is all that rate control hears of time; the movie keeps the true times.
      ("fps", "\(frameInterval.timescale)/\(frameInterval.value)"),
      ("crf", "\(quality)"),
      ("keyint", "\(keyframeIntervalFrames)"),
      ("open-gop", "0"),
      ("bframes", "0"),
      ("ctu", "\(treeUnit)"),
      ("max-tu-size", "\(min(treeUnit, 32))"),
      // One picture at a time, worked on by rows: nothing is held back, and the rows' order does not show.
      ("frame-threads", "1"),
      ("slices", "1"),
      ("wpp", "1"),
      ("pools", "\(threads)"),
      ("annexb", "0"),
      ("repeat-headers", "0"),
      ("aud", "0"),
      ("hrd", "0"),
      // A note of the library's version and all options.
      ("info", "0"),
      ("range", range == .full ? "full" : "limited"),
      ("colorprim", isDisplayP3 ? "smpte432" : "bt709"),
      ("transfer", "bt709"),
      ("colormatrix", "smpte170m"),
    ]
  }
}
