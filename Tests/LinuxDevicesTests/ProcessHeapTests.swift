import Glibc
import LinuxDevices
import Testing

@Suite struct ProcessHeapTests {
  private static func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return -1 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return -1 }
    let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
      separator: " ")
    return words.dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 } ?? -1
  }

  /// Bytes that stay resident of 25 MiB in blocks of 256 KiB, all freed, with a small block that stays behind each; one
  /// of 8 MiB was freed before.
  private static func leftOver() -> Int {
    func touched(_ count: Int) -> UnsafeMutableRawPointer? { malloc(count).map { memset($0, 1, count) } }
    free(touched(8 << 20))
    let before = residentBytes()
    let blocks = (0..<100).map { _ in (touched(256 << 10), touched(64)) }
    for block in blocks { free(block.0) }
    let after = residentBytes()
    for block in blocks { free(block.1) }
    return before < 0 || after < 0 ? .max : after - before
  }

  @Test("large blocks are given back when they are freed, whatever was freed before")
  func givesBack() async {
    await #expect(processExitsWith: .success) {
      ProcessHeap.giveBackLargeBlocks()
      exit(Self.leftOver() < 4 << 20 ? 0 : 1)
    }
  }

  @Test("without being told, this C library keeps them: what the setting is for")
  func keeps() async {
    await #expect(processExitsWith: .success) { exit((12 << 20..<(.max)).contains(Self.leftOver()) ? 0 : 1) }
  }
}
