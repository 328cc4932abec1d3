/// Maps sections before updates to sections after them, after checking the updates against the numbers of sections.
struct SectionPlan {
    /// The sections to remove from their position, ascending, as numbered before the updates.
    let taken: [Int]
    /// The sections to insert, ascending, as numbered after the updates.
    let put: [Int]
    private let origins: [Int?]?
    private let destinations: [Int?]?

    init(_ updates: ListUpdates, before: Int, after: Int) throws(InternalInconsistency) {
        let leaving = updates.deletedSections + updates.movedSections.map(\.source)
        let coming = updates.insertedSections + updates.movedSections.map(\.target)
        try Self.check(leaving + updates.reloadedSections, .before, count: before)
        guard before - leaving.count + coming.count == after else {
            throw InternalInconsistency(
                .sectionCount(
                    before: before, inserted: updates.insertedSections.count,
                    deleted: updates.deletedSections.count, after: after))
        }
        try Self.check(coming, .after, count: after)
        guard updates.changesSections else {
            (taken, put, origins, destinations) = ([], [], nil, nil)
            return
        }
        var origins = [Int?](repeating: nil, count: after)
        var destinations = [Int?](repeating: nil, count: before)
        for move in updates.movedSections {
            origins[move.target] = move.source
            destinations[move.source] = move.target
        }
        let (left, came, reloaded) = (Set(leaving), Set(coming), Set(updates.reloadedSections))
        var put = coming
        let free = (0..<after).lazy.filter { !came.contains($0) }
        for (old, new) in zip((0..<before).lazy.filter { !left.contains($0) }, free) {
            if reloaded.contains(old) {
                put.append(new)
            } else {
                origins[new] = old
                destinations[old] = new
            }
        }
        self.taken = (leaving + updates.reloadedSections).sorted()
        self.put = put.sorted()
        self.origins = origins
        self.destinations = destinations
    }

    /// Returns whether a section is removed from its position.
    func takes(_ section: Int) -> Bool {
        let index = taken.partitioningIndex { $0 >= section }
        return index < taken.count && taken[index] == section
    }

    /// Returns the earlier number of a section, or `nil` if all its rows are new.
    func origin(of section: Int) -> Int? {
        guard let origins else { return section }
        return origins.indices.contains(section) ? origins[section] : nil
    }

    /// Returns the new number of a section, or `nil` if it is deleted or all its rows are new.
    func destination(of section: Int) -> Int? {
        guard let destinations else { return section }
        return destinations.indices.contains(section) ? destinations[section] : nil
    }

    private static func check(
        _ sections: [Int], _ moment: InternalInconsistency.Moment, count: Int
    ) throws(InternalInconsistency) {
        var previous: Int?
        for section in sections.sorted() {
            guard section >= 0, section < count else {
                throw InternalInconsistency(.noSuchSection(section, moment, count: count))
            }
            guard section != previous else {
                throw InternalInconsistency(.sectionNamedTwice(section, moment))
            }
            previous = section
        }
    }
}
