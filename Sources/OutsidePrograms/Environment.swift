@preconcurrency import Glibc  // for `environ`, a variable of C
import SystemCalls

/// The environment of this program, which nothing here changes.
package enum Environment {
  /// All variables by their names.
  package static var all: [String: String] {
    var all: [String: String] = [:]
    var next = environ
    while let text = next.pointee {
      let variable = String(systemPath: text)
      next += 1
      guard let equals = variable.firstIndex(of: "=") else { continue }
      all[String(variable[..<equals])] = String(variable[variable.index(after: equals)...])
    }
    return all
  }
}
