import ByteCoding
import MediaCore
import MovieCoding
import Testing

@testable import LivePhotoFiles

/// What is said of a movie whose pictures nobody could look at.
@Suite struct PictureRulesTests {
  @Test(
    "a movie that does not decode is refused, and one that there is no decoder for is not judged",
    arguments: [(CodingError.Code.malformed, RuleResult.Status.failure), (.missingLibrary, .notChecked)])
  func undecoded(code: CodingError.Code, expected: RuleResult.Status) throws {
    let movie = try MovieReader().read(ArrayBytes(try SamplePair.good.get().movie, name: "A.MOV"))
    let error = CodingError(code, context: "A.MOV", message: "There is a reason. Do something.")
    let results = PictureRules(movie: movie, look: .failure(error), still: .failure(error)).results
    let decodes = try #require(results.first { $0.rule == .decodes })
    #expect(decodes.status == expected && decodes.found.contains("There is a reason"))
    #expect(results.filter { $0.rule != .decodes }.allSatisfy { $0.status == .notChecked })
  }
}
