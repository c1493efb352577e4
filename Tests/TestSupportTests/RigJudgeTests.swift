import Foundation
import TestSupport
import Testing

/// What judges the runs in the rig must tell wrong from right: it is tried here on bytes of which that is known.
@Suite(.foreignPrograms) struct RigJudgeTests {
  private static let judge = Project.url("Tests/Rig/judge")

  /// What a program prints that may import the judge's modules.
  private func lines(_ program: String) throws -> [String] {
    try ForeignTool.python.run(["-B", "-c", "import sys\nsys.path.insert(0, sys.argv[1])\n\(program)", Self.judge.path])
      .lines
  }

  @Test("a report counts what holds and what does not, and says what was expected")
  func report() throws {
    let said = try lines(
      """
      from report import Report
      report = Report()
      print(report.equal('length', 3, 3), report.equal('width', 640, 320), report.check('sync', False, 40, 'less'))
      report.ok('end')
      print(report.passed, report.failed)
      """)
    #expect(
      said == [
        "ok      length: 3", "FAILED  width: found 640, expected 320", "FAILED  sync: found 40, expected less",
        "True False False", "ok      end", "2 2",
      ])
  }

  @Test("a JPEG with another comment has the same picture; with another table or another scan it has not")
  func pictures() throws {
    let said = try lines(
      """
      from jpeg import picture_of
      def jpeg(comment=b'', table=b'\\1', scan=b'\\2'):
          segments = [(0xfe, comment), (0xdb, table), (0xc0, b'frame'), (0xda, b'scan')]
          return b'\\xff\\xd8' + b''.join(
              bytes([0xff, marker, 0, len(data) + 2]) + data for marker, data in segments) + scan + b'\\xff\\xd9'
      own = picture_of(jpeg())
      print([own == picture_of(other) for other in (
          jpeg(), jpeg(comment=b'made'), jpeg(table=b'\\3'), jpeg(scan=b'\\4'))])
      """)
    #expect(said == ["[True, True, False, False]"])
  }

  @Test("JPEGs in a row are taken apart at their ends, what lies between left out")
  func rows() throws {
    let said = try lines(
      """
      from jpeg import split
      one, two = b'\\xff\\xd8\\xff\\xe0one\\xff\\xd9', b'\\xff\\xd8\\xff\\xe0second\\xff\\xd9'
      print(list(split(one + b'padding' + two)) == [one, two], list(split(b'nothing')))
      """)
    #expect(said == ["True []"])
  }
}
