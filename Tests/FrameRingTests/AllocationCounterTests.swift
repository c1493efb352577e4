import AllocationCounter
import Dispatch
import FrameRing
import Glibc
import MediaCore
import Synchronization
import Testing

/// What the tests of memory count with.
@Suite struct AllocationCounterTests {
  /// How many allocations `body` makes on this thread.
  private func count(_ body: () -> Void) -> Int {
    let before = allocation_counter_of_this_thread()
    body()
    return allocation_counter_of_this_thread() - before
  }

  @Test("malloc and each of its relatives counts as one, and a release as none")
  func relatives() {
    #expect(count {} == 0)
    #expect(count { free(malloc(100)) } == 1)
    #expect(count { free(calloc(10, 10)) } == 1)
    #expect(count { free(realloc(nil, 100)) } == 1)
    #expect(count { free(realloc(malloc(100), 100_000)) } == 2)
    #expect(count { free(aligned_alloc(64, 128)) } == 1)
    var memory: UnsafeMutableRawPointer?
    #expect(count { posix_memalign(&memory, 64, 128) } == 1 && memory != nil)
    #expect(count { free(memory) } == 0)
  }

  @Test("an allocation of Swift's is seen")
  func swift() {
    var storage: FrameStorage?
    #expect(count { storage = FrameStorage(capacity: 100) } >= 1)
    withExtendedLifetime(storage) {}
  }

  @Test("what another thread allocates is counted there, and not here")
  func threads() {
    let there = Mutex(0)
    let done = DispatchSemaphore(value: 0)
    let here = count {
      DispatchQueue(label: "allocations.test").async {
        let counted = count { for _ in 0..<1000 { free(malloc(10)) } }
        there.withLock { $0 = counted }
        done.signal()
      }
      done.wait()
    }
    #expect(there.withLock { $0 } == 1000)
    // The queue and its work.
    #expect(here < 100)
  }
}
