public import LiveCapture
public import MediaCore
import Synchronization

/// Makes the stills of other codecs, some of which fail on request.
public final class FailingStills: StillMaking {
  private let stills: any StillMaking
  private let failuresLeft = Mutex(0)

  /// Creates a maker that passes its work on to `stills` until it is made to fail.
  public init(_ stills: any StillMaking) { self.stills = stills }

  /// The codecs of the others.
  public var codecs: [PhotoCodec] { stills.codecs }

  /// Makes the next `count` stills fail; with 0 all of them work. A still that is delivered as pixels has no file that
  /// could fail.
  public func fail(next count: Int) { failuresLeft.withLock { $0 = count } }

  /// Prepares as the others do.
  /// - Throws: What the others throw.
  public func prepare(_ codec: PhotoCodec) throws(CodingError) { try stills.prepare(codec) }

  /// Makes a still, unless a failure is requested.
  /// - Throws: What the others throw, and `CodingError` when a failure is requested.
  public func make(_ order: StillOrder, of frames: [VideoFrame]) throws(CodingError) -> MadeStill {
    let works = failuresLeft.withLock { left in
      defer { left = max(0, left - 1) }
      return left == 0
    }
    guard works else {
      throw CodingError(.codecFailed, context: "still", message: "The still has failed, as it was told to.")
    }
    return try stills.make(order, of: frames)
  }

  /// Rewrites as the others do.
  /// - Throws: What the others throw.
  public func rewrite(_ file: [UInt8], _ change: StillRewrite) throws(CodingError) -> [UInt8] {
    try stills.rewrite(file, change)
  }

  /// Returns the picture as the others do.
  /// - Throws: What the others throw.
  public func picture(of file: [UInt8]) throws(CodingError) -> VideoFrame { try stills.picture(of: file) }
}
