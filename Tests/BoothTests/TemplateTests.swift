import FileStorage
import Foundation
import KioskWeb
import MediaCore
import PhotoLibrary
import Station
import TestSupport
import Testing
import VideoCoding

@testable import Booth
@testable import PictureTemplates

/// Strips and postcards: templates as files, what they look like, and a booth that takes pictures for them.
@Suite struct TemplateTests {
  private static let template = """
    {
      version: 1, title: "Test", canvas: {width: 400, height: 600, background: "#204060"},
      slots: [
        {x: 50, y: 50, width: 300, height: 200, border: 10, borderColor: "#fff"},
        {x: 100, y: 300, width: 200, height: 200, rotation: 45, fit: "fit"},
      ],
      texts: [{text: "{title}, {date} {time}", x: 20, y: 560, width: 360, size: 24, color: "#fff"}],
    }
    """

  /// The shelf of a folder with one template in it.
  private func shelf(
    _ text: String, name: String = "test", _ files: [String: [UInt8]] = [:], in folder: TemporaryFolder
  ) throws -> TemplateShelf {
    try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    _ = try folder.write(text.utf8, as: "\(name)/template.json5")
    for (file, bytes) in files { _ = try folder.write(bytes, as: "\(name)/\(file)") }
    return TemplateShelf(folder: folder.path, files: DiskFiles())
  }

  /// A PNG that is clear but for a red square in its upper left corner.
  private func png(_ width: Int, _ height: Int, in folder: TemporaryFolder) throws -> [UInt8] {
    let filters = "color=red:s=40x40,format=rgba,pad=\(width):\(height):0:0:color=black@0"
    try ForeignTool.ffmpeg.run(
      ["-v", "error", "-f", "lavfi", "-i", filters, "-frames:v", "1", "-y", "made.png"], in: folder)
    return try folder.read("made.png")
  }

  private func plain(_ luma: UInt8) throws -> I420Picture {
    let picture = try I420Picture(width: 320, height: 180, range: .full)
    picture.fill(x: 0, y: 0, width: 320, height: 180, luma: luma)
    return picture
  }

