import Foundation
import MediaCore
import TestSupport
import Testing

@testable import LivePhotoFiles

/// What iCloud leaves in a folder in place of files that it has not downloaded.
@Suite struct CloudPlaceholderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let pair = try SamplePair.good.get()
    var recipe = SamplePair.Recipe()
    (recipe.identifier, recipe.scene) = ("1F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A71", 9)
    try folder.write(try SamplePair(recipe).still, as: "a/IMG_1.JPG")
    try folder.write(pair.still, as: "a/IMG_2.JPG")
    try folder.write(pair.movie, as: "a/IMG_2.MOV")
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["NSURLNameKey": "IMG_1.MOV", "NSURLFileSizeKey": 3_000_000], format: .binary, options: 0)
    for name in ["IMG_1.MOV", "IMG_8.HEIC", "notes.txt"] { try folder.write(list, as: "a/.\(name).icloud") }
    try folder.write([], as: "a/.icloud")
    try folder.write([], as: "a/.nomedia")
  }

  @Test("verify calls the missing half broken, and says where it is", arguments: [PictureEffort.none, .full])
  func verify(effort: PictureEffort) async throws {
    let survey = try await Survey([folder.path("a")], effort: effort)
    let paths = [".IMG_1.MOV.icloud", ".IMG_8.HEIC.icloud"].map { folder.path("a/" + $0) }
    #expect(survey.paths(.broken) == paths)
    #expect(survey.verdict.hidden == 3 && survey.verdict.broken == 2 && !survey.verdict.isGood)
    let line = survey.lines(about: paths[0])
    #expect(line.contains(": IMG_1.MOV, the other half of IMG_1.JPG by its name, is still in iCloud"), "\(line)")
    #expect(survey.lines(about: paths[1]).contains(": IMG_8.HEIC is still in iCloud"))
  }

  @Test("pair reports it, and copies the still")
  func pair() async throws {
    var request = PairingRequest(folders: [folder.path("a")], output: folder.path("out"))
    request.jobs = 2
    var findings: [PairingFinding] = []
    let report = try await LivePhotoFiles().pair(request) { findings.append($0) }
    let broken = findings.filter { $0.outcome == .broken }
    #expect(broken.count == 2 && broken.allSatisfy { $0.reason.contains("is still in iCloud") })
    #expect(report.hiddenCount == 3)
    #expect(FileManager.default.fileExists(atPath: folder.path("out/IMG_1.JPG")))
  }
}
