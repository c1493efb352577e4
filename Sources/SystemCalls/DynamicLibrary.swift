import Glibc
package import MediaCore
import Synchronization

/// A shared object that is opened when it is first needed and stays open.
///
/// For libraries whose loading would slow down every start. Once open they stay in memory: codecs keep state of the
/// process that does not survive unloading, and opening them again costs microseconds.
package struct DynamicLibrary {
  /// The results of looking for libraries, or of loading them, by name.
  private static let known = Mutex<[String: Bool]>([:])

  private let handle: UnsafeMutableRawPointer
  private let name: String
  private let advice: String
  private let purpose: String

  /// Opens `name`, such as `libheif.so.1`. `package` is the Debian package that has it, `purpose` what needs it;
  /// both are for the error.
  /// - Throws: ``CodingError`` with `.missingLibrary`.
  package init(_ name: String, package: String, purpose: String) throws(CodingError) {
    try self.init(name, purpose: purpose, advice: "Install the Debian package \(package).")
  }

  /// Opens `name`; `advice` is a sentence that says where it comes from.
  /// - Throws: ``CodingError`` with `.missingLibrary`.
  package init(_ name: String, purpose: String, advice: String) throws(CodingError) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      Self.note(name, isAvailable: false)
      let reason = dlerror().map { String(cString: $0) } ?? "no reason given"
      throw CodingError(
        .missingLibrary, context: purpose, operation: "dlopen",
        message: "\(name) cannot be loaded (\(reason)). \(advice)")
    }
    Self.note(name, isAvailable: true)
    self.handle = handle
    self.name = name
    self.advice = advice
    self.purpose = purpose
  }

  /// Tells whether a library is on this machine with all that it needs. It is looked for, and not loaded.
  ///
  /// Where loading it has been tried, what came of that counts. One that is missing is looked for anew each time.
  package static func isAvailable(_ name: String) -> Bool {
    if let known = known.withLock({ $0[name] }) { return known }
    var search = LibrarySearch()
    guard search.finds(name) else { return false }
    // Somebody may have tried meanwhile, and knows better.
    return known.withLock { known in
      if known[name] == nil { known[name] = true }
      return known[name] ?? true
    }
  }

  private static func note(_ name: String, isAvailable: Bool) { known.withLock { $0[name] = isAvailable } }

  /// The function of that name; the caller's type must be the one that the library's header declares.
  /// - Throws: ``CodingError`` with `.missingLibrary`.
  package func function<Function>(_ symbol: String) throws(CodingError) -> Function {
    guard let address = dlsym(handle, symbol) else {
      Self.note(name, isAvailable: false)
      throw CodingError(
        .missingLibrary, context: purpose, operation: "dlsym",
        message: "\(name) has no \(symbol): it is another version. \(advice)")
    }
    // A function of C is its address; no other cast makes one of what dlsym gives.
    return unsafeBitCast(address, to: Function.self)
  }

  /// Fills a table of functions: a C structure of nothing but pointers to them, in the order of the C array `names`.
  /// - Throws: ``CodingError`` with `.missingLibrary`.
  package func fill<Table, Names>(_ table: inout Table, with names: Names) throws(CodingError) {
    let size = MemoryLayout<UnsafeRawPointer>.size
    precondition(MemoryLayout<Table>.size == MemoryLayout<Names>.size, "a name for each function")
    let symbols = withUnsafeBytes(of: names) { Array($0.bindMemory(to: UnsafePointer<CChar>.self)) }
    for (index, symbol) in symbols.enumerated() {
      let address: UnsafeRawPointer = try function(String(cString: symbol))
      withUnsafeMutableBytes(of: &table) {
        $0.storeBytes(of: address, toByteOffset: index * size, as: UnsafeRawPointer.self)
      }
    }
  }
}
