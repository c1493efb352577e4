public import ByteCoding

/// A report on a file, as a person wants to know it: the answer of `livecam inspect`.
public struct FileReport: Sendable, Encodable {
  /// A Motion Photo's movie inside a still.
  public struct MotionPhoto: Sendable, Encodable {
    /// The way in which the movie is announced: `google1`, `microVideo`, `samsung` or `heicBox`.
    public internal(set) var kind: String
    /// The beginning of the movie in the file.
    public internal(set) var offset: Int
    /// The movie's bytes.
    public internal(set) var length: Int
    /// The place of the still in the movie, in microseconds, or `nil` when nothing says so.
    public internal(set) var timestampMicroseconds: Int64?
    /// A report on the movie, or `nil` if it cannot be read.
    public internal(set) var movie: MovieReport?
  }

  /// The file as it was named.
  public let path: String
  /// The kind by its contents.
  public internal(set) var kind: FileKind
  /// The contents in one phrase: `still of a Live Photo`, `Motion Photo`.
  public internal(set) var summary = ""
  /// The bytes of the file.
  public internal(set) var size: Int
  /// A Boolean value that indicates whether the name's extension is that of the contents.
  public internal(set) var extensionFits: Bool
  /// The picture, or `nil` when it is none.
  public internal(set) var still: StillReport?
  /// The movie, or `nil` when it is none.
  public internal(set) var movie: MovieReport?
  /// The movie inside the still, or `nil`.
  public internal(set) var motionPhoto: MotionPhoto?
  /// The members of a bundle or archive.
  public internal(set) var members: [FileReport] = []
  /// Notes about what is unusual about it.
  public internal(set) var notes: [String] = []
  /// All boxes, segments and directories, if asked for.
  public internal(set) var structure: [StructureNode] = []

  /// Writes the keys that the command's `--json` documents; `boxes` only when they were asked for.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var object = JSONObject(withNulls: [
      "path": path, "kind": kind.rawValue, "summary": summary, "size": size, "extensionFits": extensionFits,
      "still": still, "movie": movie, "motionPhoto": motionPhoto, "members": members, "notes": notes,
    ])
    if !structure.isEmpty { object["boxes"] = structure.map(Self.json) }
    try object.encode(to: encoder)
  }

  private static func json(_ node: StructureNode) -> JSONObject {
    [
      "name": node.name, "offset": node.offset, "size": node.size, "detail": node.detail,
      "children": node.children.map(json),
    ]
  }
}
