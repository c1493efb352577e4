/// Takes a stream of binary portable grey maps (`P5`) apart as it arrives.
final class GrayMapReader {
  private var pending: [UInt8] = []

  /// Adds bytes of the stream and hands every picture that they complete to `body`.
  func add(_ piece: some Sequence<UInt8>, file: String, _ body: (GrayPicture) -> Void) throws(ProbeError) {
    pending.append(contentsOf: piece)
    var start = 0
    while let header = try header(from: start, file: file) {
      let end = header.pixels + header.width * header.height
      guard end <= pending.count else { break }
      if let picture = GrayPicture(
        width: header.width, height: header.height, pixels: Array(pending[header.pixels..<end]))
      {
        body(picture)
      }
      start = end
    }
    pending.removeFirst(start)
  }

  /// Width, height and where the pixels begin, or `nil` if the header is not all there yet.
  private func header(from start: Int, file: String) throws(ProbeError) -> (width: Int, height: Int, pixels: Int)? {
    var words: [[UInt8]] = [[]]
    var index = start
    while index < pending.count, words.count <= 4, index - start < 64 {
      let byte = pending[index]
      if byte == 0x20 || (0x09...0x0d).contains(byte) {
        if words.last?.isEmpty == false { words.append([]) }
      } else {
        words[words.count - 1].append(byte)
      }
      index += 1
    }
    guard words.count > 4 else {
      if index - start >= 64 { throw unexpected(file) }
      return nil
    }
    let numbers = words[1...3].map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    guard words[0] == [0x50, 0x35], numbers[2] == 255, (1...16_384).contains(numbers[0]),
      (1...16_384).contains(numbers[1])
    else { throw unexpected(file) }
    return (numbers[0], numbers[1], index)
  }

  private func unexpected(_ file: String) -> ProbeError {
    ProbeError(code: .unexpectedOutput, tool: "ffmpeg", file: file, message: "The output is no stream of grey maps.")
  }
}
