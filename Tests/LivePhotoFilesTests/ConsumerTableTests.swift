import Foundation
import Testing

@testable import LivePhotoFiles

/// Who takes a pair, by what is wrong with it.
@Suite struct ConsumerTableTests {
  private func verdict(
    _ broken: [Rule: RuleResult.Status] = [:], kind: FileKind = .heic, size: Int = 4_000_000, info: Bool = false
  ) -> Verdict {
    Verdict(
      still: "A.HEIC", movie: "A.MOV", identifier: "X", stillTime: nil,
      results: Rule.allCases.shuffled().map { RuleResult($0, broken[$0] ?? .pass, "\($0.rawValue) as found") },
      traits: PairTraits(stillKind: kind, largestFile: size, hasLivePhotoInfo: info))
  }

  private func answers(_ verdict: Verdict, _ answer: ConsumerVerdict.Answer) -> Set<Consumer> {
    Set(verdict.consumers.filter { $0.answer == answer }.map(\.consumer))
  }

  @Test("a pair that is right is taken by all whose rules are known")
  func right() {
    let good = verdict()
    #expect(good.isLivePhoto && good.summary == "This is a Live Photo.")
    #expect(answers(good, .unknown) == [.googlePhotos, .wallpaper] && answers(good, .refused) == [])
    #expect(good.results.map(\.rule) == Rule.allCases)
  }

  @Test("each rule that fails is refused by those who go by it, and they name it")
  func failures() {
    let all = Set(Consumer.allCases)
    let expected: [Rule: Set<Consumer>] = [
      .boxesNest: all.subtracting([.ente, .googlePhotos]),
      .sampleTables: [.applePhotosMac, .applePhotosIPhone, .wallpaper],
      .decodes: [.applePhotosMac, .applePhotosIPhone, .wallpaper],
      .h264Profile: [.applePhotosMac, .applePhotosIPhone, .wallpaper],
      .formats: [.applePhotosMac, .applePhotosIPhone, .wallpaper],
      .stillDecodes: [.applePhotosMac, .applePhotosIPhone, .wallpaper],
      .identifiersEqual: [
        .applePhotosMac, .applePhotosIPhone, .immich, .nextcloudMemories, .lychee, .wallpaper,
      ],
      .stillTrack: [.applePhotosIPhone, .wallpaper],
      .stillExtension: [.applePhotosMac, .applePhotosIPhone],
      .movieExtension: [.applePhotosIPhone, .nextcloudMemories],
      .names: [.ente],
    ]
    for rule in Rule.allCases {
      let found = verdict([rule: .failure])
      #expect(answers(found, .refused) == expected[rule] ?? [], "\(rule)")
      #expect(Set(found[rule]?.refusedBy ?? []) == expected[rule] ?? [], "\(rule)")
      #expect(found.failures.map(\.rule) == [rule])
      for consumer in found.consumers where consumer.answer == .refused {
        #expect(consumer.decidedBy == rule && consumer.reason == "\(rule.rawValue) as found")
      }
    }
  }

  @Test("a pair is a Live Photo unless a broken rule makes Apple's Photos refuse it or doubt it")
  func verdictOfConsumers() {
    for rule in Rule.allCases {
      for status in [RuleResult.Status.warning, .failure, .notChecked] {
        let found = verdict([rule: status])
        let deciding = found.consumers.filter { $0.consumer == .applePhotosMac || $0.consumer == .applePhotosIPhone }
        let isTaken = status == .notChecked || deciding.allSatisfy { $0.answer == .accepted }
        #expect(found.isLivePhoto == isTaken, "\(rule), \(status)")
        #expect(found.summary.hasPrefix(isTaken ? "This is a Live Photo" : "This is no Live Photo: \(rule.rawValue)"))
      }
    }
    // Nobody who takes pairs in looks at these.
    for rule in [Rule.likeness, .shape, .trackReference, .dates, .names, .announcedVideo] {
      #expect(verdict([rule: .failure]).isLivePhoto, "\(rule)")
    }
  }

  @Test("what nobody could confirm is unknown, and warnings refuse nobody but those who go by names")
  func doubts() {
    #expect(answers(verdict([.quickTimeContainer: .failure]), .unknown).contains(.applePhotosIPhone))
    #expect(answers(verdict([.decodes: .notChecked]), .unknown).contains(.applePhotosMac))
    let warned = verdict(Dictionary(uniqueKeysWithValues: Rule.allCases.filter { $0 != .names }.map { ($0, .warning) }))
    #expect(warned.isLivePhoto && answers(warned, .refused) == [])
    #expect(answers(verdict([.names: .warning]), .refused) == [.ente])
  }

  @Test("a video that is announced and missing is a doubt to those who look for one, and to nobody else")
  func announcedVideo() {
    let found = verdict([.announcedVideo: .warning])
    #expect(found.isLivePhoto && found.summary == "This is a Live Photo, 1 warning.")
    let doubting = found.consumers.filter { $0.decidedBy == .announcedVideo }
    #expect(doubting.map(\.consumer) == [.immich, .googlePhotos] && doubting.allSatisfy { $0.answer == .unknown })
  }

  @Test("sizes, kinds and private tracks decide where rules do not")
  func traits() throws {
    #expect(answers(verdict(size: 20_000_000), .refused) == [.ente])
    #expect(answers(verdict(kind: .jpeg), .unknown).contains(.photoPrism))
    func wallpaper(_ verdict: Verdict) throws -> String {
      try #require(verdict.consumers.first { $0.consumer == .wallpaper }).reason
    }
    #expect(try wallpaper(verdict()) == "unlikely: no live-photo-info")
    #expect(try !wallpaper(verdict(info: true)).contains("unlikely"))
  }

  @Test("JSON holds the documented keys")
  func json() throws {
    let data = try JSONEncoder().encode(verdict([.stillTrack: .failure, .dates: .warning]))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(
      Set(object.keys) == [
        "still", "movie", "isLivePhoto", "identifier", "stillTime", "failures", "rules", "consumers",
      ])
    #expect(object["failures"] as? [String] == ["stillTrack"])
    let rules = try #require(object["rules"] as? [[String: Any]])
    #expect(rules.count == Rule.allCases.count)
    let track = try #require(rules.first { $0["rule"] as? String == "stillTrack" })
    #expect(track["status"] as? String == "failure" && track["number"] as? Int == 5)
    #expect(track["refusedBy"] as? [String] == ["applePhotosIPhone", "wallpaper"])
    #expect(Set(track.keys) == ["rule", "number", "title", "status", "found", "expected", "refusedBy"])
  }
}
