import CLinux

/// The heap of the whole process: a program's business, and none of a library's.
public enum ProcessHeap {
  /// Blocks of this many bytes or more have pages of their own from now on.
  static let leastOwnPages = 128 << 10

  /// Configures the heap to return each large block to the system when the block is freed.
  ///
  /// glibc begins that way. But each large block that is freed makes it keep blocks of that size in its heaps from then
  /// on, of which there are several to each core: after some stills and pictures a process is resident with twice what
  /// it uses. A program that captures for days says this first. Where the C library knows no such setting nothing
  /// happens.
  ///
  /// Stands for glibc's `mallopt(M_MMAP_THRESHOLD)`.
  public static func giveBackLargeBlocks() { clinux_map_blocks(Int32(leastOwnPages)) }
}
