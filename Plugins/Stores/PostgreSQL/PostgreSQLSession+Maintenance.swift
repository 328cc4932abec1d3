import LootCore
import LootSQL

extension PostgreSQLSession {
    func verify() throws(LootError) -> CheckReport {
        var report = CheckReport()
        let version = try texts("SHOW server_version").first ?? "unknown"
        report.verified.append("\(place) is reachable: server version \(version).")
        return report
    }

    private static let tables = ["items", "places", "commits", "photos"]

    func compact() throws(LootError) -> (before: Int, after: Int) {
        guard features.contains(.vacuum) else { return (size, size) }
        let before = size
        for table in Self.tables { try run("VACUUM ANALYZE \(name: table)") }
        return (before, size)
    }

    private var size: Int {
        Self.tables.reduce(0) { sum, table in
            // Compatible servers may lack this function.
            let sizes = try? texts("SELECT pg_total_relation_size(\(.text(table)))")
            return sum + (sizes?.first.flatMap { Int($0) } ?? 0)
        }
    }
}
