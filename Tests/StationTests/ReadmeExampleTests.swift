import Foundation
import MediaCore
import PhotoLibrary
import Simulator
import TestSupport
import Testing

/// The README's example is a program of this package: the text is compared, and the program run as a reader would.
@Suite struct ReadmeExampleTests {
  private static let project = Project.root

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: project.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("what the README prints is the program and a test of the example app, to the letter")
  func text() throws {
    let section = try #require(try Self.text("README.md").components(separatedBy: "## From Swift\n").last)
    let fences = section.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    try #require(fences.count == 2)
    #expect(try fences[0] == Self.text("Tests/ReadmeExample/main.swift"))
    // There it is a method, and stands further in.
    let method = fences[1].split(separator: "\n").map { "  \($0)\n" }.joined()
    let tests = try Self.text("Tests/ExampleApp/Tests/PhotoboothTests/TutorialTests.swift")
    #expect(tests.contains(method))
  }

  @Test("the program leaves a Live Photo in its library")
  func run() throws {
    let folder = try TemporaryFolder()
    let program = try Process.starting { program in
      // Beside the program of the tests.
      program.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("readme-example")
      program.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      program.standardOutput = Pipe()
    }
    let output = try #require(program.standardOutput as? Pipe).fileHandleForReading
    let told = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
    program.waitUntilExit()
    #expect(program.terminationStatus == 0)
    #expect(told.contains("didFinishCapture"), "\(told)")
    let clock = VirtualClock()
    let library = try PhotoLibrary(
      at: folder.path("photos"),
      environment: LibraryEnvironment(
        clock: clock, wallClock: FixedWallClock(), authorization: .fixed(.authorized)))
    let assets = try Asset.fetchAssets(of: .smartAlbum(.livePhotos), in: library)
    #expect(assets.count == 1)
    let names = try assets.flatMap { try AssetResource.assetResources(for: $0, in: library).map(\.originalFilename) }
    #expect(names == ["IMG_0001.JPG", "IMG_0001.MOV"])
  }
}
