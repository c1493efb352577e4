public import LiveCapture
import MediaCore

/// Orders of captures' events, for a test that is run with each: all that are allowed, or a sample of them.
public struct CaptureOrders: Sendable, RandomAccessCollection {
  private let orders: [CaptureProfile.Order]
  /// The number of allowed orders; infinite if there are too many to count.
  public let total: Double

  init(
    of moments: [EventPlace], isJoint: Bool = false, waitsForPhotos: Bool = true, limit: Int = 100, seed: UInt64 = 1
  ) {
    func order(_ moments: [EventPlace]) -> CaptureProfile.Order {
      CaptureProfile.Order(kind: .given(moments, isJoint: isJoint))
    }
    var allowed = AllowedOrders(of: moments, waitsForPhotos: waitsForPhotos)
    total = allowed.count
    guard total > Double(Swift.max(0, limit)) else {
      orders = allowed.all.map(order)
      return
    }
    var random = SeededRandom(seed: seed)
    var drawn: [CaptureProfile.Order] = []
    var isDrawn: Set<CaptureProfile.Order> = []
    while drawn.count < limit {
      let next = order(allowed.draw(by: &random))
      if isDrawn.insert(next).inserted { drawn.append(next) }
    }
    orders = drawn
  }

  /// A Boolean value that indicates whether some allowed orders are missing from the collection.
  public var isSample: Bool { total > Double(orders.count) }

  /// The index of the first order, 0.
  public var startIndex: Int { orders.startIndex }
  /// The number of orders.
  public var endIndex: Int { orders.endIndex }
  /// Returns the order at a position.
  public subscript(position: Int) -> CaptureProfile.Order { orders[position] }
}

extension CaptureOrders: CustomStringConvertible {
  /// A text for people: `all 10 orders`, or `100 of 46200 orders`.
  public var description: String {
    isSample ? "\(orders.count) of \(total < 1e15 ? "\(Int(total))" : "\(total)") orders" : "all \(orders.count) orders"
  }
}
