import Testing

@testable import MediaCore

/// Memory that goes with its owner. That it is freed, and once, is held by the run under the address sanitizer.
@Suite struct OwnedBufferTests {
  @Test("it has room for as many elements as asked for, none too, and lies where it is asked to lie")
  func shape() {
    for count in [0, 1, 3, 1000] {
      let buffer = OwnedBuffer<Int32>(count: count, alignment: 64)
      #expect(buffer.elements.count == count && buffer.bytes.count == 4 * count)
      #expect(Int(bitPattern: buffer.pointer) % 64 == 0)
    }
  }

  @Test("repeated elements are all there, and one stands alone without a count")
  func repeating() {
    let buffer = OwnedBuffer(count: 5, repeating: UInt16(0x1234))
    #expect(buffer.elements.allSatisfy { $0 == 0x1234 })
    let single = OwnedBuffer(repeating: 7.5)
    #expect(single.elements.elementsEqual([7.5]))
  }

  @Test("an owner keeps its memory to the end of its scope, and gives it to the next one")
  func lifetime() {
    var buffer = OwnedBuffer(count: 2, repeating: 1)
    let first = buffer.pointer
    first[1] = 8
    #expect(buffer.elements[1] == 8)
    buffer = OwnedBuffer(count: 3, repeating: 2)
    let second = buffer.elements
    #expect(second.elementsEqual([2, 2, 2]))
  }
}
