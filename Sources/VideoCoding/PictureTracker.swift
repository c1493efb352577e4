package import MediaCore
import SystemCalls

/// Follows points of one picture through others, and fits motions to them, by OpenCV.
///
/// Its functions are in a library of their own beside the program, which is opened when the first picture is to be
/// followed: OpenCV's libraries, linked, would double the time that the program takes to start.
package final class PictureTracker {
  /// Tells whether the library is beside the program, with all that it needs. It is looked for, and not loaded.
  package static var isAvailable: Bool { DynamicLibrary.isAvailable(libraryName) }

  private static let libraryName = "libPictureTracking.so"

  /// The place of one of the first picture's points in a picture: in samples, from the upper left one.
  package typealias Place = SIMD2<Float>

  /// The places of the points in the first picture: those that can be told best from what is around them.
  package let points: [Place]
  private let calls: Calls
  private let tracking: OpaquePointer
  private let size: (width: Int, height: Int)

  /// Creates a tracker of at most `perCell` points in each square of `cell` samples a side.
  /// - Throws: `CodingError` with `.missingLibrary`, or `.codecFailed` when the library refuses.
  package init(_ reference: I420Picture, cell: Int, perCell: Int) throws(CodingError) {
    let calls = try Calls.opened.get()
    self.calls = calls
    size = (reference.width, reference.height)
    let luma = reference.planes.luma
    let created = withExtendedLifetime(reference) {
      calls.create(
        luma.start, Int32(luma.width), Int32(luma.height), luma.pitch, Int32(clamping: cell), Int32(clamping: perCell))
    }
    guard let tracking = created else { throw Self.failure("picture_tracking_create") }
    self.tracking = tracking
    var places: UnsafePointer<Float>?
    let count = Int(calls.points(tracking, &places))
    points = places.map { places in (0..<count).map { Place(places[2 * $0], places[2 * $0 + 1]) } } ?? []
  }

  deinit { calls.free(tracking) }

  /// Returns the places of the points in `picture`, and how much their surroundings differ there, in levels of luma; a
  /// point that is not found has a difference below zero. Points are looked for around `guesses`, some 80 samples far.
  /// - Throws: `CodingError` with `.invalidSetting` for a picture of another size, `.codecFailed` when the library
  ///   fails.
  package func follow(
    _ picture: I420Picture, guesses: [Place]
  ) throws(CodingError) -> (places: [Place], differences: [Float]) {
    guard picture.width == size.width, picture.height == size.height, guesses.count == points.count else {
      throw picture.refusal("It is not of the size of the picture before it. Scale it first.")
    }
    var places = guesses
    var differences = [Float](repeating: -1, count: points.count)
    let luma = picture.planes.luma
    let status = withExtendedLifetime(picture) {
      places.withUnsafeMutableBytes {
        calls.follow(tracking, luma.start, luma.pitch, $0.assumingMemoryBound(to: Float.self).baseAddress, &differences)
      }
    }
    guard status == 0 else { throw Self.failure("picture_tracking_follow") }
    return (places, differences)
  }

  /// A motion that turns, scales and shifts: x' = a x - b y + c, y' = b x + a y + d.
  package struct Fit {
    package let a: Double
    package let b: Double
    package let c: Double
    package let d: Double
    /// A value for each pair that indicates whether it agrees with the motion.
    package let agrees: [Bool]
  }

  /// The motion with which the most of the pairs agree within `tolerance`; `nil` if there is none.
  /// - Throws: `CodingError` with `.missingLibrary`, or `.codecFailed` when the library fails.
  package static func fit(_ from: [Place], _ to: [Place], tolerance: Double) throws(CodingError) -> Fit? {
    precondition(from.count == to.count, "points in pairs")
    let calls = try Calls.opened.get()
    var motion = [Double](repeating: 0, count: 4)
    var agrees = [UInt8](repeating: 0, count: from.count)
    let count = from.withUnsafeBytes { from in
      to.withUnsafeBytes { to in
        calls.fit(
          from.assumingMemoryBound(to: Float.self).baseAddress, to.assumingMemoryBound(to: Float.self).baseAddress,
          Int32(clamping: agrees.count), tolerance, &motion, &agrees)
      }
    }
    guard count >= 0 else { throw failure("picture_tracking_fit") }
    guard count > 0, motion.allSatisfy(\.isFinite) else { return nil }
    return Fit(a: motion[0], b: motion[1], c: motion[2], d: motion[3], agrees: agrees.map { $0 != 0 })
  }

  private static func failure(_ operation: String) -> CodingError {
    CodingError(
      .codecFailed, context: "motion", operation: operation,
      message: "OpenCV cannot follow these pictures. Free memory, or choose a shorter part.")
  }

  /// The functions that `PictureTracking.h` declares.
  private struct Calls: Sendable {
    typealias Create =
      @convention(c) (UnsafePointer<UInt8>?, Int32, Int32, Int32, Int32, Int32) -> OpaquePointer?
    typealias Points = @convention(c) (OpaquePointer, UnsafeMutablePointer<UnsafePointer<Float>?>) -> Int32
    typealias Follow =
      @convention(c) (
        OpaquePointer, UnsafePointer<UInt8>?, Int32, UnsafeMutablePointer<Float>?, UnsafeMutablePointer<Float>?
      ) -> Int32
    typealias Fit =
      @convention(c) (
        UnsafePointer<Float>?, UnsafePointer<Float>?, Int32, Double, UnsafeMutablePointer<Double>?,
        UnsafeMutablePointer<UInt8>?
      ) -> Int32

    let create: Create
    let free: @convention(c) (OpaquePointer) -> Void
    let points: Points
    let follow: Follow
    let fit: Fit

    static let opened = Result<Calls, CodingError> { () throws(CodingError) in try Calls() }

    private init() throws(CodingError) {
      // It lies beside the program, where the linker's run path leads.
      let library = try DynamicLibrary(
        PictureTracker.libraryName, purpose: "long exposure",
        advice: "Build it with 'swift build --product PictureTracking', keep it beside the program, and install the "
          + "Debian packages libopencv-video406 and libopencv-calib3d406.")
      create = try library.function("picture_tracking_create")
      free = try library.function("picture_tracking_free")
      points = try library.function("picture_tracking_points")
      follow = try library.function("picture_tracking_follow")
      fit = try library.function("picture_tracking_fit")
    }
  }
}
