import Testing

/// Everything that calls the real libasound, one test at a time: where it finds its configuration is a variable of
/// the whole process, and the loopback card has one clock for all.
@Suite("libasound", .serialized) struct ALSARealTests {}
