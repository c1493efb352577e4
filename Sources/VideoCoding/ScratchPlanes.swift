/// Memory for an intermediate picture that grows to the largest one asked for and is then used again and again.
final class ScratchPlanes {
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// Bytes that it has grown to.
  var byteCount: Int { memory.count }

  deinit { memory.deallocate() }

  /// Three planes with the given rows, undefined contents, valid until the next request. Sizes are the caller's duty.
  func planes(lumaWidth: Int, lumaHeight: Int, chromaWidth: Int, chromaHeight: Int) -> PlaneTriple {
    let lumaStride = (lumaWidth + 63) & ~63
    let chromaStride = (chromaWidth + 63) & ~63
    let lumaBytes = lumaStride * lumaHeight
    let chromaBytes = chromaStride * chromaHeight
    let start = reserve(lumaBytes + 2 * chromaBytes)
    return PlaneTriple(
      luma: Plane(start: start, stride: lumaStride),
      cb: Plane(start: start + lumaBytes, stride: chromaStride),
      cr: Plane(start: start + lumaBytes + chromaBytes, stride: chromaStride))
  }

  /// At least `count` bytes with undefined contents, valid until the next request.
  func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    if memory.count < count || memory.baseAddress == nil {
      memory.deallocate()
      memory = .allocate(byteCount: max(count, 64), alignment: 64)
    }
    return memory.bindMemory(to: UInt8.self).baseAddress.unsafelyUnwrapped  // never empty after the lines above
  }
}
