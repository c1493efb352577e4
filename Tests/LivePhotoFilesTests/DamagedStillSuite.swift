import ByteCoding
import Foundation
import ISOBoxes
import MediaCore
import TestSupport
import Testing
import VideoCoding

@testable import LivePhotoFiles
@testable import StillCoding

/// Pictures to be damaged.
enum DamagedStills {
  /// A picture of which every block has something to code.
  static let picture = Result {
    var random = SeededRandom(seed: 7)
    let pixels = (0..<128 * 96 * 3).map { _ in UInt8.random(in: 60...200, using: &random) }
    return try pixels.withUnsafeBytes { try I420Picture.picture(of: $0, .rgb, width: 128, height: 96, stride: 384) }
  }

  static let heic = Result {
    try HEICStill.encoding(
      StillMetadata(
        date: WallTime(secondsSince1970: 1_795_255_805, nanosecond: 0, utcOffsetSeconds: 0), make: "Linux",
        model: "Blocks", software: "livecam", orientation: .up),
      from: picture.get(), settings: .init(preset: "ultrafast"))
  }
}

/// What tests of damaged stills are written in.
protocol DamagedStillSuite {}

extension DamagedStillSuite {
  func jpeg() throws -> [UInt8] { try JPEGEncoder().encode(DamagedStills.picture.get(), quality: 90) }

  /// What is said of a still by itself at every depth, or at those that look at pictures.
  func findings(
    _ bytes: [UInt8], as name: String, _ efforts: [PictureEffort] = [.key, .full]
  ) async throws -> [ArchiveFinding] {
    let folder = try TemporaryFolder()
    try folder.write(bytes, as: name)
    var findings: [ArchiveFinding] = []
    for effort in efforts { findings += try await Survey([folder.path], effort: effort).findings }
    return findings
  }

  func expectBroken(
    _ bytes: [UInt8], as name: String, _ efforts: [PictureEffort] = [.key, .full], says text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let findings = try await findings(bytes, as: name, efforts)
    #expect(findings.count == efforts.count, sourceLocation: sourceLocation)
    for finding in findings {
      #expect(
        finding.status == .broken && finding.line.contains(text), "\(finding.line)", sourceLocation: sourceLocation)
    }
  }

  func expectWarning(
    _ bytes: [UInt8], as name: String, _ efforts: [PictureEffort] = PictureEffort.allCases, says text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let findings = try await findings(bytes, as: name, efforts)
    #expect(findings.count == efforts.count, sourceLocation: sourceLocation)
    for finding in findings {
      let result = finding.results.first { $0.rule == .stillParts }
      #expect(
        finding.status == .good && result?.status == .warning && result?.found.contains(text) == true,
        "\(finding.line), \(result?.found ?? "")", sourceLocation: sourceLocation)
    }
  }

  func expectGood(
    _ bytes: [UInt8], as name: String, _ efforts: [PictureEffort] = PictureEffort.allCases,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for finding in try await findings(bytes, as: name, efforts) {
      #expect(finding.status == .good && finding.notableRules.isEmpty, "\(finding)", sourceLocation: sourceLocation)
    }
  }

  func primary(_ bytes: [UInt8]) throws -> UInt32 {
    var primary: UInt32 = 0
    _ = try Tampering.heic(bytes) { primary = $0.first(HEIFPrimaryItemBox.self)?.itemID ?? 0 }
    return primary
  }

  /// The bytes of the picture that is shown.
  func codedPicture(_ bytes: [UInt8]) throws -> [UInt8] {
    try #require(try StillFile.read(ArrayBytes(bytes, name: "A.HEIC")).heicWhole()?.tiles.first)
  }

  func record(_ bytes: [UInt8]) throws -> CodecConfigurationBox {
    var record: CodecConfigurationBox?
    _ = try Tampering.heic(bytes) { meta in
      record = meta.container("iprp")?.container("ipco")?.first(CodecConfigurationBox.self)
    }
    return try #require(record)
  }

  func oddities(_ bytes: [UInt8]) throws -> [String] {
    try StillFile.read(ArrayBytes(bytes, name: "A.JPG")).oddities(reading: false)
  }
}
