import Foundation
import Glibc
import MediaCore
import TestSupport
import Testing

@testable import PhotoLibrary

/// A process that is really killed, by SIGKILL, while it changes a library: this test program, run once more.
@Suite struct KilledProcessTests {
  private static let variable = "LIVECAM_KILLED_LIBRARY"
  private static let urlVariable = "LIVECAM_KILLED_CATALOG"

  @Test(
    "the process that is killed: changes a library for ever, and writes a dot before each step",
    .enabled(if: ProcessInfo.processInfo.environment[KilledProcessTests.variable] != nil, "is run by the test below"))
  func victim() throws {
    let path = try #require(ProcessInfo.processInfo.environment[Self.variable])
    let bench = try LibraryBench(.sqlite)
    let files = DyingFileStore(after: .max) {
      // Standard output belongs to whoever kills.
      _ = Glibc.write(1, ".", 1)
    }
    let url = ProcessInfo.processInfo.environment[Self.urlVariable]
    let library = try CatalogKind.open(at: path, url: url, bench.environment(files: files))
    let pairs = [try TinyPair.first.get(), try TinyPair.second.get()]
    var number = 0
    while true {
      let pair = pairs[number % 2]
      let still = try bench.write(pair.still, as: "\(number).JPG")
      let old = try Asset.fetchAssets(in: library)
      try library.performChangesAndWait {
        var options = AssetResourceCreationOptions()
        options.shouldMoveFile = true
        let request = AssetCreationRequest.forAsset(in: library)
        request.addResource(with: .photo, fileURL: still, options: options)
        request.addResource(with: .pairedVideo, data: pair.movie)
        // Three at most, and always one.
        if old.count > 2 { AssetChangeRequest.deleteAssets(Array(old.prefix(2)), in: library) }
      }
      number += 1
    }
  }

  /// Runs the victim on a library until it has begun so many steps, and kills it there.
  private func kill(after steps: Int, _ bench: LibraryBench) throws {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = try Process.starting { process in
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = ["--testing-library", "swift-testing", "--filter", "KilledProcessTests/victim"]
      process.environment = ProcessInfo.processInfo.environment.merging(
        // What it leaves lying about outside of the library goes with this test's folder.
        [Self.variable: bench.path, Self.urlVariable: bench.schema?.url, "TMPDIR": bench.folder.path].compactMapValues {
          $0
        }
      ) { $1 }
      process.standardOutput = Pipe()
      process.standardError = FileHandle.nullDevice
    }
    let reader = try #require(process.standardOutput as? Pipe).fileHandleForReading
    var dots = 0
    while dots < steps {
      let output = reader.availableData
      guard !output.isEmpty else { break }
      dots += output.count { $0 == UInt8(ascii: ".") }
    }
    #expect(dots >= steps, "the victim ended by itself")
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
  }

  @Test("killed at any instant, a process leaves a library in which every asset is whole and nothing lies about")
  func killed() throws {
    let bench = try LibraryBench()
    var random = SeededRandom(seed: 8)
    var seen: Set<Int> = []
    for round in 0..<8 {
      let steps = Int.random(in: 20...160, using: &random)
      try kill(after: steps, bench)
      let library = try bench.openConsistently("round \(round), killed after \(steps) steps")
      seen.insert(try library.assetCount)
    }
    #expect(seen.isSubset(of: [0, 1, 2, 3]))
    #expect(seen.contains { $0 > 0 })
  }
}
