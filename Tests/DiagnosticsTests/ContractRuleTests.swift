import Diagnostics
import MediaCore
import Testing

@Suite struct ContractRuleTests {
  @Test("rules of requests bear the contract's numbers, 1 to 28, each once")
  func numbers() {
    let numbers = ContractRule.allCases.filter { $0.clause?.hasPrefix("3.1 ") == true }
      .compactMap { Int($0.rawValue.dropFirst()) }
    #expect(numbers == Array(1...28))
    #expect(ContractRule.requestIsComplete.clause == "3.1 V1")
  }

  @Test("every rule has a clause, but for livecam's own")
  func clauses() {
    #expect(ContractRule.allCases.filter { $0.clause == nil } == [.shutterTimeIsRecent, .frameIsHeld])
    #expect(ContractRule.allCases.compactMap(\.clause).allSatisfy { $0.first?.isNumber == true })
  }

  @Test("a violation says what was broken, and as which exception Apple's frameworks raise it")
  func wording() {
    let violation = ContractViolation(.blockIsNotNested, "One was in the other.")
    #expect("\(violation)" == "[nested-block] One was in the other. (NSGenericException)")
  }
}
