import MediaCore

extension BinaryPropertyList {
  /// The bytes of a list without places.
  /// - Throws: ``CodingError`` for a list that cannot be read, and for data of which nobody knows what they hold.
  static func withoutPlaces(_ bytes: [UInt8], kind: String, depth: Int) throws(CodingError) -> [UInt8] {
    var list = try BinaryPropertyList(bytes, name: kind)
    try list.removePlaces(kind: kind)
    var keys: [Int: Int] = [:]
    for object in list.dictionaries {
      for index in 0..<object.count {
        let value = list.reference(index + object.count, of: object)
        if list.objects[value].kind == .data { keys[value] = list.reference(index, of: object) }
      }
    }
    // Only an error asks for it: a long text may be the key of a million data.
    func name(_ index: Int) -> String {
      keys[index].flatMap { list.text(list.objects[$0]) }.map { "under '\($0.prefix(64))'" } ?? "in a list"
    }
    for (index, object) in list.objects.enumerated() {
      if let text = list.text(object) {
        if PropertyListLocation.isPlace(text: text) { list.blank(object) }
      } else if object.kind == .data {
        let data = Array(list.bytes[object.start..<object.range.upperBound])
        let clean = try PropertyListLocation.blanking(data: data, of: name(index), kind: kind, depth: depth)
        if clean != data { list.overwrite(object, with: clean) }
      }
    }
    return list.bytes
  }

  private var dictionaries: [Object] { objects.filter { $0.kind == .dictionary } }

  /// Takes out the entries that are about places, and what nothing names or belongs to nothing.
  private mutating func removePlaces(kind: String) throws(CodingError) {
    let isPlace = objects.map { object in
      // Names are short; a hostile text is looked at once, however many entries it names.
      object.count <= 256 && text(object).map { PlaceNames.containsWithAddresses($0) } ?? false
    }
    let archiver = (0..<(objects[top].kind == .dictionary ? objects[top].count : 0)).contains {
      text(objects[reference($0, of: objects[top])]) == "$archiver"
    }
    guard !archiver || !isPlace.contains(true) else { throw PropertyListLocation.archived(kind) }
    for object in dictionaries {
      let kept = (0..<object.count).filter { !isPlace[reference($0, of: object)] }
      if kept.count < object.count { keep(kept, of: object) }
    }
    // Counts are as they were read.
    self = try BinaryPropertyList(bytes, name: kind)
    for (object, isReached) in zip(objects, reachable()) where !isReached { erase(object) }
    self = try BinaryPropertyList(bytes, name: kind)
    eraseGaps()
  }
}
