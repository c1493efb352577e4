/// The intervals from when samples are decoded to when they are shown, in runs. Stands for `ctts`, ISO/IEC 14496-12,
/// 8.6.1.3.
package struct CompositionOffsetBox: Box {
  package var type: FourCC { "ctts" }
  /// Version 0 or 1.
  package var header = VersionAndFlags()
  /// The runs; values are added to the time of decoding, in units of the media's timescale. Negative values occur in
  /// version 0 too.
  package var entries: [SampleRun<Int32>]

  package init(entries: [SampleRun<Int32>]) { self.entries = entries }

  /// Creates a table of one offset for each sample, put together to runs; `nil` when all are 0 and no table is needed.
  package init?(offsets: [Int32]) {
    guard offsets.contains(where: { $0 != 0 }) else { return nil }
    entries = SampleRun.runs(of: offsets)
    if offsets.contains(where: { $0 < 0 }) { header.version = 1 }
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    coder.runs(&entries)
  }
}
