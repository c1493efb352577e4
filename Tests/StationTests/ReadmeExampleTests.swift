import Foundation
import MediaCore
import PhotoLibrary
import Simulator
import TestSupport
import Testing

/// The README's example is a program of this package: the text is compared, and the program run as a reader would.
@Suite struct ReadmeExampleTests {
  private static let project = Project.root

  @Test("what the README prints is the program, to the letter")
  func text() throws {
    let readme = try String(contentsOf: Self.project.appendingPathComponent("README.md"), encoding: .utf8)
    let program = try String(
      contentsOf: Self.project.appendingPathComponent("Tests/ReadmeExample/main.swift"), encoding: .utf8)
    let section = try #require(readme.components(separatedBy: "## From Swift\n").last)
    let fence = try #require(section.components(separatedBy: "```swift\n").dropFirst().first)
    #expect(fence.components(separatedBy: "```")[0] == program)
  }

  @Test("the program leaves a Live Photo in its library")
  func run() throws {
    let folder = try TemporaryFolder()
    let program = Process()
    // Beside the program of the tests.
    program.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("readme-example")
    program.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let output = Pipe()
    program.standardOutput = output
    try program.run()
    let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
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
