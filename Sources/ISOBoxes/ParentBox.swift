/// A box that holds others, whatever else it holds.
package protocol ParentBox: Box {
  /// The boxes inside of the box, in order.
  var children: [any Box] { get set }
}

extension ParentBox {
  /// The first child of a kind, and of a type if one is given, or `nil`.
  package func first<Kind: Box>(_ kind: Kind.Type, _ type: FourCC? = nil) -> Kind? { children.first(kind, type) }

  /// The first container of a type among the children, or `nil`.
  package func container(_ type: FourCC) -> ContainerBox? { first(ContainerBox.self, type) }

  /// Changes the first child of a kind, and of a type if one is given, and returns whether there is one.
  @discardableResult
  package mutating func update<Kind: Box, Failure: Error>(
    _ kind: Kind.Type, _ type: FourCC? = nil, _ change: (inout Kind) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let index = children.firstIndex(where: { $0 is Kind && (type == nil || $0.type == type) }),
      var child = children[index] as? Kind
    else { return false }
    try change(&child)
    children[index] = child
    return true
  }

  package mutating func updateAll<Kind: Box, Failure: Error>(
    _ kind: Kind.Type, _ change: (inout Kind) throws(Failure) -> Void
  ) throws(Failure) {
    for index in children.indices {
      guard var child = children[index] as? Kind else { continue }
      try change(&child)
      children[index] = child
    }
  }

  /// Changes the container at the end of a path of types; does nothing when there is none.
  package mutating func update<Failure: Error>(
    _ path: [FourCC], _ change: (inout ContainerBox) throws(Failure) -> Void
  ) throws(Failure) {
    try update(ContainerBox.self, path[0]) { (child) throws(Failure) in
      if path.count > 1 { try child.update(Array(path.dropFirst()), change) } else { try change(&child) }
    }
  }

  /// Puts a box in the place of the first child of its type, or behind the last child when there is none.
  package mutating func replace(with box: any Box) {
    if let index = children.firstIndex(where: { $0.type == box.type }) {
      children[index] = box
    } else {
      children.append(box)
    }
  }

  /// Puts a box behind the first child of a type; behind the last child when there is none.
  package mutating func insert(_ box: any Box, after type: FourCC) {
    let index = children.firstIndex { $0.type == type }
    children.insert(box, at: index.map { $0 + 1 } ?? children.endIndex)
  }

  package mutating func remove(_ type: FourCC) { children.removeAll { $0.type == type } }
}
