/// The memory that a simulated device lends from, freed with it.
package final class LentMemory {
  package let bytes: UnsafeMutableRawBufferPointer

  package init(byteCount: Int) { bytes = .allocate(byteCount: max(1, byteCount), alignment: 64) }

  deinit { bytes.deallocate() }
}
