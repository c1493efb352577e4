public import Foundation

/// The files of the project itself.
public enum Project {
  /// The folder that holds the package.
  public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The place of a file or folder, by its path in the project: `Tests/Tools/check_pair.py`.
  public static func url(_ path: String) -> URL { root.appending(path: path) }

  /// The path of a file or folder, by its path in the project.
  public static func path(_ path: String) -> String { url(path).path }
}
