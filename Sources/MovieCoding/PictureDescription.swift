package import ISOBoxes
package import MediaCore

/// A description of what all pictures of a track have in common.
package struct PictureDescription: Sendable {
  package var codec: VideoCodec
  /// The payload of `avcC` or `hvcC`, with lengths of four bytes: `AVCDecoderConfigurationRecord` of ISO/IEC 14496-15,
  /// 5.3.3.1, or `HEVCDecoderConfigurationRecord` of 8.3.3.1 with all parameter sets, as `hvc1` wants it.
  package var configuration: [UInt8]
  /// The number of encoded pixels in a row.
  package var width: Int
  /// The number of encoded rows.
  package var height: Int
  /// The orientation of the picture for display.
  package var orientation: Orientation
  /// The colours that the numbers mean, or `nil` to write nothing of them. Whether black is 0 or 16 is not said here
  /// but in the stream itself.
  package var color: ColorParameterBox?
  /// The middle part of the encoded picture that is meant to be seen, in pixels; `nil` for all of it.
  package var cleanAperture: (width: Int, height: Int)?
  /// The width of a pixel in units of its height.
  package var pixelAspect = 1.0

  /// Creates a description of pictures all of which is meant to be seen.
  package init(
    codec: VideoCodec, configuration: [UInt8], width: Int, height: Int, orientation: Orientation = .up,
    color: ColorParameterBox? = .camera
  ) {
    self.codec = codec
    self.configuration = configuration
    self.width = width
    self.height = height
    self.orientation = orientation
    self.color = color
  }

  private var clean: (width: Int, height: Int) { cleanAperture ?? (width, height) }

  /// Throws for what no track can have.
  func validate() throws(MovieError) {
    let sizes = 1...Int(Int16.max)
    guard sizes.contains(width), sizes.contains(height), (1...width).contains(clean.width),
      (1...height).contains(clean.height)
    else {
      throw MovieError(
        .invalidParameter, context: "video",
        message: "A picture of \(width)x\(height) with a clean aperture of \(clean) cannot be.")
    }
    guard configurationBox.lengthBytes == 4 else {
      throw MovieError(
        .invalidParameter, context: "video",
        message: "The decoder configuration is no \(configurationBox.type) record with lengths of four bytes.")
    }
  }

  var configurationBox: CodecConfigurationBox {
    CodecConfigurationBox(codec == .hevc ? "hvcC" : "avcC", record: configuration)
  }

  /// The sizes of the picture in QuickTime's modes; `nil` when pixels are not square.
  var apertures: ContainerBox? {
    guard pixelAspect == 1 else { return nil }
    return ContainerBox(
      "tapt",
      [
        ApertureBox("clef", width: clean.width, height: clean.height),
        ApertureBox("prof", width: width, height: height), ApertureBox("enof", width: width, height: height),
      ])
  }

  var sampleEntry: VisualSampleEntry {
    var extensions: [any Box] = [configurationBox]
    if let color { extensions.append(color) }
    extensions.append(CleanApertureBox(width: Int32(clean.width), height: Int32(clean.height)))
    if pixelAspect != 1 {
      let spacing = UInt32(truncatingIfNeeded: Int64(pixelAspect * 10_000))
      extensions.append(UnknownBox(type: "pasp", payload: [spacing, 10_000].flatMap(\.bigEndianBytes)))
    }
    return VisualSampleEntry(
      codec == .hevc ? "hvc1" : "avc1", width: UInt16(clamping: width), height: UInt16(clamping: height),
      compressorName: codec == .hevc ? "HEVC" : "H.264", extensions: extensions)
  }
}

extension UInt32 {
  var bigEndianBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (24 - 8 * UInt32($0))) } }
}
