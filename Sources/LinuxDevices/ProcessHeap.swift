import CLinux

/// The heap of the whole process: a program's business, and none of a library's.
public enum ProcessHeap {
  /// Blocks of this many bytes or more have pages of their own from now on.
  static let leastOwnPages = 128 << 10

  /// Configures the heap to return each large block to the system when the block is freed.
  ///
  /// glibc does so at first. But after each large block that is freed, it keeps blocks of that size in its heaps, of
  /// which it has several for each core. After some stills and pictures, the resident size of a process is twice what
  /// it uses. A program that captures for days should call this first. It has no effect with a C library that has no
  /// such setting.
  ///
  /// Stands for glibc's `mallopt(M_MMAP_THRESHOLD)`.
  public static func giveBackLargeBlocks() { clinux_map_blocks(Int32(leastOwnPages)) }
}
