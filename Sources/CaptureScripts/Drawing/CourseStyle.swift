/// The looks of a drawing: two sets of colours, of which the reader's preference chooses; shapes differ, too.
enum CourseStyle {
  static let text = """
    .course text { font-family: system-ui, "DejaVu Sans", Helvetica, Arial, sans-serif; font-size: 11px; fill: #1c2430 }
    .course .title { font-size: 15px; font-weight: bold }
    .course .small { font-size: 9.5px; fill: #5b6675 }
    .course .letter { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, monospace; font-weight: bold; fill: #fff }
    .course .inside { font-size: 9.5px; fill: #fff }
    .course .ground { fill: #fff }
    .course .stripe { fill: #f4f6f8 }
    .course .grid { stroke: #dde2e8 }
    .course .good { fill: #1f7a45; font-weight: bold }
    .course .bad { fill: #b3202a; font-weight: bold }
    .course .problem { fill: #b3202a }
    .course .mark { fill: #2457a6 }
    .course .error { fill: #b3202a }
    .course .note { fill: #e4ebf5; stroke: #9fb3d1 }
    .course .expected { fill: #fff; stroke: #2457a6 }
    .course .expected-letter { fill: #2457a6 }
    .course .absent { fill: none; stroke: #b36b00; stroke-dasharray: 3 2 }
    .course .parted { fill: #ffe5bd; stroke: #b36b00 }
    .course .parted-sign { fill: #8a5200; font-weight: bold }
    .course .leader { stroke: #7c8797; fill: none }
    .course .press { fill: #1c2430 }
    .course .delivered { fill: #2b8452 }
    .course .lost { fill: #d06f12 }
    .course .missing { fill: none; stroke: #b3202a; stroke-dasharray: 4 2 }
    .course .away { fill: none; stroke: #5b6675; stroke-dasharray: 1 3 }
    .course .running { fill: #3f699f }
    .course .interrupted { fill: #f3dede; stroke: #b3202a; stroke-dasharray: 4 2 }
    .course .gathering { fill: #7a55b0 }
    .course .making { fill: #7c8797 }
    .course .badge { stroke: #7a55b0; stroke-width: 1.5; fill: none }
    @media (prefers-color-scheme: dark) {
      .course text { fill: #e3e8ef }
      .course .small { fill: #a4b0c0 }
      .course .letter, .course .inside { fill: #fff }
      .course .ground { fill: #14181f }
      .course .stripe { fill: #1b212a }
      .course .grid { stroke: #2c3440 }
      .course .good { fill: #5fce8f }
      .course .bad, .course .problem { fill: #ff8f8f }
      .course .note { fill: #232e40; stroke: #4c6185 }
      .course .expected { fill: #14181f; stroke: #8db4f2 }
      .course .expected-letter { fill: #8db4f2 }
      .course .absent { stroke: #ffb84d }
      .course .parted { fill: #4a3510; stroke: #ffb84d }
      .course .parted-sign { fill: #ffcf87 }
      .course .leader { stroke: #8794a6 }
      .course .press { fill: #e3e8ef }
      .course .missing { stroke: #ff8f8f }
      .course .away { stroke: #a4b0c0 }
      .course .interrupted { fill: #3a2226; stroke: #ff8f8f }
      .course .gathering { fill: #9a79d0 }
      .course .badge { stroke: #b79af0 }
    }
    """
}
