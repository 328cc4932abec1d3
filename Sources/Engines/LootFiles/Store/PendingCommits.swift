import LootFormats

/// Commits that the file lacks, oldest first.
struct PendingCommits: RandomAccessCollection, Sendable {
    private var records: [CommitRecord]
    /// How many bytes they take.
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
