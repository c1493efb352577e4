/// The version and flags that a full box begins with. Stands for `FullBox` of ISO/IEC 14496-12, 4.2.
package struct VersionAndFlags: Sendable, Hashable {
  package var version: UInt8
  /// The 24 bits whose meaning depends on the box.
  package var flags: UInt32

  package init(version: UInt8 = 0, flags: UInt32 = 0) {
    self.version = version
    self.flags = flags
  }
}
