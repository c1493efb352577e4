/// The descriptions of groups of samples. Stands for `sgpd`, ISO/IEC 14496-12, 8.9.3.
package struct SampleGroupDescriptionBox: Box {
  package var type: FourCC { "sgpd" }
  /// Version 1 tells the entries' length; version 2 names a default group.
  package var header = VersionAndFlags(version: 1)
  /// The criterion by which samples are grouped: `roll`, `sync`, `tscl` …
  package var grouping: FourCC = "roll"
  /// Bytes of an entry in version 1, number of the default group in version 2.
  package var parameter: UInt32 = 2
  package var entryCount: UInt32 = 1
  /// The entries, one after another.
  package var entries: [UInt8]

  /// One group whose samples can be decoded once `distance` more samples have been; below 0 for samples before.
  ///
  /// With a distance of −1 it tells players that an AAC packet needs the one before it, which is what makes an edit
  /// list's media time count as the encoder's priming (QuickTime File Format, audio priming).
  package init(rollDistance distance: Int16) {
    let bits = UInt16(bitPattern: distance)
    entries = [UInt8(bits >> 8), UInt8(bits & 0xff)]
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 1...2)
    coder.fourCC("grouping", &grouping)
    coder.number("parameter", &parameter)
    coder.number("count", &entryCount)
    coder.rest("entries", &entries)
  }
}
