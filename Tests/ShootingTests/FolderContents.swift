import Foundation

/// The names of all files in a folder, hidden ones too, in order.
func names(in folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}

/// Makes an empty file.
func touch(_ path: String) throws { try Data().write(to: URL(fileURLWithPath: path)) }
