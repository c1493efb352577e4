import FuzzedReaders
import Glibc

/// What libFuzzer calls with each input. The reader is named by `LIVECAM_FUZZED_READER`.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  reader.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private let reader: FuzzedReader = {
  let name = getenv("LIVECAM_FUZZED_READER").map { String(cString: $0) } ?? ""
  guard let reader = FuzzedReader(rawValue: name) else {
    let known = FuzzedReader.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("LIVECAM_FUZZED_READER is '\(name)'; there are \(known)")
  }
  return reader
}()
