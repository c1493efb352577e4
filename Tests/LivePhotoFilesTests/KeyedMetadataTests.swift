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

  @Test("a key with two values is told, but for those of two languages; of the identifier there may be one alone")
  func twoValues() throws {
    let good = try SamplePair.good.get().movie
    func movie(_ other: MetadataValueBox) throws -> [UInt8] {
      try Tampering.movie(good) { movie in
        try movie.change(MetadataBox.self) { box in
          let place = try #require(box.items.firstIndex { $0.key == MovieKey.contentIdentifier })
          box.update(["ilst"]) { list in
            guard var item = list.children[place] as? ContainerBox else { return }
            item.children.append(other)
            list.children[place] = item
          }
        }
      }
    }
    var value = MetadataValueBox(text: "1F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A78")
    let twice = try movie(value)
    #expect(KeyedMetadata.problem(in: try MovieReader().read(twice))?.contains("has two values") == true)
    let result = try MovieRules.results(of: twice)[.movieIdentifier]
    #expect(result?.status == .failure && result?.found.contains("2 identifiers") == true)
    value.locale = 7
    #expect(KeyedMetadata.problem(in: try MovieReader().read(movie(value))) == nil)
  }
}
