import ByteCoding
import TestSupport
import Testing

@Suite struct ByteRopeTests {
  @Test("a rope gives its pieces' bytes in order, whatever the portions")
  func order() throws {
    let source = ArrayBytes(Array(0..<100))
    var rope = ByteRope([200, 201])
    try rope.append(source, 10..<40)
    try rope.append(try source.slice(50..<60), 2..<5)
    rope.append([])
    rope.append(ByteRope(ArrayBytes([7])))
    let expected: [UInt8] = [200, 201] + Array(10..<40) + [52, 53, 54] + [7]
    #expect(rope.count == expected.count)
    for portion in [1, 7, 1000] {
      var bytes: [UInt8] = []
      try rope.write(portion: portion) {
        #expect($0.count <= max(portion, 2))
        bytes += $0
      }
      #expect(bytes == expected)
    }
  }

  @Test("ranges outside of a source are refused")
  func outside() throws {
    let source = ArrayBytes([1, 2, 3])
    var rope = ByteRope()
    #expect(throws: ByteError.self) { try rope.append(source, 2..<4) }
    #expect(throws: ByteError.self) { try source.slice(-1..<2) }
    #expect(throws: ByteError.self) { try source.slice(1..<3).bytes(1..<3) }
    #expect(rope.count == 0)
    #expect(try source.slice(1..<3).bytes(0..<2) == [2, 3])
  }
}
