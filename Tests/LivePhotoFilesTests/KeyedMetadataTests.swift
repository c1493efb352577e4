import ISOBoxes
import MovieCoding
import Testing

@testable import LivePhotoFiles

/// Metadata with keys that readers lose.
@Suite struct KeyedMetadataTests {
  private func problem(_ edit: (inout MetadataBox) throws -> Void) throws -> String? {
    let bytes = try Tampering.movie(SamplePair.good.get().movie) { try $0.change(MetadataBox.self, edit) }
    return KeyedMetadata.problem(in: try MovieReader().read(bytes))
  }

  @Test("what livecam writes is right")
  func right() throws { #expect(try problem { _ in } == nil) }

  @Test("keys that are no text or of another namespace, and values of no key or of another type, are told")
  func wrong() throws {
    func keys(_ edit: (inout MetadataKeysBox) -> Void) throws -> String? {
      try problem { box in _ = box.update(MetadataKeysBox.self) { edit(&$0) } }
    }
    #expect(try keys { $0.entries[0].namespace = "mDta" }?.contains("namespace 'mDta'") == true)
    #expect(try keys { $0.entries[0].value[3] = 0 }?.contains("key 1 is no text") == true)
    #expect(try keys { $0.entries[0].value[3] = 0xff }?.contains("key 1 is no text") == true)
    #expect(try keys { $0.entries.removeLast() }?.contains("and there are") == true)
    func values(_ edit: (inout MetadataValueBox) -> Void) throws -> String? {
      try problem { box in
        box.update(["ilst"]) { list in
          guard var item = list.children[0] as? ContainerBox else { return }
          _ = item.update(MetadataValueBox.self) { edit(&$0) }
          list.children[0] = item
        }
      }
    }
    #expect(try values { $0.valueType = 21 }?.contains("type 21, not text") == true)
    #expect(try values { $0.value[0] = 0xff }?.contains("no UTF-8") == true)
  }
}
