/// A key of a mapping, and what its value sets: the one place where a key of the language is spelled.
struct ScriptField<Root>: Sendable {
  let key: String
  let read: @Sendable (ScriptNode, inout Root) throws -> Void

  init(_ key: String, _ read: @escaping @Sendable (ScriptNode, inout Root) throws -> Void) {
    (self.key, self.read) = (key, read)
  }

  init<Value>(
    _ key: String, _ property: any WritableKeyPath<Root, Value> & Sendable,
    _ read: @escaping @Sendable (ScriptNode) throws -> Value
  ) {
    self.init(key) { node, root in root[keyPath: property] = try read(node) }
  }
}

extension ScriptNode {
  /// Returns `root` with what a mapping says, key by key in the order of `fields`.
  /// - Throws: ``ScriptError`` for a key that is none of `fields`, one of `needed` that is missing, or a value.
  func reading<Root>(_ root: Root, _ fields: [ScriptField<Root>], needing needed: [String] = []) throws -> Root {
    var root = root
    let values = try self.fields(fields.map(\.key))
    for key in needed { _ = try required(key) }
    for field in fields {
      if let value = values[field.key] { try field.read(value, &root) }
    }
    return root
  }

  func list<Element>(_ read: (ScriptNode) throws -> Element) throws -> [Element] { try list().map(read) }
}

extension ScriptError {
  /// Runs `body`, which reads or carries out the script of a file, with every error as one of these.
  static func wrapping<Result>(
    _ file: String, _ message: String, _ body: () throws -> Result
  ) throws(ScriptError) -> Result {
    do { return try body() } catch let error as ScriptError { throw error } catch {
      throw ScriptError(.invalidValue, file: file, message: message, underlying: error)
    }
  }
}
