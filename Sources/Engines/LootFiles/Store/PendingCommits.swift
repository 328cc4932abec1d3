import LootCollection
import LootCore
import LootFormats

/// The commits that aren't in the file yet, oldest first.
struct PendingCommits: RandomAccessCollection, Sendable {
    private var records: [CommitRecord]
    /// The total size in bytes.
    private(set) var size: Int

    init(_ records: [CommitRecord] = []) {
        self.records = records
        size = records.reduce(0) { $0 + $1.bytes.count }
    }

    var startIndex: Int { 0 }

    var endIndex: Int { records.count }

    subscript(index: Int) -> CommitRecord { records[index] }

    mutating func append(_ new: [CommitRecord]) {
        records += new
        size += new.reduce(0) { $0 + $1.bytes.count }
    }

    /// Applies the commits to the items of the file at the given path. Skips commits that don't match the file.
    ///
    /// - Returns: The error of the first skipped commit, or `nil` if all commits match.
    /// - Throws: ``/LootCore/LootError`` if a commit can't be decoded.
    func apply(to items: inout ItemCollection, of path: String) throws(LootError) -> LootError? {
        var damage: LootError?
        for record in records {
            let changes = try record.commit().changes.map(\.change)
            do throws(LootError) { _ = try items.apply(changes) } catch {
                damage =
                    damage
                    ?? LootError(
                        .damaged, "Can't read all items.",
                        reason: "A change in the journal doesn't match the file. \(error.explanation)",
                        advice: "See what can be recovered.", remedy: .recover, item: error.item, place: path)
            }
        }
        return damage
    }
}
