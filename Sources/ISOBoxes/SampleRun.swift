/// Samples that follow one another and have a value in common, as tables of samples list them.
package struct SampleRun<Value: Hashable & Sendable>: Sendable, Hashable {
  package var count: UInt32
  /// The value that the samples have in common.
  package var value: Value

  package init(count: UInt32, value: Value) {
    self.count = count
    self.value = value
  }

  /// Returns the runs of one value for each sample.
  static func runs(of values: [Value]) -> [SampleRun] {
    var runs: [SampleRun] = []
    for value in values {
      if runs.last?.value == value {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(SampleRun(count: 1, value: value))
      }
    }
    return runs
  }
}

extension FieldCoder {
  /// A number of runs in four bytes, then a count and a value of four bytes for each.
  mutating func runs<Value: FixedWidthInteger>(_ runs: inout [SampleRun<Value>]) {
    countedList("entries", &runs, elementBytes: 8, blank: SampleRun(count: 0, value: 0)) { coder, run in
      coder.number("", &run.count)
      coder.integer("", &run.value, bytes: 4, style: .decimal)
    }
  }
}