  @Test("pictures lie in their places, turned and cut, the frame above them, and the words in their place")
  func look() throws {
    let folder = try TemporaryFolder()
    // A frame that is red where it is not clear.
    let frame = try png(400, 600, in: folder)
    let shelf = try shelf(
      Self.template.replacing("canvas:", with: "overlay: \"frame.png\", canvas:"), ["frame.png": frame], in: folder)
    #expect(shelf.refusals.isEmpty && shelf.templates.count == 4, "\(shelf.refusals)")
    let template = try #require(shelf.template("test"))
    func draw(_ title: String) throws -> I420Picture {
      let jpeg = try TemplateRenderer().jpeg(
        of: template, with: [plain(60), plain(180)], words: [.title: title, .date: "1 May", .time: "10:00"])
      return try jpeg.withUnsafeBytes { try FrameConverter().picture(ofJPEG: $0) }
    }
    let picture = try draw("Anna & Bob 安娜")
    #expect(picture.width == 400 && picture.height == 600)
    let rgb = picture.rgb()
    func near(_ x: Int, _ y: Int, _ color: [Int]) -> Bool {
      zip(rgb[((y * 400 + x) * 3)...].prefix(3), color).allSatisfy { abs(Int($0) - $1) < 12 }
    }
    let (ground, first, second) = ([32, 64, 96], [60, 60, 60], [180, 180, 180])
    #expect(near(20, 20, [254, 0, 0]) && near(60, 20, ground))
    #expect(near(45, 150, [255, 255, 255]) && near(355, 150, [255, 255, 255]) && near(370, 150, ground))
    // It is filled to its edges, whose shape is another one.
    for (x, y) in [(55, 55), (345, 55), (55, 245), (345, 245), (200, 150)] { #expect(near(x, y, first), "\(x), \(y)") }
    // A square turned by an eighth: the whole picture is a band through its middle, from the upper left to the lower
    // right.
    #expect(near(200, 400, second) && near(260, 460, second) && near(140, 340, second))
    #expect(near(145, 455, ground) && near(255, 345, ground) && near(110, 310, ground))
    func words(_ picture: I420Picture) -> [UInt8] { Array(picture.lumaBytes()[(400 * 560)...]) }
    let others = words(try draw("Anna & Bob"))
    #expect(words(picture).contains { $0 > 200 } && words(picture) != others)
    // Markup is words, too, and what is long becomes small.
    let long = words(try draw("<b>" + String(repeating: "long ", count: 60)))
    #expect(long.prefix(400 * 8).contains { $0 > 100 } && !long.suffix(400 * 20).contains { $0 > 100 })
  }

  @Test("hostile and mistaken templates are refused with their place, and the others are there")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let frame = try png(40, 60, in: folder)
    // A picture of 900 million pixels in a few bytes.
    var bomb = frame
    bomb.replaceSubrange(16..<24, with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
    // One that unpacks to a hundred times its pixels.
    var swollen = try png(400, 600, in: folder)
    swollen.replaceSubrange(16..<24, with: [0, 0, 0, 40, 0, 0, 0, 60])
    var broken = Array(frame.prefix(frame.count / 2))
    broken += [UInt8](repeating: 0x55, count: 100)
    let cases: [(change: (String, String), png: [UInt8]?, wanted: String)] = [
      (("width: 400", "width: 100000"), nil, "canvas.width: 100000.0 does not lie between"),
      (("width: 400, height: 600", "width: 5000, height: 5000"), nil, "more than 9 million pixels"),
      (("width: 300", "width: -1"), nil, "slots.1.width"), (("rotation: 45", "rotation: 1e9"), nil, "slots.2.rotation"),
      (("fit: \"fit\"", "fit: \"tile\""), nil, "slots.2.fit: there are fill, fit"),
      (("rotation: 45", "filter: \"blur\""), nil, "slots.2.filter: there are mono, sepia, warm, cool, vivid, vintage"),
      (("#204060", "red"), nil, "canvas.background: a colour such as"), (("version: 1", "version: 2"), nil, "version"),
      (("title: \"Test\"", "titel: \"Test\""), nil, "titel: there is no such setting"),
      (("{time}", "{password}"), nil, "texts.1.text: there are the placeholders"),
      (("size: 24", "size: 24, font: \"x,y/../z\""), nil, "texts.1.font"), (("]", ""), nil, "no template in JSON5"),
      (("canvas:", "overlay: \"../secret.png\", canvas:"), nil, "overlay: the name of a PNG beside this file"),
      (("canvas:", "overlay: \"/etc/passwd\", canvas:"), nil, "overlay: the name of a PNG"),
      (("canvas:", "overlay: \"none.png\", canvas:"), nil, "there is no such file, or it is a link"),
      (("canvas:", "overlay: \"frame.png\", canvas:"), bomb, "the picture has 30000 x 30000 pixels"),
      (("canvas:", "overlay: \"frame.png\", canvas:"), swollen, "it holds more than its 40 x 60 pixels"),
      (("canvas:", "overlay: \"frame.png\", canvas:"), broken, "overlay"),
      (("canvas:", "overlay: \"frame.png\", canvas:"), Array("GIF89a".utf8), "this is no PNG"),
    ]
    for (number, (change, png, wanted)) in cases.enumerated() {
      let text = Self.template.replacing(change.0, with: change.1, maxReplacements: 1)
      #expect(text != Self.template)
      let files = png.map { ["frame.png": $0] } ?? [:]
      let shelf = try shelf(text, name: "case-\(number)", files, in: folder)
      let refusal = shelf.refusals.map(\.description).first { $0.contains("/case-\(number)/") } ?? "none"
      #expect(refusal.contains(wanted), "\(change.1): \(refusal)")
      #expect(shelf.templates.count == 3)
    }
    // A link may lead to what has no end.
    try FileManager.default.createDirectory(atPath: folder.path("linked"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("linked/template.json5"), withDestinationPath: "/dev/zero")
    let shelf = try shelf(Self.template, name: "classic-strip", in: folder)
    #expect(shelf.refusals.contains { $0.code == .unreadable && $0.context.contains("/linked/") })
    // One of livecam's own names takes its place.
    #expect(shelf.template("classic-strip")?.title == "Test" && shelf.templates.count == 3)
    let refusals = TemplateShelf(folder: folder.path("none"), files: DiskFiles()).refusals
    #expect(refusals.count == 1 && (refusals[0].underlying as? FileStoreError)?.code == .notFound)
  }

  @Test("the error of a template names the line of what is wrong in it")
  func lines() throws {
    let folder = try TemporaryFolder()
    for (number, (change, line)) in [
      (("title: \"Test\"", "title: 3"), 2), (("rotation: 45", "rotation: 1e9"), 5), (("fit: \"fit\"", "fit 3"), 5),
      (("size: 24", "size: \"24\""), 7), (("y: 50, ", ""), 4), (("fit: \"fit\"}", "fit: \"fit\"}, 5"), 5),
    ].enumerated() {
      let text = Self.template.replacing(change.0, with: change.1, maxReplacements: 1)
      let refusal = try shelf(text, name: "case-\(number)", in: folder).refusals.map(\.description).last ?? "none"
      #expect(refusal.contains("case-\(number)/template.json5:\(line): ") && !refusal.contains("[-1]"), "\(refusal)")
      try FileManager.default.removeItem(atPath: folder.path("case-\(number)"))
    }
  }

  @Test("the windows of a frame are found in reading order, and its ornaments are none")
  func windows() {
    // A sheet of 100 by 100: two windows in a row, of which the right one is higher, a wide one below with a bar that
    // hides a part of it, and the round corners outside.
    func isOpen(_ x: Int, _ y: Int) -> Bool {
      let places = [(5..<47, 12..<52), (50..<95, 4..<46), (5..<95, 55..<98)]
      let isBar = (30..<35).contains(x) && (55..<80).contains(y)
      return places.contains { $0.0.contains(x) && $0.1.contains(y) } && !isBar || x + y < 3
    }
    let frame = FrameWindows(width: 100, height: 100) { isOpen($0, $1) ? 0 : 255 }
    #expect(
      frame.windows.map { [$0.left, $0.top, $0.right, $0.bottom] } == [
        [5, 12, 47, 52], [50, 4, 95, 46], [5, 55, 95, 98],
      ])
    #expect(FrameWindows(width: 100, height: 100) { _, _ in 200 }.windows.isEmpty)
    // A logo on a transparent ground leaves one window: the sheet.
    let logo = FrameWindows(width: 100, height: 100) { x, y in (40..<60).contains(x) && (40..<60).contains(y) ? 255 : 0
    }
    #expect(logo.windows.map(\.pixels) == [100 * 100 - 400])
  }

  @Test("the operator adds a frame that a strip is made with, replaces it, and removes it; nobody else sends that much")
  func frames() async throws {
    let bench = try await BoothBench(microphone: .none)
    let login = try await bench.post("/api/operator/login", "{\"pin\": \"2468\"}")
    let cookie = try #require(
      login.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }?.dropFirst(12).prefix { $0 != ";" })
    let known = ["Cookie: \(cookie)"]
    let folder = try TemporaryFolder()
    // Noise does not become small: it is larger than what others may send.
    let path = folder.path("frame.png")
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "nullsrc=size=600x400,geq=random(1)*255:128:128", "-vf",
      "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(between(X,20,290)*between(Y,30,370)+between(X,310,580)*between(Y,30,370),0,255)'",
      "-frames:v", "1", path,
    ])
    let png = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(png.count > 100_000)
    let place = "/api/templates/summer?title=Summer%20party"
    #expect(status(try await bench.post(place, png: png, headers: [])) == 413)
    let added = body(try await bench.post(place, png: png, headers: known))
    #expect(
      added.contains(
        "{\"isFrame\":true,\"modes\":[\"strip\"],\"name\":\"summer\",\"shots\":2,\"title\":\"Summer party\""),
      "\(added)")
    let sample = try await bench.get("/api/templates/summer", headers: known)
    #expect(status(sample) == 200)
    let description = try String(
      contentsOfFile: bench.library.path + "/templates/summer/template.json5", encoding: .utf8)
    #expect(description.contains("\"x\" : 310") && description.contains("\"height\" : 341"), "\(description)")
    // Once more, as it was changed; then what is no frame, and names that are another's or none.
    #expect(status(try await bench.post("/api/templates/summer?title=Later", png: png, headers: known)) == 200)
    #expect(body(try await bench.get("/api/templates", headers: known)).contains("\"title\":\"Later\""))
    #expect(status(try await bench.post("/api/templates/other", png: Array(png.prefix(2000)), headers: known)) == 400)
    #expect(status(try await bench.post("/api/templates/UP", png: png, headers: known)) == 400)
    #expect(status(try await bench.post("/api/templates/classic-strip", png: png, headers: known)) == 400)
    #expect(status(try await bench.post("/api/templates/other", headers: known)) == 415)
    #expect(status(try await bench.delete("/api/templates/duo", headers: known)) == 400)
    var check = LibraryCheck(of: bench.library)
    let findings = try check.run().findings
    #expect(findings.isEmpty, "the library knows the folder of its templates: \(findings)")
    #expect(status(try await bench.delete("/api/templates/summer", headers: known)) == 200)
    #expect(!FileManager.default.fileExists(atPath: bench.library.path + "/templates/summer"))
  }

  @Test(
    "a booth takes as many pictures as its template has places, and makes one picture of them", .foreignPrograms)
  func booth() async throws {
    let folder = try TemporaryFolder()
    // The first of its two pictures is grey.
    _ = try shelf(Self.template.replacing("border: 10,", with: "border: 10, filter: \"mono\","), in: folder)
    _ = try shelf("{}", name: "bad", in: folder)
    let bench = try await BoothBench({ $0.templates = folder.path }, microphone: .none)
    let page = try await EventPage(bench)
    #expect(
      bench.booth.notices.count == 1
        && bench.booth.notices[0].contains("/bad/template.json5:1: version: it is missing."))
    let login = try await bench.post("/api/operator/login", "{\"pin\": \"2468\"}")
    let cookie = try #require(
      login.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }?.dropFirst(12).prefix { $0 != ";" })
    let known = ["Cookie: \(cookie)"]
    #expect(status(try await bench.get("/api/templates")) == 401)
    let list = body(try await bench.get("/api/templates", headers: known))
    #expect(
      list.contains(
        "{\"isFrame\":false,\"modes\":[\"strip\"],\"name\":\"test\",\"shots\":2,\"title\":\"Test\",\"version\":0}"))
    #expect(list.contains("/bad/template.json5:1: version: it is missing."), "\(list)")
    #expect(status(try await bench.get("/api/templates/test", headers: known)) == 200)
    #expect(status(try await bench.get("/api/templates/none", headers: known)) == 404)
    // What is edited is there as it is now, the others as they were; what is broken, with its place.
    _ = try self.shelf(
      Self.template.replacing("title: \"Test\"", with: "title: \"Better\""), name: "bad", in: folder)
    _ = try self.shelf("{version: 1", name: "worse", in: folder)
    let edited = body(try await bench.get("/api/templates", headers: known))
    #expect(
      edited.contains("\"name\":\"bad\",\"shots\":2,\"title\":\"Better\",\"version\":1}")
        && edited.contains("\"name\":\"test\",\"shots\":2,\"title\":\"Test\",\"version\":0}")
        && edited.contains("/worse/template.json5:1: this is no template") && !edited.contains("/bad/template.json5"),
      "\(edited)")
    #expect(status(try await bench.get("/api/templates/bad", headers: known)) == 200)
    for (change, wanted) in [
      ("{\"templates\": {\"strip\": \"postcard\"}}", 400), ("{\"templates\": {\"live\": \"test\"}}", 400),
      ("{\"templates\": {\"strip\": \"test\"}, \"modes\": [\"strip\", \"postcard\"], \"mode\": \"strip\"}", 200),
    ] {
      #expect(status(try await bench.post("/api/operator/settings", change, headers: known)) == wanted, "\(change)")
    }
    #expect(
      body(try await bench.get("/api/state")).contains(
        "[{\"id\":\"strip\",\"shots\":2},{\"id\":\"postcard\",\"shots\":1}]"))
    await bench.advance(3000)
    var made: [[String: Any]] = []
    for (shot, mode) in ["strip", "postcard"].enumerated() {
      #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"\(mode)\", \"countdown\": 0}")) == 202)
      await bench.advance(100)
      if mode == "strip" {
        try await page.wait("shot") { $0.text("step") == "waiting" && $0.number("part") == 2 }
        await bench.advance(2100)
        #expect(status(try await bench.post("/api/shots/1/press")) == 202)
      }
      await bench.advance(1000)
      made.append(try #require(try await page.wait(shot: shot + 1, "made").data["asset"] as? [String: Any]))
      try await page.wait(shot: shot + 1, "done")
    }
    #expect(made.map { $0["width"] as? Int } == [400, 1800] && made.map { $0["height"] as? Int } == [600, 1200])
    #expect(made.map { $0["name"] as? String } == ["IMG_0001_STRIP", "IMG_0004_POSTCARD"])
    // What was taken is there as it was taken.
    #expect(body(try await bench.get("/api/assets")).contains("\"total\":5"))
    let still = try await bench.getBytes("/api/assets/\(try #require(made[0]["id"] as? String))/still")
    let picture = try still.withUnsafeBytes { try FrameConverter().picture(ofJPEG: $0) }
    #expect(picture.width == 400 && picture.lumaBytes()[(400 * 560)...].contains { $0 > 200 })
    // It says in itself when it was taken.
    let date = try #require(made[0]["created"] as? String)
    let told = try ForeignTool.exiftool.run([
      "-s3", "-d", "%Y-%m-%dT%H:%M:%S", "-DateTimeOriginal", try bench.folder.write(still, as: "strip.jpg"),
    ]).text
    #expect(told.contains(date.prefix(19)) && date.count >= 19, "\(told), \(date)")
    let rgb = picture.rgb()
    func colorfulness(_ xs: Range<Int>, _ ys: Range<Int>) -> Int {
      ys.flatMap { y in xs.map { x in abs(Int(rgb[(y * 400 + x) * 3]) - Int(rgb[(y * 400 + x) * 3 + 2])) } }.max() ?? 0
    }
    #expect(colorfulness(70..<330, 70..<230) < 12 && colorfulness(180..<220, 380..<420) > 20)
    await bench.booth.stop()
  }
}
