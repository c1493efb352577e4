/// The memory that a simulated device lends from, freed with it.
final class LentMemory {
  let bytes: UnsafeMutableRawBufferPointer

  init(byteCount: Int) { bytes = .allocate(byteCount: max(1, byteCount), alignment: 64) }

  deinit { bytes.deallocate() }
}
