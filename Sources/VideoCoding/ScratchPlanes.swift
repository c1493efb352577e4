import Glibc
import MediaCore

/// Memory for an intermediate picture that grows to the largest one asked for and is then used again and again.
final class ScratchPlanes {
  private var memory = OwnedBuffer<UInt8>(count: 0)

  var byteCount: Int { memory.elements.count }

  /// Fresh memory costs the kernel more for each of its pages than a conversion takes to fill it: large pictures ask
  /// for large pages, where there are any.
  private static func allocate(_ count: Int) -> OwnedBuffer<UInt8> {
    let page = 2 << 20
    guard count >= page / 2 else { return OwnedBuffer(count: count, alignment: 64) }
    let memory = OwnedBuffer<UInt8>(count: (count + page - 1) & ~(page - 1), alignment: page)
    madvise(memory.pointer, memory.elements.count, MADV_HUGEPAGE)
    return memory
  }

  /// Three planes of the given sizes with undefined contents, valid until the next request. Sizes are the caller's
  /// duty.
  func planes(_ luma: (width: Int, height: Int), chroma: (width: Int, height: Int)) -> PlaneTriple {
    PlaneTriple(luma, chroma: chroma, in: reserve)
  }

  /// A picture of 4:2:0 in the range `target`: itself, or a copy that is valid until the next request.
  func picture(_ picture: PlaneTriple, _ range: ColorRange, in target: ColorRange) -> PlaneTriple {
    guard range != target else { return picture }
    let (width, height) = (picture.luma.width, picture.luma.height)
    let copy = planes((width, height), chroma: ((width + 1) / 2, (height + 1) / 2))
    picture.copy(to: copy)
    RangeTables.towards(target).apply(to: copy)
    return copy
  }

  /// One plane with undefined contents, valid until the next request.
  func plane(width: Int, height: Int) -> Plane { planes((width, height), chroma: (0, 0)).luma }

  /// Returns memory of at least `count` bytes with undefined contents, valid until the next request.
  func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    if byteCount < max(count, 1) {
      // Let go of first, so that both are never there at once.
      memory = OwnedBuffer(count: 0)
      memory = Self.allocate(max(count, 64))
    }
    return memory.pointer
  }
}
