import ByteCoding
import MediaCore
import Testing

@testable import LivePhotoFiles

@Suite struct TakeoutSidecarTests {
  private func seconds(_ text: String) throws -> Int64 {
    try TakeoutSidecar(ArrayBytes(Array(text.utf8), name: "x.json")).secondsSince1970
  }

  @Test(
    "the time is a text, or a number, among whatever else there is",
    arguments: [
      #"{"photoTakenTime":{"timestamp":"1600596727"}}"#, #"{"photoTakenTime":{"timestamp":1600596727}}"#,
      #"{"title":"a \"b\" é \ud83d\ude00.jpg","geoData":{"latitude":55.2694,"altitude":-2.1e1},"people":[{"name":"é"}],"#
        + #""photoTakenTime":{"formatted":"Sep 20, 2020","timestamp":"1600596727"},"favorited":true,"x":null}"#,
    ])
  func times(text: String) throws { #expect(try seconds(text) == 1_600_596_727) }

  @Test(
    "the place is what Google shows, or the picture's own; 0, 0 and what is no place are none, and cost no date",
    arguments: [
      (
        #""geoData":{"latitude":1.5,"longitude":-2,"altitude":7.0},"geoDataExif":{"latitude":3,"longitude":4}"#,
        "1.5 -2.0 7.0"
      ),
      (
        #""geoData":{"latitude":0.0,"longitude":0.0,"altitude":0.0},"geoDataExif":{"latitude":3,"longitude":4}"#,
        "3.0 4.0"
      ),
      (#""geoData":{"latitude":0,"longitude":9,"altitude":0}"#, "0.0 9.0"),
      (#""geoData":{"latitude":91,"longitude":1}"#, nil), (#""geoData":{"latitude":"x"},"geoDataExif":[]"#, nil),
      (#""geoData":null"#, nil), (#""favorited":"yes""#, nil),
    ] as [(String, String?)])
  func places(members: String, expected: String?) throws {
    let text = #"{"photoTakenTime":{"timestamp":"5"},"# + members + "}"
    let sidecar = try TakeoutSidecar(ArrayBytes(Array(text.utf8), name: "x.json"))
    let place = sidecar.location.map { place in
      ([place.latitudeDegrees, place.longitudeDegrees] + [place.altitudeMeters].compactMap { $0 }).map { "\($0)" }
        .joined(separator: " ")
    }
    #expect(place == expected && sidecar.secondsSince1970 == 5 && !sidecar.isFavorite)
  }

  @Test("a date before 1970 is one") func early() throws {
    #expect(try seconds(#"{"photoTakenTime":{"timestamp":"-1000000"}}"#) == -1_000_000)
  }

  @Test(
    "JSON of other things is told from what is no JSON",
    arguments: [
      ("{}", CodingError.Code.unsupported), ("[1, 2]", .unsupported),
      (#"{"title":"album","date":{"timestamp":"1"}}"#, .unsupported),
      (#"{"photoTakenTime":{}}"#, .unsupported), (#"{"photoTakenTime":{"timestamp":true}}"#, .unsupported),
      ("", .malformed),
      ("{", .malformed), (#"{"photoTakenTime":{"timestamp":"soon"}}"#, .malformed),
      (#"{"photoTakenTime":{"timestamp":"99999999999999"}}"#, .malformed),
      (String(repeating: "[", count: 100_000), .malformed),
    ] as [(String, CodingError.Code)])
  func refusals(text: String, code: CodingError.Code) {
    let error = #expect(throws: CodingError.self) { try seconds(text) }
    #expect(error?.code == code && error?.context == "x.json", "\(String(describing: error))")
  }

  @Test("a file too large to be one is not read") func size() {
    struct Large: ByteSource {
      let name = "large.json"
      let count = 1 << 40
      func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteError) { Issue.record("read") }
    }
    let error = #expect(throws: CodingError.self) { try TakeoutSidecar(Large()) }
    #expect(error?.code == .unsupported)
  }
}
