import ByteCoding
import Testing

struct ByteWriterTests {
  @Test("numbers are laid out in the order asked for")
  func numbers() {
    var writer = ByteWriter()
    writer.u8(0x01)
    writer.u16(0x0203)
    writer.u16(0x0203, .little)
    writer.u24(0x04_0506)
    writer.u24(0x04_0506, .little)
    writer.u32(0x0708_090a)
    writer.u32(0x0708_090a, .little)
    writer.u64(0x0b0c_0d0e_0f10_1112)
    writer.u64(0x0b0c_0d0e_0f10_1112, .little)
    #expect(
      writer.contents == [
        1, 2, 3, 3, 2, 4, 5, 6, 6, 5, 4, 7, 8, 9, 10, 10, 9, 8, 7, 11, 12, 13, 14, 15, 16, 17, 18, 18, 17, 16, 15, 14,
        13, 12, 11,
      ])
  }

  @Test("signed numbers keep their bits")
  func signed() {
    var writer = ByteWriter()
    writer.i32(-2, .little)
    writer.i64(-1)
    #expect(writer.contents == [0xfe, 0xff, 0xff, 0xff] + [UInt8](repeating: 0xff, count: 8))
  }

  @Test("text is written without a terminator, and what is not ASCII as a question mark")
  func text() {
    var writer = ByteWriter()
    writer.ascii("Aé")
    writer.utf8("é")
    writer.fill(count: 2)
    #expect(writer.contents == [0x41, 0x3f, 0xc3, 0xa9, 0, 0])
  }

  @Test("a size can be filled in once it is known")
  func patching() {
    var writer = ByteWriter(capacity: 16)
    writer.u32(0)
    writer.u32(0)
    writer.u64(0)
    writer.patchU32(UInt32(writer.count), at: 0)
    writer.patchU32(0x0102, at: 4, .little)
    writer.patchU64(9, at: 8)
    #expect(writer.contents == [0, 0, 0, 16, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9])
  }
}
