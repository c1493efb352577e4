public import MediaCore
public import Simulator
public import VideoCoding

/// Reads the ``BarCode`` that a frame of a scene shows.
///
/// Works on what lossy coding, scaling and cropping to even size leave of it, in full and in video range: each cell
/// is judged by the mean of its middle, against the levels that the calibration cells of the same picture show.
public struct BarCodeReader: Sendable {
  /// The least difference between white and black at which a picture is read at all.
  static let minimumContrast = 60

  /// A reader; it keeps nothing between pictures.
  public init() {}

  /// What the picture says, or `nil` if it shows no code or its check bits don't agree.
  public func read(_ view: GrayView) -> BarCode? {
    // A scaled picture does not say at what size it was painted.
    for isFine in [true, false] {
      guard let layout = BarCodeLayout(width: view.width, height: view.height, isFine: isFine) else { continue }
      if let code = read(view, layout) { return code }
    }
    return nil
  }

  private func read(_ view: GrayView, _ layout: BarCodeLayout) -> BarCode? {
    guard let threshold = threshold(view, layout) else { return nil }
    var bits: UInt128 = 0
    for row in 0..<BarCodeLayout.rows {
      for column in 1...BarCodeLayout.dataColumns {
        bits = bits << 1 | (level(view, layout.cell(column: column, row: row)) > threshold ? 1 : 0)
      }
    }
    return BarCode(bits: bits)
  }

  /// What the picture says, or `nil` if it shows no code or its check bits don't agree.
  public func read(_ picture: GrayPicture) -> BarCode? { picture.withView { read($0) } }

  /// What a plane of `width` × `height` pixels says, without padding between rows, as ffmpeg's `gray` has it.
  public func read(gray pixels: [UInt8], width: Int, height: Int) -> BarCode? {
    pixels.withUnsafeBytes { bytes in
      GrayView(bytes: bytes, width: width, height: height, strideBytes: width).flatMap { read($0) }
    }
  }

  /// What a captured frame of any format says, or `nil` if it shows no code.
  /// - Throws: ``CodingError`` when the frame cannot be decoded.
  public func read(_ frame: VideoFrame) throws(CodingError) -> BarCode? { try read(frame, by: FrameConverter()) }

  /// What a captured frame says, by a converter that has its tables ready if it has seen raw frames of the same format.
  /// - Throws: ``CodingError`` when the frame cannot be decoded.
  public func read(_ frame: VideoFrame, by converter: FrameConverter) throws(CodingError) -> BarCode? {
    let picture = try I420Picture(for: frame.format)
    try converter.convert(frame, into: picture)
    return picture.withPlanes { planes in
      GrayView(
        bytes: UnsafeRawBufferPointer(planes.luma), width: picture.width, height: picture.height,
        strideBytes: planes.lumaStride
      ).flatMap { read($0) }
    }
  }

  /// The level between the calibration cells' black and white, if they stand out from each other.
  private func threshold(_ view: GrayView, _ layout: BarCodeLayout) -> Int? {
    var (darkestWhite, brightestBlack) = (255, 0)
    var (whites, blacks) = (0, 0)
    for row in 0..<BarCodeLayout.rows {
      for isLeft in [true, false] {
        let cell = layout.cell(column: isLeft ? 0 : BarCodeLayout.columns - 1, row: row)
        let level = level(view, cell)
        if BarCodeLayout.isCalibrationWhite(row: row, atLeft: isLeft) {
          darkestWhite = min(darkestWhite, level)
          whites += level
        } else {
          brightestBlack = max(brightestBlack, level)
          blacks += level
        }
      }
    }
    guard darkestWhite - brightestBlack >= Self.minimumContrast else { return nil }
    return (whites + blacks) / (2 * BarCodeLayout.rows)
  }

  /// The mean of the middle half of a cell each way, away from edges that coding has blurred.
  private func level(_ view: GrayView, _ cell: BarCodeLayout.Cell) -> Int {
    let x = cell.x.lowerBound + cell.x.count / 4..<cell.x.upperBound - cell.x.count / 4
    let y = cell.y.lowerBound + cell.y.count / 4..<cell.y.upperBound - cell.y.count / 4
    return view.mean(x: x, y: y, limit: 8)
  }
}
