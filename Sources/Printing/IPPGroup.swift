import CCUPS

/// A message of IPP, or a collection in one: attributes by their names.
final class IPPGroup {
  private let cups: LibCUPS
  private var owned: OpaquePointer?
  let pointer: OpaquePointer

  /// Takes a message over.
  init(_ cups: LibCUPS, _ pointer: OpaquePointer) { (self.cups, owned, self.pointer) = (cups, pointer, pointer) }

  deinit { if let owned { cups.calls.ippDelete(owned) } }

  /// The message, for a call that deletes it.
  func letGo() -> OpaquePointer {
    owned = nil
    return pointer
  }

  // MARK: Writing

  func add(_ group: ipp_tag_t, _ tag: ipp_tag_t, _ name: String, _ text: String) {
    _ = cups.calls.ippAddString(pointer, group, tag, name, nil, text)
  }

  func add(_ group: ipp_tag_t, _ tag: ipp_tag_t, _ name: String, _ number: Int) {
    _ = cups.calls.ippAddInteger(pointer, group, tag, name, Int32(clamping: number))
  }

  /// The collection is copied.
  func add(_ group: ipp_tag_t, _ name: String, _ collection: IPPGroup) {
    _ = cups.calls.ippAddCollection(pointer, group, name, collection.pointer)
  }

  /// Requests only the attributes of the given names.
  func want(_ names: [String]) {
    let texts = names.map { $0.utf8CString }
    func add(_ rest: ArraySlice<ContiguousArray<CChar>>, _ pointers: [UnsafePointer<CChar>?]) {
      guard let first = rest.first else {
        _ = cups.calls.ippAddStrings(
          pointer, IPP_TAG_OPERATION, IPP_TAG_KEYWORD, "requested-attributes", Int32(pointers.count), nil, pointers)
        return
      }
      first.withUnsafeBufferPointer { add(rest.dropFirst(), pointers + [$0.baseAddress]) }
    }
    add(texts[...], [])
  }

  // MARK: Reading

  private func values<Value>(_ name: String, _ read: (OpaquePointer, Int32) -> Value?) -> [Value] {
    guard let attribute = cups.calls.ippFindAttribute(pointer, name, IPP_TAG_ZERO) else { return [] }
    return (0..<max(0, cups.calls.ippGetCount(attribute))).compactMap { read(attribute, $0) }
  }

  func texts(_ name: String) -> [String] {
    values(name) { attribute, index in cups.calls.ippGetString(attribute, index, nil).map { String(cString: $0) } }
  }

  func numbers(_ name: String) -> [Int] { values(name) { Int(cups.calls.ippGetInteger($0, $1)) } }

  func bools(_ name: String) -> [Bool] { values(name) { cups.calls.ippGetBoolean($0, $1) != 0 } }

  /// Dots an inch.
  func resolutions(_ name: String) -> [Int] {
    values(name) { attribute, index in
      var (vertical, unit): (Int32, ipp_res_t) = (0, IPP_RES_PER_INCH)
      let horizontal = Int(cups.calls.ippGetResolution(attribute, index, &vertical, &unit))
      return unit == IPP_RES_PER_CM ? horizontal * 254 / 100 : horizontal
    }
  }
}
