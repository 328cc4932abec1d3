import LootCore
import WebServer

/// The request log for the person who runs the server.
struct AccessLog: Sendable {
    let clients: ClientAddress
    let write: @Sendable (String) -> Void

    /// Logs the given request. If `isVerbose` is `false`, logs only its error, if there is one.
    func record(_ record: AccessRecord, isVerbose: Bool) {
        // A client that disconnects isn't an error.
        let error = record.error is ConnectionClosed ? nil : record.error
        guard isVerbose || error != nil else { return }
        // A path may contain control characters or the secret of a link or an invitation, and a query may contain
        // search terms.
        let whole = TextRules.visible(record.request.base + record.request.path)
        let secret = whole.firstRange(of: "/shared/") ?? whole.firstRange(of: "/join/")
        let path = secret.map { whole[..<$0.upperBound] + "…" } ?? whole[...]
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
