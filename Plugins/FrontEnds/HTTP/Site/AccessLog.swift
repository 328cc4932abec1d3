import LootCore
import WebServer

/// Lines about requests, for the person who runs the server.
struct AccessLog: Sendable {
    let trustedProxies: [String]
    let write: @Sendable (String) -> Void

    /// Writes a request, or only its failure unless `isVerbose`.
    func record(_ record: AccessRecord, isVerbose: Bool) {
        // That a client goes away is its own business.
        let error = record.error is ConnectionClosed ? nil : record.error
        guard isVerbose || error != nil else { return }
        // A path may hold what moves a terminal's cursor; a query may hold what was searched for.
        let path = TextRules.visible(record.request.path)
        let microseconds =
            record.duration.components.seconds * 1_000_000
            + record.duration.components.attoseconds / 1_000_000_000_000
        var line =
            "\(Moment.now) \(client(of: record.request)) \(TextRules.visible(record.request.method.name)) \(path) "
            + "\(record.status.code) \(record.bodyBytes) \(microseconds)us"
        if let error { line += " \(TextRules.visible("\(error)"))" }
        write(line)
    }

    /// Who asks: the last address that a trusted proxy has seen.
    private func client(of request: Request) -> String {
        var client = request.peer.host
        let forwarded = request.headers.values(of: "X-Forwarded-For").joined(separator: ",")
        for address in forwarded.split(separator: ",").reversed() {
            guard trustedProxies.contains(client) else { break }
            client = TextRules.visible(String(address.filter { $0 != " " }))
        }
        return client
    }
}
