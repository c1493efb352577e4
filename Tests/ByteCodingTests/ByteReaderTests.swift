import ByteCoding
import Testing

struct ByteReaderTests {
  @Test("what a writer wrote is read back, in both orders", arguments: [ByteOrder.big, .little])
  func roundTrip(order: ByteOrder) throws {
    var writer = ByteWriter()
    writer.u8(200)
    writer.u16(40_000, order)
    writer.u24(0xabcdef, order)
    writer.u32(4_000_000_000, order)
    writer.i32(-5, order)
    writer.u64(.max - 6, order)
    writer.i64(-7, order)
    writer.ascii("qt  ")
    var reader = ByteReader(writer.contents)
    #expect(reader.u8() == 200 && reader.u16(order) == 40_000)
    #expect(reader.u24(order) == 0xabcdef)
    #expect(reader.u32(order) == 4_000_000_000 && reader.u32(order) == .max - 4)
    #expect(reader.u64(order) == .max - 6 && reader.u64(order) == .max - 6)
    #expect(reader.ascii(4) == "qt  ")
    #expect(reader.remaining == 0)
    #expect(reader.error == nil)
  }

  @Test("a read past the end gives zero, and the first failure is kept", arguments: 0..<8)
  func pastTheEnd(count: Int) {
    var reader = ByteReader([UInt8](repeating: 0xff, count: count), base: 100)
    #expect(reader.u64() == 0)
    let first = reader.error
    #expect(first?.code == .endOfData)
    #expect(first?.position == 100)
    #expect(reader.u8() == 0, "nothing is read after a failure")
    #expect(reader.bytes(1).isEmpty && reader.ascii(1).isEmpty && reader.remaining == 0)
    reader.skip(1)
    reader.fail(.invalidValue, "later")
    #expect(reader.error?.description == first?.description)
  }

  @Test("no count is too great or too small to be refused", arguments: [-1, 5, .max, .min])
  func counts(count: Int) {
    var reader = ByteReader([1, 2, 3, 4])
    #expect(reader.bytes(count).isEmpty)
    #expect(reader.error?.code == .endOfData)
    var other = ByteReader([1, 2, 3, 4])
    other.skip(count)
    #expect(other.error?.code == .endOfData)
    var third = ByteReader([1, 2, 3, 4])
    #expect(third.reader(count).count == 0)
    #expect(third.error?.code == .endOfData)
  }

  @Test("a part of an array is read by its own offsets, and an inner reader knows its place")
  func slices() {
    let array: [UInt8] = [9, 9, 1, 2, 3, 4, 9]
    var reader = ByteReader(array[2..<6], base: 2)
    #expect(reader.u8() == 1 && reader.offset == 1 && reader.position == 3)
    var inner = reader.reader(2)
    #expect(inner.base == 3 && inner.count == 2 && inner.u16() == 0x0203)
    _ = inner.u8()
    #expect(inner.error?.position == 5)
    #expect(reader.error == nil, "an inner failure is the inner reader's own")
    #expect(Array(reader.rest()) == [4])
    #expect(reader.remaining == 0 && reader.error == nil)
  }

  @Test("text that is no UTF-8 is read as replacement characters")
  func text() {
    var reader = ByteReader([0x41, 0xff, 0xe9])
    #expect(reader.utf8(2) == "A\u{fffd}")
    #expect(reader.ascii(1) == "é")
  }

  @Test("the description of an error names the place")
  func description() {
    let error = ByteError(.invalidValue, position: 12, message: "No such box.")
    #expect(error.description == "No such box. [invalidValue at byte 12]")
  }
}
