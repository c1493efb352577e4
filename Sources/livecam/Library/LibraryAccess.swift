import ArgumentParser
import LivePhotoFiles
import PhotoLibrary

struct LibraryAccess: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "access", abstract: "Tell and set which programs may use the library.",
    subcommands: [List.self, Allow.self, Deny.self, Limit.self, Reset.self], defaultSubcommand: List.self)

  /// Tells what holds for a program now.
  private static func tell(_ program: String, _ words: String, json: Bool) {
    Terminal().show(["program": program, "access": words] as JSONObject, ["\(program) \(words)"], asJSON: json)
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the programs that have asked, with the answers.")
    @OptionGroup var options: LibraryOptions

    func run() async throws {
      try await options.settings { library in
        let terminal = Terminal()
        for entry in try library.programAuthorizations() {
          let level = entry.level == .addOnly ? "addOnly" : "readWrite"
          terminal.show(
            ["program": entry.program, "level": level, "status": "\(entry.status)"] as JSONObject,
            ["\(entry.program)  \(level)  \(entry.status)"], asJSON: options.json)
        }
      }
    }
  }

  struct Allow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Allow a program to use the library.")
    @Argument(help: "The program's name.") var program: String
    @Flag(help: "Allow it to add photos, and nothing else.") var addOnly = false
    @OptionGroup var options: LibraryOptions

    func run() async throws {
      try await options.settings { library in
        try library.setAuthorization(.authorized, of: program, for: addOnly ? .addOnly : .readWrite)
        LibraryAccess.tell(program, addOnly ? "may add photos" : "may use the library", json: options.json)
      }
    }
  }

  struct Deny: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Deny a program all use of the library.")
    @Argument(help: "The program's name.") var program: String
    @OptionGroup var options: LibraryOptions

    func run() async throws {
      try await options.settings { library in
        for level in AccessLevel.allCases { try library.setAuthorization(.denied, of: program, for: level) }
        LibraryAccess.tell(program, "may not use the library", json: options.json)
      }
    }
  }

  struct Limit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Allow a program some assets alone: those that are named, and what it adds itself.",
      discussion: "All programs with limited access see the same selection.")
    @Argument(help: "The program's name.") var program: String
    @Argument(help: "Assets: by identifier or its first 4 characters or more, or by a file's name.")
    var assets: [String] = []
    @OptionGroup var options: LibraryOptions

    func run() async throws {
      try await options.settings { library in
        let found = try assets.map { try AssetArguments.found($0, in: library, inTrash: false).localIdentifier }
        try library.setLimitedSelection(found)
        try library.setAuthorization(.limited, of: program, for: .readWrite)
        LibraryAccess.tell(program, "may use what was named, and what it adds", json: options.json)
      }
    }
  }

  struct Reset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Have a program ask again.")
    @Argument(help: "The program's name.") var program: String
    @OptionGroup var options: LibraryOptions

    func run() async throws {
      try await options.settings { library in
        for level in AccessLevel.allCases { try library.setAuthorization(.notDetermined, of: program, for: level) }
        LibraryAccess.tell(program, "is asked about again", json: options.json)
      }
    }
  }
}
