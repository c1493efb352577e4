import Foundation

/// The files of this repository.
struct Repository {
  private let root: URL

  /// The repository that holds this very file.
  init(file: String = #filePath) {
    root = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  /// The text of the file at a path from the root.
  func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The table of floors.
  func layerTable() throws -> LayerTable {
    try JSONDecoder().decode(LayerTable.self, from: Data(text("Configs/layers.json").utf8))
  }

  /// The names of the folders in `Sources`.
  func sourceFolders() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Sources").path)
      .filter { !$0.hasPrefix(".") && $0 != "README.md" }.sorted()
  }

  /// The paths of a target's Swift files.
  func swiftFiles(of target: String) throws -> [String] { try swiftFiles(in: "Sources/\(target)") }

  /// The paths of a folder's Swift files.
  func swiftFiles(in folder: String) throws -> [String] { try files(in: folder, endingWith: ".swift") }

  /// The paths of the files below a folder whose names end in a certain way.
  func files(in folder: String, endingWith suffix: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }

  /// Whether there is a file or a folder at a path from the root.
  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path) }
}
