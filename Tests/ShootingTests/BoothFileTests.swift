import ArgumentParser
import Booth
import Foundation
import KioskWeb
import TestSupport
import Testing

@testable import livecam

/// The booth's part of a configuration file, whose keys are read from the type and from what it says of them.
@Suite struct BoothFileTests {
  private func complaint(about text: String) -> String {
    let error = #expect(throws: (any Error).self, "\(text)") {
      try BoothFile(json: Data(text.utf8), file: "party.json5")
    }
    return error.map { "\($0)" } ?? ""
  }

  /// The keys that a file may have, which the complaint about another one lists.
  private func keys() throws -> [String] {
    let complaint = complaint(about: "{ booth: { '': 1 } }")
    let list = try #require(complaint.range(of: "The settings are "), "\(complaint)")
    return complaint[list.upperBound...].split(separator: ", ").map { String($0).trimmingCharacters(in: ["."]) }
  }

  private static func values(_ file: BoothFile) -> [String: String] {
    Dictionary(uniqueKeysWithValues: Mirror(reflecting: file).children.map { ($0.label ?? "", "\($0.value)") })
  }

  @Test("the sample file says what the defaults are, with every key")
  func sample() throws {
    let path = Project.url("Configs/livecam.json5")
    let bytes = try Data(contentsOf: path)
    let text = try #require(String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n  booth: {\n").last)
    let (keys, file) = (try keys(), try BoothFile(json: bytes, file: "livecam.json5"))
    let (told, defaults) = (Self.values(file), Self.values(BoothFile()))
    #expect(keys.count > 5 && Set(told.keys) == Set(keys), "each setting has its key")
    let help = BoothCommand.helpMessage(columns: 10_000)
    for key in keys {
      #expect(text.contains("\n    \(key): ") || text.hasPrefix("    \(key): "), "\(key) is missing")
      let value = try #require(told[key])
      // Nothing is what a setting has without a file, and so is a list of nothing; for the rest the options stand in.
      if value == defaults[key] || value == "Optional([])" { continue }
      let option = "-" + key.replacing(/[A-Z]+/) { "-" + $0.output.lowercased() } + " "
      let line = help.components(separatedBy: "\n  -").first { $0.hasPrefix(option) }
      let plain = value.replacing("Optional(", with: "").filter { $0 != "\"" && $0 != ")" }
      #expect(line?.contains("(default: \(plain))") == true, "\(key) is \(plain), the help says: \(line ?? "nothing")")
    }
    let settings = try #require(text.components(separatedBy: "\n    settings: {\n").last)
    for key in Mirror(reflecting: KioskSettingsChange()).children.compactMap(\.label) {
      #expect(settings.contains("\n      // \(key): "), "\(key) is missing")
    }
    let printing = try PrintingOptions.parse(["--printer", "ipp://127.0.0.1/ipp/print"])
    let (sampled, usual) = (try printing.configuration(file), try printing.configuration(BoothFile()))
    #expect(sampled?.copiesOfPicture == usual?.copiesOfPicture && sampled?.printsOfEvening == usual?.printsOfEvening)
    #expect(sampled != nil)
  }

  @Test("a file without the booth's part, and one with an empty part, leave everything as it is")
  func empty() throws {
    for text in ["{}", "{ booth: {} }", "{ booth: null }", "{ make: 'x' }"] {
      let file = try BoothFile(json: Data(text.utf8), file: "party.json5")
      #expect(Self.values(file) == Self.values(BoothFile()), "\(text)")
    }
  }

  @Test("an unknown key is refused by name and line, with what may have been meant")
  func unknownKeys() throws {
    for key in try keys() {
      let complaint = complaint(about: "{\n  make: 'x',\n  booth: {\n    \(key)x: null,\n  },\n}")
      #expect(complaint.hasPrefix("party.json5:4: \(key)x: "), "\(complaint)")
      #expect(complaint.contains("did you mean \"\(key)\"?"), "\(complaint)")
    }
  }

  @Test("a value of another kind is refused by the key and its line")
  func wrongKinds() throws {
    for key in try keys() {
      let complaint = complaint(about: "{ booth: {\n  // \(key): 1\n  \(key): [[1]],\n} }")
      #expect(complaint.hasPrefix("party.json5:3: \(key): "), "\(complaint)")
    }
    for text in ["{ booth: 5 }", "{ booth: [] }"] {
      #expect(complaint(about: text).hasPrefix("party.json5:1: booth: "))
    }
  }

  @Test("the least and the greatest number are taken, what lies beyond is refused with the range and its line")
  func ranges() throws {
    for (key, least, greatest) in [("copies", 1, 99), ("prints", 1, 100_000)] {
      for number in [least, greatest] {
        let file = try BoothFile(json: Data("{ booth: { \(key): \(number) } }".utf8), file: "party.json5")
        #expect(Self.values(file)[key] == "Optional(\(number))")
      }
      for number in [least - 1, greatest + 1, -5, Int.max] {
        let complaint = complaint(about: "{ booth: {\n  media: 'x',\n  \(key): \(number),\n} }")
        #expect(complaint.hasPrefix("party.json5:3: \(key): "), "\(complaint)")
        #expect(complaint.contains("name \(least) to \(greatest)"), "\(complaint)")
      }
    }
    for value in ["''", "'192.168.1.5'", "'ftp://x'", "'http://'", "'http://x/'"] {
      let complaint = complaint(about: "{ booth: {\n  publicURL: \(value) } }")
      #expect(complaint.hasPrefix("party.json5:2: publicURL: "), "\(complaint)")
    }
    let proxies = complaint(about: "{ booth: {\n  trustedProxies: ['127.0.0.1', 'proxy.lan'] } }")
    #expect(proxies.hasPrefix("party.json5:2: trustedProxies: proxy.lan is no numeric address"), "\(proxies)")
  }
}
