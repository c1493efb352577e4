import Foundation
import LibraryFiles
import LivePhotoFiles
import PhotoLibrary
import TestSupport
import Testing

/// Movies that were damaged before they came.
@Suite struct DamagedMovieTests {
  private let bench: ImportBench
  private var library: PhotoLibrary { bench.library }

  init() throws { bench = try ImportBench() }

  /// The findings of a check that decodes all pictures.
  private func findings(repairs: Bool = false) throws -> LibraryCheck.Report {
    var check = LibraryCheck(of: library, effort: .pictures, repairs: repairs)
    check.damageOfMovie = { try MovieDamage.words(on: $0, decoding: true) }
    return try check.run()
  }

  /// A phone's folder whose movie has other bytes from the middle on.
  private func source(_ pair: LivePhotoFixtures.Pair, _ bytes: (Int) -> UInt8) throws -> String {
    let source = try bench.phone(with: pair)
    var movie = try bench.bytes(pair.movie)
    for index in movie.count / 2..<movie.count / 2 + min(200_000, movie.count / 4) { movie[index] = bytes(index) }
    _ = try bench.folder.write(movie, as: "phone/IMG_0001.MOV")
    return source
  }

  @Test("zeros over a movie's pictures are told when it comes, and by its asset", arguments: LivePhotoFixtures.pairs)
  func zeros(_ pair: LivePhotoFixtures.Pair) async throws {
    let result = try await bench.importing(source(pair) { _ in 0 })
    #expect(result.report.counts == [.added: 1] && result.report.damaged == 1)
    #expect(result.findings[0].changes.contains { $0.hasPrefix("IMG_0001.MOV is damaged: ") })
    #expect(try bench.asset().remark?.contains("IMG_0001.MOV is damaged: ") == true)
    for repairs in [false, true] {
      let report = try findings(repairs: repairs)
      #expect(report.findings.map(\.kind) == [.damagedPicture] && report.isClean == repairs)
      #expect(report.findings[0].message.hasPrefix("The Live Photo's movie IMG_0001.MOV came damaged. "))
    }
    let whole = try ImportBench()
    #expect(try await whole.importing(pair.still, pair.movie).report.damaged == 0)
    var check = LibraryCheck(of: whole.library, effort: .pictures)
    check.damageOfMovie = { try MovieDamage.words(on: $0, decoding: true) }
    #expect(try check.run().findings.isEmpty)
  }

  @Test("other damage of a movie's pictures is found by decoding them")
  func noise() async throws {
    _ = try await bench.importing(source(LivePhotoFixtures.pairs[0]) { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761) })
    #expect(try findings().findings.map(\.kind) == [.damagedPicture])
  }
}
