/// The durations of samples, in runs. Stands for `stts`, ISO/IEC 14496-12, 8.6.1.2.
package struct TimeToSampleBox: Box {
  package var type: FourCC { "stts" }
  package var header = VersionAndFlags()
  /// The runs; values are durations in units of the media's timescale.
  package var entries: [SampleRun<UInt32>]

  package init(entries: [SampleRun<UInt32>]) { self.entries = entries }

  /// Creates a table of one duration for each sample, put together to runs.
  package init(durations: [UInt32]) { entries = SampleRun.runs(of: durations) }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.runs(&entries)
  }
}
