/// Merges the orders of three lists of slots.
///
/// The elements that neither side moved form a frame. It is the same on both sides. The other elements are inserted
/// between the elements of the frame where either side placed them.
struct OrderMerge {
    /// The kept slots in merged order.
    private(set) var slots: [Int32] = []
    /// The slots that the sides moved to different places. They have our places.
    private(set) var displaced: [Int32] = []

    private let ours: [Int32]
    private let theirs: [Int32]
    private let precedes: (Int32, Int32) -> Bool
    /// The side that determines the place of each element.
    private var placing: [Placing]

    private enum Placing: UInt8 {
        case frame, ours, theirs, both, dropped
    }

    /// Merges three orders. If both sides inserted elements at the same place, `precedes` returns whether our first
    /// element comes before their first element.
    init(
        base: [Int32], ours: [Int32], theirs: [Int32], kept: [Bool],
        precedes: @escaping (Int32, Int32) -> Bool
    ) {
        self.precedes = precedes
        let origins = base.places(of: kept.count)
        let here = Arrangement(ours, from: origins)
        let there = Arrangement(theirs, from: origins)
        self.ours = here.slots
        self.theirs = there.slots
        placing = kept.indices.map { slot in
            if !kept[slot] { return .dropped }
            switch (here.roles[slot], there.roles[slot]) {
            case (.unmoved, .unmoved): return .frame
            case (.absent, _): return .theirs
            case (_, .absent): return .ours
            case (.placed, .placed): return .both
            case (.placed, .unmoved): return .ours
            case (.unmoved, .placed): return .theirs
            }
        }
        settleBoth()
        join()
    }

    /// A list compared with its base.
    private struct Arrangement {
        enum Role: UInt8 {
            case absent, unmoved, placed
        }

        /// The distinct slots.
        let slots: [Int32]
        let roles: [Role]

        init(_ list: [Int32], from origins: [Int32]) {
            var roles = [Role](repeating: .absent, count: origins.count)
            slots = list.filter { slot in
                defer { roles[Int(slot)] = .placed }
                return roles[Int(slot)] == .absent
            }
            let known = slots.filter { origins[Int($0)] >= 0 }
            let run = known.map { origins[Int($0)] }.longestIncreasingRun
            for (slot, isUnmoved) in zip(known, run) where isUnmoved { roles[Int(slot)] = .unmoved }
            self.roles = roles
        }
    }

    /// Adds elements that both sides placed to the frame if they agree. Otherwise, our place is used.
    private mutating func settleBoth() {
        guard placing.contains(.both) else { return }
        var gap: Int32 = 0
        var gaps = [Int32](repeating: -1, count: placing.count)
        var places = gaps
        for (place, slot) in theirs.enumerated() {
            if placing[Int(slot)] == .frame { gap += 1 }
            gaps[Int(slot)] = gap
            places[Int(slot)] = Int32(truncatingIfNeeded: place)
        }
        gap = 0
        var run: [Int32] = []
        for slot in ours {
            switch placing[Int(slot)] {
            case .frame:
                settle(run, places)
                run.removeAll()
                gap += 1
            case .both where gaps[Int(slot)] == gap: run.append(slot)
            case .both: displace(slot)
            default: break
            }
        }
        settle(run, places)
    }

    private mutating func settle(_ run: [Int32], _ places: [Int32]) {
        let agreed = run.map { places[Int($0)] }.longestIncreasingRun
        for (slot, isAgreed) in zip(run, agreed) {
            if isAgreed { placing[Int(slot)] = .frame } else { displace(slot) }
        }
    }

    private mutating func displace(_ slot: Int32) {
        placing[Int(slot)] = .ours
        displaced.append(slot)
    }

    private mutating func join() {
        slots.reserveCapacity(max(ours.count, theirs.count))
        var other = 0
        /// Returns the other side's elements up to the next element of the frame.
        func nextTheirs(_ placing: [Placing]) -> [Int32] {
            var run: [Int32] = []
            while other < theirs.count {
                let slot = theirs[other]
                if placing[Int(slot)] == .frame { break }
                if placing[Int(slot)] == .theirs { run.append(slot) }
                other += 1
            }
            return run
        }
        var run: [Int32] = []
        for slot in ours {
            switch placing[Int(slot)] {
            case .ours: run.append(slot)
            case .frame:
                append(run, nextTheirs(placing))
                run.removeAll(keepingCapacity: true)
                slots.append(slot)
                other += 1
            default: break
            }
        }
        append(run, nextTheirs(placing))
    }

    private mutating func append(_ ours: [Int32], _ theirs: [Int32]) {
        guard let left = ours.first, let right = theirs.first else {
            slots += ours
            slots += theirs
            return
        }
        let isOursFirst = precedes(left, right)
        slots += isOursFirst ? ours : theirs
        slots += isOursFirst ? theirs : ours
    }
}
