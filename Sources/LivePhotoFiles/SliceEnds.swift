import MediaCore
import SystemCalls
import VideoCoding

/// A check that the coding of HEVC's pictures ends where their bytes do, by libde265.
///
/// An arithmetic coder reads a picture out of any bytes. Behind damage, be it of one bit, it reads on at a wrong place,
/// and the bit that closes a row of blocks, or the picture, is hardly ever found there: ITU-T H.265, 7.3.8.1. FFmpeg
/// does not look at it, and shows what came of it without a word.
struct SliceEnds {
  private typealias Decoder = OpaquePointer

  private static let library = "libde265.so.0"
  /// The warnings of a bit that is missing where a row ends, of a row that ends too early, and of blocks outside of the
  /// picture: `DE265_WARNING_…` in its header.
  private static let damages: Set<Int32> = [1017, 1002, 1004]
  /// `DE265_DECODER_PARAM_DISABLE_DEBLOCKING` and `…_SAO`: nobody sees the picture.
  private static let smoothings: [Int32] = [7, 8]
  /// A picture takes two steps.
  private static let mostSteps = 64

  private let make: @convention(c) () -> Decoder?
  private let free: @convention(c) (Decoder) -> Int32
  private let set: @convention(c) (Decoder, Int32, Int32) -> Void
  private let push: @convention(c) (Decoder, UnsafeRawPointer, Int32, Int64, UnsafeMutableRawPointer?) -> Int32
  private let end: @convention(c) (Decoder) -> Void
  private let decode: @convention(c) (Decoder, UnsafeMutablePointer<Int32>) -> Int32
  private let next: @convention(c) (Decoder) -> OpaquePointer?
  private let warning: @convention(c) (Decoder) -> Int32
  private let lengthBytes: Int
  private let sets: [ArraySlice<UInt8>]

  /// A check of pictures that a record describes; `nil` for profiles that the library does not know.
  /// - Throws: `CodingError` with `.missingLibrary`.
  init?(configuration: [UInt8]) throws(CodingError) {
    // Main, Main 10, Main Still Picture.
    guard configuration.count > 22, (1...3).contains(configuration[1] & 0x1f) else { return nil }
    let library = try DynamicLibrary(Self.library, package: "libde265-0", purpose: "HEIC")
    make = try library.function("de265_new_decoder")
    free = try library.function("de265_free_decoder")
    set = try library.function("de265_set_parameter_bool")
    push = try library.function("de265_push_NAL")
    end = try library.function("de265_push_end_of_frame")
    decode = try library.function("de265_decode")
    next = try library.function("de265_get_next_picture")
    warning = try library.function("de265_get_warning")
    lengthBytes = 1 + Int(configuration[21] & 3)
    sets = ConfigurationRecord.units(of: configuration, .hevc)
  }

  /// Tells whether the coding of a picture, whose units lie behind their lengths, does not end with its bytes.
  func areMissed(in picture: [UInt8]) -> Bool {
    var rest = [picture]
    return firstMissed { rest.popLast() } != nil
  }

  /// Returns the number, from 0 on, of the first of pictures that are built upon each other whose coding does not end
  /// with its bytes; `nil` if that of all does. `next` returns one picture after the other, in the order of decoding.
  func firstMissed(_ next: () throws -> [UInt8]?) rethrows -> Int? {
    guard let decoder = make() else { return nil }
    defer { _ = free(decoder) }
    for smoothing in Self.smoothings { set(decoder, smoothing, 1) }
    for unit in sets { give(unit, to: decoder) }
    var number = 0
    while let picture = try next() {
      give(picture, to: decoder)
      if isDamaged(decoder) { return number }
      number += 1
    }
    return nil
  }

  /// Gives the units of a picture to a decoder.
  private func give(_ picture: [UInt8], to decoder: Decoder) {
    var position = 0
    while picture.count - position > lengthBytes {
      let length = picture[position..<position + lengthBytes].reduce(0) { $0 << 8 | Int($1) }
      guard length > 0, length <= picture.count - position - lengthBytes else { break }
      give(picture[position + lengthBytes..<position + lengthBytes + length], to: decoder)
      position += lengthBytes + length
    }
    end(decoder)
  }

  /// Decodes what a decoder has been given, and tells whether that is damaged.
  private func isDamaged(_ decoder: Decoder) -> Bool {
    var goesOn: Int32 = 1
    for _ in 0..<Self.mostSteps where goesOn != 0 {
      let error = decode(decoder, &goesOn)
      while next(decoder) != nil {}
      if error != 0 { break }
    }
    var isDamaged = false
    while case let found = warning(decoder), found != 0 { isDamaged = isDamaged || Self.damages.contains(found) }
    return isDamaged
  }

  private func give(_ unit: ArraySlice<UInt8>, to decoder: Decoder) {
    unit.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      _ = push(decoder, start, Int32(clamping: bytes.count), 0, nil)
    }
  }
}
