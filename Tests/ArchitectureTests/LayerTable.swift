import Foundation

/// The floors and what may stand on them: `Configs/layers.json`.
struct LayerTable: Decodable {
  struct Target: Decodable {
    let floor: Int
    let imports: [String]
  }
  struct Module: Decodable {
    let minimumFloor: Int
  }
  struct BannedWord: Decodable {
    let word: String
    let allowedIn: [String]
  }
  struct Limits: Decodable {
    let fileLines: Int
    let functionLines: Int
  }

  let targets: [String: Target]
  /// The one target that may import each C library.
  let cModules: [String: [String]]
  let packages: [String: Module]
  let systemModules: [String: Module]
  let bannedWords: [BannedWord]
  let limits: Limits
}
