public import MediaCore

/// A fault of the disk.
public enum ScriptDisk: Sendable, Hashable {
  /// The disk has no fault.
  case works
  /// The disk is full after this many more bytes.
  case full(atByte: Int)
  /// The folder cannot be written to.
  case unwritable
  /// The folder goes away between question and writing.
  case vanishes
  /// Every movie waits for this time before it is written.
  case slow(MediaTime)
}
