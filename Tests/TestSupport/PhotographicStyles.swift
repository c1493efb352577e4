import Foundation

/// The script that makes stills and movies as phones with Photographic Styles write them. No such phone's file is part
/// of the project: what it makes follows what is public about them.
public enum PhotographicStyles {
  /// Its path.
  public static let script = Project.path("Tests/Tools/photographic_styles.py")
  /// What the item with the style's curves is called.
  public static let kind = "tag:apple.com,2023:photo:metadata:styles"

  /// Writes the list of a style, with places in many of its corners if asked for.
  public static func writeList(_ name: String, hasPlaces: Bool = false, in folder: TemporaryFolder) throws {
    try ForeignTool.python.run([script, "list", name] + (hasPlaces ? ["--place"] : []), in: folder)
  }

  /// Adds lists to a still, each under its kind.
  public static func addLists(
    _ lists: [(kind: String, name: String)], to still: String, as name: String, in folder: TemporaryFolder
  ) throws {
    try ForeignTool.python.run([script, "still", still, name] + lists.map { "\($0.kind)=\($0.name)" }, in: folder)
  }

  /// Adds to a movie the tracks that go with a style: four auxiliary ones, and one with a list for each picture.
  public static func addTracks(list: String, to movie: String, as name: String, in folder: TemporaryFolder) throws {
    try ForeignTool.python.run([script, "movie", movie, name, list], in: folder)
  }

  /// Writes a list from Python's words for it, in XML if asked for.
  public static func write(
    _ value: String, as name: String, isXML: Bool = false, in folder: TemporaryFolder
  ) throws {
    let program = """
      import datetime, plistlib, sys
      data = plistlib.dumps(\(value), fmt=plistlib.FMT_\(isXML ? "XML" : "BINARY"))
      open(sys.argv[1], 'wb').write(data)
      """
    try ForeignTool.python.run(["-c", program, name], in: folder)
  }

  /// What Python reads in a list: keys in order, as its `repr`.
  public static func text(of name: String, in folder: TemporaryFolder) throws -> String {
    let program = """
      import plistlib, sys
      def plain(value):
          if isinstance(value, bytes) and value.strip()[:5] in (b'bplis', b'<?xml'):
              return plain(plistlib.loads(value))
          if isinstance(value, dict):
              return {key: plain(value[key]) for key in sorted(value)}
          return [plain(item) for item in value] if isinstance(value, list) else value
      sys.stdout.reconfigure(encoding='utf-8')
      print(plain(plistlib.load(open(sys.argv[1], 'rb'))))
      """
    return try ForeignTool.python.run(["-c", program, name], in: folder).text
  }
}
