import Foundation

/// The script that reads the items of a HEIF file by itself.
public enum HEIFItems {
  /// Its path.
  public static let script = Project.path("Tests/Tools/heif_items.py")
}
