import ByteCoding
import MediaCore

/// The lines of a source, each read when it is asked for.
struct SourceLines {
  private static let portion = 1 << 16

  let source: any ByteSource
  /// The number of bytes above which a line is refused, so that none fills the memory.
  private let longest: Int
  /// The sentence that ends errors about lines: what to do.
  private let advice: String
  /// The offset of the end of the lines that were read, in bytes.
  private(set) var position = 0
  private(set) var number = 0
  /// The bytes that were read behind `position`.
  private var ahead: [UInt8] = []
  private var start = 0

  init(_ source: any ByteSource, longest: Int, advice: String) {
    (self.source, self.longest, self.advice) = (source, longest, advice)
  }

  /// The bytes that were read behind the last line; where there is no further line, all that follows it.
  var rest: ArraySlice<UInt8> { ahead[start...] }

  /// Goes on at a line that begins behind all that were read.
  mutating func skip(to place: Int) {
    let distance = place - position
    if distance <= ahead.count - start { start += distance } else { (ahead, start) = ([], 0) }
    position = place
  }

  /// The next line without its end; `nil` where no line end follows.
  /// - Throws: ``LivePhotoError`` with `.malformed` or `.unreadable`.
  mutating func next() throws(LivePhotoError) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = ahead[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer {
          position += end + 1 - start
          start = end + 1
        }
        number += 1
        return ahead[start..<end]
      }
      ahead.removeFirst(start)
      (start, searched) = (0, ahead.count)
      let next = position + ahead.count
      guard next < source.count else { return nil }
      guard ahead.count <= longest else {
        number += 1
        throw malformed("is longer than any that belongs here")
      }
      do throws(ByteError) {
        ahead += try source.bytes(next..<min(next + Self.portion, source.count))
      } catch {
        throw LivePhotoError(.unreadable, context: source.name, message: "It cannot be read.", underlying: error)
      }
    }
  }

  /// The next line, or what stands behind the last line end; `nil` at the end.
  /// - Throws: ``LivePhotoError`` with `.malformed` or `.unreadable`.
  mutating func nextOrRest() throws(LivePhotoError) -> ArraySlice<UInt8>? {
    if let line = try next() { return line }
    guard !rest.isEmpty else { return nil }
    defer { skip(to: source.count) }
    number += 1
    return rest
  }

  /// Returns the error for a defect of the line that was read last.
  func malformed(_ what: String, _ underlying: (any Error)? = nil) -> LivePhotoError {
    LivePhotoError(
      .malformed, context: source.name, message: "Line \(number) \(what). \(advice)", underlying: underlying)
  }
}
