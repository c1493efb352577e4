extension ContainerBox {
  /// Changes the first child of a kind; does nothing when there is none.
  package mutating func update<Kind: Box, Failure: Error>(
    _ kind: Kind.Type, _ change: (inout Kind) throws(Failure) -> Void
  ) throws(Failure) {
    guard let index = children.firstIndex(where: { $0 is Kind }), var child = children[index] as? Kind else { return }
    try change(&child)
    children[index] = child
  }

  /// Changes the container at the end of a path of types; does nothing when there is none.
  package mutating func update<Failure: Error>(
    _ path: [FourCC], _ change: (inout ContainerBox) throws(Failure) -> Void
  ) throws(Failure) {
    guard let type = path.first else { return try change(&self) }
    guard let index = children.firstIndex(where: { $0.type == type && $0 is ContainerBox }),
      var child = children[index] as? ContainerBox
    else { return }
    try child.update(Array(path.dropFirst()), change)
    children[index] = child
  }

  /// Puts a box in the place of the first child of its type, or behind the last child when there is none.
  package mutating func replace(with box: any Box) { children.replace(with: box) }

  /// Puts a box behind the first child of a type; behind the last child when there is none.
  package mutating func insert(_ box: any Box, after type: FourCC) {
    let index = children.firstIndex { $0.type == type }
    children.insert(box, at: index.map { $0 + 1 } ?? children.endIndex)
  }

  /// Removes all children of a type.
  package mutating func remove(_ type: FourCC) { children.removeAll { $0.type == type } }
}
