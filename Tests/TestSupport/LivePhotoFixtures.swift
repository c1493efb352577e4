import Foundation

/// Live Photos and Motion Photos as files: the project's own, and those of phones where there are some.
///
/// Phones' files are not part of the project: `LIVECAM_FIXTURES` names a folder that holds some. What is looked at in
/// them is looked at in the project's own, too, so that no test passes without having seen any;
/// `Tests/Fixtures/README.md` says how those are made.
public enum LivePhotoFixtures {
  /// A still, its movie, and their common name.
  public struct Pair: Sendable, CustomStringConvertible {
    /// The still's path.
    public let still: String
    /// The movie's path.
    public let movie: String
    /// The still's name.
    public var description: String { (still as NSString).lastPathComponent }

    /// A pair of two paths.
    public init(still: String, movie: String) { (self.still, self.movie) = (still, movie) }
  }

  /// The folder of the project's own.
  public static let own = Project.path("Tests/Fixtures")

  /// The folder with phones' files; `nil` when `LIVECAM_FIXTURES` names none.
  public static let phones = ProcessInfo.processInfo.environment["LIVECAM_FIXTURES"]

  /// What a test says that needs phones' files: because listings lie beside them that other programs have made.
  public static let phonesAreMissing = "LIVECAM_FIXTURES names no folder with files of phones"

  /// The paths of all whose names end so, in small letters, the project's own first.
  public static func paths(_ endings: String...) -> [String] {
    paths { name in endings.contains { name.hasSuffix($0) } }
  }

  /// The paths of all whose names, in small letters, meet a condition.
  public static func paths(in folders: [String] = folders, where isWanted: (String) -> Bool) -> [String] {
    folders.flatMap { folder in
      // A folder that is not there has nothing in it, which the tests of the project's own would notice.
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { isWanted($0.lowercased()) }
        .sorted().map { folder + "/" + $0 }
    }
  }

  /// The pairs, by equal stems.
  public static let pairs: [Pair] = {
    func stem(_ path: String) -> String { (path as NSString).deletingPathExtension }
    let stills = paths(".jpg", ".heic")
    return paths(".mov").compactMap { movie in
      stills.first { stem($0) == stem(movie) }.map { Pair(still: $0, movie: movie) }
    }
  }()

  /// Stills with a movie at their end.
  public static let motionPhotos = paths { $0.contains(".mp.") || $0.contains("_mp.") || $0.contains("motion-photo") }

  /// The folder of the project's own, and that of phones'.
  public static var folders: [String] { [own] + (phones.map { [$0] } ?? []) }
}
