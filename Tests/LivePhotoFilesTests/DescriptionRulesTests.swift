import MovieCoding
import Testing

@testable import ISOBoxes
@testable import LivePhotoFiles

/// What a movie says of its pictures' colours and size, against what the pictures say themselves.
@Suite struct DescriptionRulesTests {
  private let good: [UInt8]

  init() throws { good = try SamplePair.good.get().movie }

  /// Expects a warning that contains a text, or none if it is `nil`, of a movie whose pictures are described otherwise.
  private func expect(
    _ text: String?, sourceLocation: SourceLocation = #_sourceLocation, header: (Int, Int) = (320, 240),
    _ edit: (inout VisualSampleEntry) -> Void = { _ in }
  ) throws {
    let bytes = try Tampering.movie(good) { movie in
      try movie.change(TrackHeaderBox.self, track: 0) { box in
        (box.width, box.height) = (Fixed16(header.0), Fixed16(header.1))
      }
      try movie.change(ListBox.self, at: ["mdia", "minf", "stbl"], track: 0) { list in
        var entry = try #require(list.children[0] as? VisualSampleEntry)
        edit(&entry)
        list.children[0] = entry
      }
    }
    let result = try #require(try MovieRules.results(of: bytes)[.tracksPlay])
    #expect(result.status == (text == nil ? .pass : .warning), "\(result)", sourceLocation: sourceLocation)
    #expect(result.found.contains(text ?? ""), "\(result)", sourceLocation: sourceLocation)
  }

  @Test("colours and a range that contradict the pictures' own are told, and what is left open or alike is not")
  func colors() throws {
    func colors(_ codes: [UInt16], range: UInt8? = nil) -> (inout VisualSampleEntry) -> Void {
      { entry in
        var box = ColorParameterBox(primaries: codes[0], transfer: codes[1], matrix: codes[2])
        if let range { (box.form, box.rest) = ("nclx", [range]) }
        entry.extensions.removeAll { $0 is ColorParameterBox }
        entry.extensions.append(box)
      }
    }
    // The pictures say 1, 1, 6, in the full range.
    for codes in [[1, 1, 6], [2, 2, 2], [1, 1, 5], [5, 6, 6], [7, 1, 6]] as [[UInt16]] {
      try expect(nil, colors(codes))
    }
    for codes in [
      [12, 1, 6], [9, 1, 6], [1, 16, 6], [1, 18, 6], [1, 8, 6], [1, 10, 6], [1, 1, 1], [1, 1, 9], [1, 1, 0],
    ] as [[UInt16]] {
      try expect("other colours", colors(codes))
    }
    try expect(nil, colors([1, 1, 6], range: 0x80))
    try expect("use part of the values there are (colr), and they say that they use all", colors([1, 1, 6], range: 0))
    try expect(nil) { entry in entry.extensions.removeAll { $0 is ColorParameterBox } }
  }

  @Test("apertures that are not even near the pictures' size are told, and a little less or wider pixels are not")
  func apertures() throws {
    func expect(_ text: String?, _ width: Int, _ height: Int, pixels: UInt8 = 1) throws {
      let bytes = try Tampering.movie(SamplePair.good.get().movie) { movie in
        try movie.changeTrack(0) { track in
          track.remove("tapt")
          track.children.append(ContainerBox("tapt", [ApertureBox("clef", width: width, height: height)]))
        }
        try movie.change(TrackHeaderBox.self, track: 0) { $0.width = Fixed16(320 * Int(pixels)) }
        try movie.change(ListBox.self, at: ["mdia", "minf", "stbl"], track: 0) { list in
          var entry = try #require(list.children[0] as? VisualSampleEntry)
          entry.extensions.removeAll { $0.type == "pasp" }
          entry.extensions.append(UnknownBox(type: "pasp", payload: [0, 0, 0, pixels, 0, 0, 0, 1]))
          list.children[0] = entry
        }
      }
      let result = try #require(try MovieRules.results(of: bytes)[.tracksPlay])
      #expect(result.status == (text == nil ? .pass : .warning) && result.found.contains(text ?? ""), "\(result)")
    }
    try expect("its aperture 'clef' (tapt) is 100 × 100, and its pictures are 320 × 240", 100, 100)
    try expect("aperture", 320, 0)
    try expect("aperture", 640, 240)
    try expect(nil, 312, 232)
    try expect(nil, 640, 240, pixels: 2)
  }

  @Test("a header of half or twice the pictures' size is told, and one that knows their shape is not")
  func size() throws {
    func shape(_ across: UInt8, _ down: UInt8) -> (inout VisualSampleEntry) -> Void {
      { $0.extensions.append(UnknownBox(type: "pasp", payload: [0, 0, 0, across, 0, 0, 0, down])) }
    }
    for header in [(160, 120), (640, 480), (320, 480), (320, 120)] {
      try expect("its header has \(header.0) × \(header.1), and its description 320 × 240", header: header)
    }
    for header in [(320, 240), (240, 320), (312, 232), (426, 240)] { try expect(nil, header: header) }
    try expect(nil, header: (640, 240), shape(2, 1))
    try expect(nil, header: (320, 120), shape(2, 1))
    try expect(nil, header: (160, 240), shape(1, 2))
    try expect("3 times as wide as they are high (pasp), and its header makes them square", shape(3, 1))
    try expect(nil, shape(10, 11))
    try expect("its header has 160 × 120", header: (160, 120), shape(2, 1))
  }
}
