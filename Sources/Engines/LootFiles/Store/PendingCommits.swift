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
}
