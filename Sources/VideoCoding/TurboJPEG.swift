import CTurboJPEG
import MediaCore

/// All that is asked of TurboJPEG: one handle for one direction of work. Not thread-safe, as its handle is not.
final class TurboJPEG {
  struct Header {
    enum Color { case yCbCr(JPEGSubsampling), rgb, cmyk }
    let width: Int
    let height: Int
    let color: Color

    /// The smallest size not below `side` that the decoder can scale to on its way: eighths of the picture's own.
    func scaled(towards side: Int) -> Header {
      func size(_ pixels: Int, _ eighths: Int) -> Int { (pixels * eighths + 7) / 8 }
      let eighths = (1...8).first { size(max(width, height), $0) >= side } ?? 8
      return Header(width: size(width, eighths), height: size(height, eighths), color: color)
    }
  }

  enum Direction { case compress, decompress }
  /// The most spare bytes that may lie between the last block of a file's picture and its end marker: some cameras fill
  /// up there. More is a picture of which blocks are missing, or cannot be told from zeros.
  private static let mostSpareBytes = 16

  /// Indicates whether more than a few spare bytes count as damage, and the first warning ends the work so that it is
  /// reported: for files, and not for a camera's frames.
  var isStrict = false
  private let direction: Direction
  private var current: tjhandle?

  init(_ direction: Direction) throws(CodingError) {
    self.direction = direction
    _ = try handle()
  }

  deinit { reset() }

  /// Forgets everything: the tables of earlier pictures, and the middle of a header in which an error left the
  /// library, which would go on there with the next picture.
  func reset() {
    if let current { tjDestroy(current) }
    current = nil
  }

  private func handle() throws(CodingError) -> tjhandle {
    if let current { return current }
    guard let made = direction == .compress ? tjInitCompress() : tjInitDecompress() else {
      throw CodingError(
        .codecFailed, context: "JPEG", operation: direction == .compress ? "tjInitCompress" : "tjInitDecompress",
        message: String(cString: tjGetErrorStr2(nil)) + ". There may be too little memory.")
    }
    current = made
    return made
  }

