#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The median time of one run of `body`, in seconds, with the processor's caches emptied before each run.
///
/// In a program at work, other things have been in the caches since the last call. Without this, ten thousand items
/// would sit in them and a million would not, and the growth would be that of the hardware.
func median(of runs: Int, _ body: (Int) async throws -> Void) async rethrows -> Measured {
    let clock = ContinuousClock()
    var times: [Duration] = []
    times.reserveCapacity(runs)
    for run in 0..<runs {
        if runs > 1 { CacheFiller.shared.emptyCaches() }
        let start = clock.now
        try await body(run)
        times.append(clock.now - start)
    }
    times.sort()
    return Measured(number: seconds(times[runs / 2]), unit: .duration)
}

/// Returns the minimum processor time of one run of `body` on all threads, which other load affects least.
func processorTime(of runs: Int, _ body: (Int) async throws -> Void) async rethrows -> Measured {
    var least = Double.infinity
    for run in 0..<runs {
        if runs > 1 { CacheFiller.shared.emptyCaches() }
        let start = clock()
        try await body(run)
        least = min(least, Double(clock() - start) / Double(CLOCKS_PER_SEC))
    }
    return Measured(number: least, unit: .duration)
}

/// Fills the processor's caches with other data.
private struct CacheFiller {
    static let shared = CacheFiller()
    /// More than the last-level cache of most processors.
    private let ballast = [UInt64](repeating: 1, count: 8 << 20)

    func emptyCaches() {
        let sum = stride(from: 0, to: ballast.count, by: 8).reduce(UInt64(0)) { $0 &+ ballast[$1] }
        precondition(sum > 0)
    }
}

func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
}
