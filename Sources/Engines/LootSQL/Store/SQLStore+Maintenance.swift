package import LootCore

extension SQLStore {
    package func check() async throws(LootError) -> CheckReport {
        let database = database
        try requireOpen()
        var report = try await readers.perform(for: database.list, repeating: false) {
            session throws(LootError) in
            var report = try session.verify()
            try session.transaction(session.dialect.beginReading) { () throws(LootError) in
                let survey = try ListSurvey(of: session)
                report.problems += survey.lost + survey.problems
                if report.problems.isEmpty {
                    report.verified.append(
                        "\(database.place) was read completely: \(survey.count, one: "item", other: "items")."
                    )
                    report.verified.append("All fields and derived columns are valid.")
                    report.verified.append("The user's order, the counts and the total are correct.")
                    report.verified.append(
                        "The history can be read: \(survey.commitCount, one: "change", other: "changes").")
                }
            }
            return report
        }
        let files = try await checkFiles()
        report.problems += files.problems
        report.verified += files.verified
        return report
    }

    /// Recomputes derived data. Unreadable items are moved to the table `damaged_items`.
    package func recover(isTrial: Bool) async throws(LootError) -> RecoveryReport {
        try requireOpen()
        let report = try await writers.perform(for: database.list, repeating: false) {
            session throws(LootError) in
            try session.transaction(session.dialect.beginWriting) { () throws(LootError) in
                let survey = try ListSurvey(of: session)
                var report = RecoveryReport()
                report.kept = survey.count
                report.lost = survey.lost
                if isTrial || (survey.lost.isEmpty && survey.problems.isEmpty) { return report }
                if try survey.repair(on: session) { report.setAside = ["table damaged_items"] }
                return report
            }
        }
        warm.forget()
        return report
    }

    /// Compacts the database after removing unneeded files.
    @discardableResult
    package func compact() async throws(LootError) -> (before: Int, after: Int) {
        try await sweepFiles()
        return try await writers.perform(for: database.list, repeating: false) { session throws(LootError) in
            try session.compact()
        }
    }
}
