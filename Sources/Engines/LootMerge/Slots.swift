/// Assigns numbers to IDs in the order of their first occurrence. The merge identifies elements by these numbers.
struct Slots<ID: Hashable> {
    /// The ID of each slot.
    private(set) var ids: [ID] = []
    private var slots: [ID: Int32]

    init(capacity: Int) {
        slots = Dictionary(minimumCapacity: capacity)
        ids.reserveCapacity(capacity)
    }

    var count: Int { ids.count }

    /// Returns the slots of the given IDs, and assigns new slots to new IDs.
    ///
    /// In similar lists, the next ID usually has the next slot. Checking this first avoids a hash lookup.
    mutating func add(_ list: some Collection<ID>) -> [Int32] {
        var result: [Int32] = []
        result.reserveCapacity(list.count)
        var next: Int32 = 0
        for id in list {
            if next >= ids.count || ids[Int(next)] != id { next = slot(of: id) }
            result.append(next)
            next += 1
        }
        return result
    }

    private mutating func slot(of id: ID) -> Int32 {
        if let slot = slots[id] { return slot }
        let slot = Int32(truncatingIfNeeded: ids.count)
        slots[id] = slot
        ids.append(id)
        return slot
    }
}

extension [Int32] {
    /// Returns the first index of each slot in this list, or -1 if it's missing.
    func places(of count: Int) -> [Int32] {
        var places = [Int32](repeating: -1, count: count)
        for (place, slot) in enumerated() where places[Int(slot)] < 0 {
            places[Int(slot)] = Int32(truncatingIfNeeded: place)
        }
        return places
    }

    /// Whether each element belongs to a longest increasing subsequence.
    var longestIncreasingRun: [Bool] {
        /// The index of the smallest element that ends a subsequence of each length.
        var ends: [Int32] = []
        var previous = [Int32](repeating: -1, count: count)
        for (index, value) in enumerated() {
            var low = ends.count
            // Most lists are nearly sorted.
            if let end = ends.last, self[Int(end)] >= value {
                low = 0
                var high = ends.count - 1
                while low < high {
                    let middle = (low + high) / 2
                    if self[Int(ends[middle])] < value { low = middle + 1 } else { high = middle }
                }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low == ends.count {
                ends.append(Int32(truncatingIfNeeded: index))
            } else {
                ends[low] = Int32(truncatingIfNeeded: index)
            }
        }
        var result = [Bool](repeating: false, count: count)
        var index = ends.last ?? -1
        while index >= 0 {
            result[Int(index)] = true
            index = previous[Int(index)]
        }
        return result
    }
}
