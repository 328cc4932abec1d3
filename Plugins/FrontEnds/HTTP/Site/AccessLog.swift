import LootCore
import WebServer

/// Lines about requests, for the person who runs the server.
struct AccessLog: Sendable {
    let clients: ClientAddress
    let write: @Sendable (String) -> Void

    /// Writes a request, or only its failure unless `isVerbose`.
    func record(_ record: AccessRecord, isVerbose: Bool) {
        // That a client goes away is its own business.
        let error = record.error is ConnectionClosed ? nil : record.error
        guard isVerbose || error != nil else { return }
        // A path may hold what moves a terminal's cursor, or opens a list; a query may hold what was searched for.
        let isLink = record.request.path.hasPrefix("/shared/")
        let path = isLink ? "/shared/…" : TextRules.visible(record.request.path)
        let microseconds =
            record.duration.components.seconds * 1_000_000
            + record.duration.components.attoseconds / 1_000_000_000_000
        var line =
            "\(Moment.now) \(clients.of(record.request)) \(TextRules.visible(record.request.method.name)) \(path) "
            + "\(record.status.code) \(record.bodyBytes) \(microseconds)us"
        if let error { line += " \(TextRules.visible("\(error)"))" }
        write(line)
    }
}
