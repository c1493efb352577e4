import ISOBoxes
import MediaCore
import VideoCoding

extension VisualSampleEntry {
  /// The codes of ITU-T H.273 by which pictures look quite different: wide and widest primaries, HDR's transfer
  /// functions, those without a curve or of logarithms, and the matrices of BT.601, BT.2020, RGB and YCgCo. What is in
  /// none of them looks like BT.709.
  private static let telling: [[[UInt16]]] = [
    [[9], [11, 12], [10]], [[16], [18], [8], [9, 10], [17]], [[4, 5, 6], [9, 10], [0], [8]],
  ]

  /// The problem of colours that the description has and the pictures' own parameters do not. Which of the narrow
  /// primaries are meant is left open, as phones tell these apart badly; nor is it wrong to leave colours to either.
  var colorProblem: String? {
    guard let box = extensions.lazy.compactMap({ $0 as? ColorParameterBox }).first, box.codes.count == 3,
      let record = extensions.lazy.compactMap({ $0 as? CodecConfigurationBox }).first,
      ["avcC", "hvcC"].contains(record.type),
      case let stream = StreamParameters(record: record.record, codec: record.type == "avcC" ? .h264 : .hevc)
    else { return nil }
    // QuickTime's own form leaves the range to the pictures.
    if box.form == "nclx", let flags = box.rest.first, let isFull = stream.isFullRange, isFull != (flags & 0x80 != 0) {
      let (one, other) = isFull ? ("part", "all") : ("all", "part")
      return "its description says that its pictures use \(one) of the values there are (colr), and they say that they "
        + "use \(other): players show them too dark or too pale"
    }
    guard let own = stream.colors else { return nil }
    func kind(_ code: UInt16, _ kinds: [[UInt16]]) -> Int { kinds.firstIndex { $0.contains(code) } ?? -1 }
    let differs = zip(zip(box.codes, own), Self.telling).contains { codes, kinds in
      // 2 leaves it open.
      codes.0 != 2 && codes.1 != 2 && kind(codes.0, kinds) != kind(codes.1, kinds)
    }
    guard differs else { return nil }
    func text(_ codes: [UInt16]) -> String { codes.map(String.init).joined(separator: ", ") }
    return
      "its description says other colours (colr \(text(box.codes))) than its pictures (\(text(own))): players differ"
  }
}