  /// Reads the header as the decompressor itself will see it, so that planes sized by it always fit.
  func header(_ bytes: UnsafeRawBufferPointer) throws(CodingError) -> Header {
    var (width, height, subsampling, colorspace): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let status = tjDecompressHeader3(
      try handle(), bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), &width, &height, &subsampling,
      &colorspace)
    guard status == 0 else { throw damage(operation: "tjDecompressHeader3") }
    let color: Header.Color
    switch UInt32(bitPattern: colorspace) {
    case TJCS_RGB.rawValue: color = .rgb
    case TJCS_CMYK.rawValue, TJCS_YCCK.rawValue: color = .cmyk
    case TJCS_YCbCr.rawValue, TJCS_GRAY.rawValue:
      guard JPEGSubsampling.allCases.indices.contains(Int(subsampling)) else { throw unreadableColor() }
      color = .yCbCr(JPEGSubsampling.allCases[Int(subsampling)])
    default: throw unreadableColor()
    }
    return Header(width: Int(width), height: Int(height), color: color)
  }

  /// Decodes to planes in the JPEG's own subsampling. They must have room for what `header` announces.
  func decompress(
    _ bytes: UnsafeRawBufferPointer, header: Header, into planes: PlaneTriple
  ) throws(CodingError) {
    let handle = try handle()
    var starts: [3 of UnsafeMutablePointer<UInt8>?] = [planes.luma.start, planes.cb.start, planes.cr.start]
    var strides: [3 of Int32] = [planes.luma.pitch, planes.cb.pitch, planes.cr.pitch]
    var startSpan = starts.mutableSpan
    var strideSpan = strides.mutableSpan
    try decompress("tjDecompressToYUVPlanes") { flags in
      startSpan.withUnsafeMutableBufferPointer { starts in
        strideSpan.withUnsafeMutableBufferPointer { strides in
          tjDecompressToYUVPlanes(
            handle, bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), starts.baseAddress,
            Int32(header.width), strides.baseAddress, Int32(header.height), flags)
        }
      }
    }
  }

  /// Decodes to bytes R, G, B, or to C, M, Y, K as they are stored. The plane must have room for what `header`
  /// announces.
  func decompress(
    _ bytes: UnsafeRawBufferPointer, header: Header, as format: TJPF, into plane: Plane
  ) throws(CodingError) {
    let handle = try handle()
    try decompress("tjDecompress2") { flags in
      tjDecompress2(
        handle, bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), plane.start, Int32(header.width),
        plane.pitch, Int32(header.height), Int32(format.rawValue), flags)
    }
  }

  /// The most bytes that a JPEG of this shape can have.
  static func maximumBytes(width: Int, height: Int, subsampling: JPEGSubsampling) -> Int {
    Int(tjBufSize(Int32(width), Int32(height), code(subsampling)))
  }

  /// Writes a JPEG and returns its length. `target` must have `maximumBytes`; quality is 1 to 100.
  func compress(
    _ planes: PlaneTriple, subsampling: JPEGSubsampling, quality: Int, into target: UnsafeMutablePointer<UInt8>
  ) throws(CodingError) -> Int {
    let handle = try handle()
    let (width, height) = (planes.luma.width, planes.luma.height)
    var starts: [3 of UnsafePointer<UInt8>?] = [
      UnsafePointer(planes.luma.start), UnsafePointer(planes.cb.start), UnsafePointer(planes.cr.start),
    ]
    let strides: [3 of Int32] = [planes.luma.pitch, planes.cb.pitch, planes.cr.pitch]
    var startSpan = starts.mutableSpan
    var output: UnsafeMutablePointer<UInt8>? = target
    var count: UInt = 0
    let status = startSpan.withUnsafeMutableBufferPointer { starts in
      strides.span.withUnsafeBufferPointer { strides in
        tjCompressFromYUVPlanes(
          handle, starts.baseAddress, Int32(width), strides.baseAddress, Int32(height),
          Self.code(subsampling), &output, &count, Int32(quality), TJFLAG_NOREALLOC)
      }
    }
    guard status == 0 else {
      throw CodingError(
        .codecFailed, context: "JPEG \(width)x\(height)", operation: "tjCompressFromYUVPlanes",
        status: Int(tjGetErrorCode(current)), message: String(cString: tjGetErrorStr2(current)) + ".")
    }
    return Int(count)
  }

  /// Decodes, and refuses what the library warns of: it goes on with what it makes up. Only one warning leaves the
  /// picture whole: spare bytes between the last block and the end marker.
  private func decompress(_ operation: String, _ decode: (_ flags: Int32) -> Int32) throws(CodingError) {
    var status = decode(TJFLAG_LIMITSCANS | (isStrict ? TJFLAG_STOPONWARNING : 0))
    // Nothing went wrong before the picture's very end, where the work was ended.
    if status != 0, isStrict, isHarmless { status = decode(TJFLAG_LIMITSCANS) }
    guard status == 0 || isHarmless else { throw damage(operation: operation) }
  }

  private var isHarmless: Bool {
    let words = String(cString: tjGetErrorStr2(current)).split(separator: " ")
    guard tjGetErrorCode(current) == Int32(TJERR_WARNING.rawValue),
      words.suffix(5) == ["extraneous", "bytes", "before", "marker", "0xd9"], let count = words.dropLast(5).last
    else { return false }
    return !isStrict || Int(count).map { $0 <= Self.mostSpareBytes } ?? false
  }

  private func damage(operation: String) -> CodingError {
    let text = String(cString: tjGetErrorStr2(current))
    let status = Int(tjGetErrorCode(current))
    reset()
    let isShort = text.contains("remature end") || text.contains("input file is empty")
    return CodingError(
      isShort ? .truncated : .malformed, context: "JPEG", operation: operation, status: status,
      message: "The picture is damaged (\(text)).")
  }

  private func unreadableColor() -> CodingError {
    CodingError(
      .unsupported, context: "JPEG", operation: "tjDecompressHeader3",
      message: "Its colours are coded in a way that livecam does not read.")
  }

  private static func code(_ subsampling: JPEGSubsampling) -> Int32 {
    Int32(JPEGSubsampling.allCases.prefix { $0 != subsampling }.count)
  }
}
