import Foundation

/// The floors, the fences between targets, and the limits of sizes and names: `Configs/layers.json`.
///
/// What each target depends on stands in `Package.swift` alone.
struct LayerTable: Decodable {
  struct Target: Decodable {
    let floor: Int
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
    let commentColumns: Int
    /// Lines of a type over all its files, extensions included.
    let typeLines: Int
    /// Types that are longer, with the lines that each may have: numbers that only shrink.
    let longTypes: [String: Int]
    /// Targets below this floor share no type's name.
    let uniqueNamesBelowFloor: Int
    /// Names that more than one target has all the same.
    let repeatedNames: [String]
  }

  let targets: [String: Target]
  /// The targets that may import each C library.
  let cModules: [String: [String]]
  let packages: [String: Module]
  let systemModules: [String: Module]
  let bannedWords: [BannedWord]
  let limits: Limits
  /// The C libraries and packages that a target pulls with all that it depends on.
  let closures: [String: [String]]
}
