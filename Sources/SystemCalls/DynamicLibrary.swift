import Glibc
package import MediaCore

/// A shared object that is opened when it is first needed and stays open.
///
/// For libraries whose loading would slow down every start. Once open they stay in memory: codecs keep state of the
/// process that does not survive unloading, and opening them again costs microseconds.
package struct DynamicLibrary {
  private let handle: UnsafeMutableRawPointer
  private let name: String
  private let package: String
  private let purpose: String

  /// Opens `name`, such as `libheif.so.1`. `package` is the Debian package that has it, `purpose` what needs it;
  /// both are for the error.
  /// - Throws: ``CodingError`` with `.missingLibrary`.
  package init(_ name: String, package: String, purpose: String) throws(CodingError) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      let reason = dlerror().map { String(cString: $0) } ?? "no reason given"
      throw CodingError(
        .missingLibrary, context: purpose, operation: "dlopen",
        message: "\(name) cannot be loaded (\(reason)). Install the Debian package \(package).")
    }
    self.handle = handle
    self.name = name
    self.package = package
    self.purpose = purpose
  }

  /// The function of that name; the caller's type must be the one that the library's header declares.
  /// - Throws: ``CodingError`` with `.missingLibrary`.
  package func function<Function>(_ symbol: String) throws(CodingError) -> Function {
    guard let address = dlsym(handle, symbol) else {
      throw CodingError(
        .missingLibrary, context: purpose, operation: "dlsym",
        message: "\(name) has no \(symbol). Install the Debian package \(package) again.")
    }
    return unsafeBitCast(address, to: Function.self)
  }
}
