import StillCoding
import TestSupport

/// JPEGs of four inks, by the library that everybody's programs have, which stands for the printer's world here.
enum InkPictures {
  /// With Adobe's segment the inks are turned into YCCK and stored inverted; without, they are plain CMYK.
  static func make(width: Int, height: Int, isAdobe: Bool) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let script = """
      import ctypes, sys
      w, h = \(width), \(height)
      data = bytearray()
      for y in range(h):
          for x in range(w):
              data += bytes((x * 255 // w, y * 255 // h, (x // 16 + y // 16) % 2 * 200, 255 - (x + y) * 120 // (w + h)))
      jpeg = ctypes.CDLL('libturbojpeg.so.0')
      jpeg.tjInitCompress.restype = ctypes.c_void_p
      handle = ctypes.c_void_p(jpeg.tjInitCompress())
      out, size = ctypes.c_void_p(None), ctypes.c_ulong(0)
      source = (ctypes.c_ubyte * len(data)).from_buffer(data)
      status = jpeg.tjCompress2(handle, source, w, 0, h, 11, ctypes.byref(out), ctypes.byref(size), 0, 92, 0)
      assert status == 0
      sys.stdout.buffer.write(ctypes.string_at(out, size.value))
      """
    try folder.write(Array(script.utf8), as: "make.py")
    let bytes = try ForeignTool.python.run(["make.py"], in: folder).bytes
    guard !isAdobe else { return bytes }
    // Without Adobe's word the four components are taken for what they are.
    return try SampleJPEG.removing(0xee, from: bytes)
  }

  /// The colours of one, R, G and B, from the inks that the library decodes, by the printer's rule.
  static func colors(of bytes: [UInt8], width: Int, height: Int, isAdobe: Bool) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try folder.write(bytes, as: "a.jpg")
    let script = """
      import ctypes, sys
      data = open('a.jpg', 'rb').read()
      jpeg = ctypes.CDLL('libturbojpeg.so.0')
      jpeg.tjInitDecompress.restype = ctypes.c_void_p
      handle = ctypes.c_void_p(jpeg.tjInitDecompress())
      out = ctypes.create_string_buffer(\(width * height * 4))
      assert jpeg.tjDecompress2(handle, data, ctypes.c_ulong(len(data)), out, \(width), 0, \(height), 11, 0) == 0
      inks = out.raw if \(isAdobe ? 1 : 0) else bytes(255 - ink for ink in out.raw)
      sys.stdout.buffer.write(bytes(
          inks[i + c] * inks[i + 3] // 255 for i in range(0, len(inks), 4) for c in range(3)))
      """
    try folder.write(Array(script.utf8), as: "read.py")
    return try ForeignTool.python.run(["read.py"], in: folder).bytes
  }
}
