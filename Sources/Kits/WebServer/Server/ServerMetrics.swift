/// The counts of a server's activity since it started.
package struct ServerMetrics: Sendable, Equatable {
    /// The number of accepted connections, including rejected ones.
    package var connectionsAccepted = 0
    /// The number of connections rejected because a limit was reached.
    package var connectionsRefused = 0
    /// The number of open connections.
    package var connectionsOpen = 0
    /// The number of requests that reached the router.
    package var requests = 0
    /// The number of responses by the first digit of their status, 2 to 5.
    package var responses: [Int: Int] = [:]
    /// The number of requests that violated the protocol or took too long, and were answered without a handler.
    package var protocolErrors = 0
    /// The number of requests whose handler threw an error other than ``HTTPError``, or whose streamed body was
    /// incomplete.
    package var handlerFailures = 0
    /// The number of bytes received from clients.
    package var bytesReceived = 0
    /// The number of bytes sent to clients.
    package var bytesSent = 0

    /// Returns the values in Prometheus' text format. The prefix and an underscore precede each name.
    package func prometheusText(prefix: String) -> String {
        var text = ""
        func add(_ name: String, _ type: String, _ help: String, _ values: [(labels: String, value: Int)]) {
            text += "# HELP \(prefix)_\(name) \(help)\n# TYPE \(prefix)_\(name) \(type)\n"
            for (labels, value) in values { text += "\(prefix)_\(name)\(labels) \(value)\n" }
        }
        add("connections_accepted_total", "counter", "Accepted connections.", [("", connectionsAccepted)])
        add("connections_refused_total", "counter", "Rejected connections.", [("", connectionsRefused)])
        add("connections_open", "gauge", "Open connections.", [("", connectionsOpen)])
        add("requests_total", "counter", "Requests that reached the router.", [("", requests)])
        add(
            "responses_total", "counter", "Responses by status class.",
            responses.sorted { $0.key < $1.key }.map { ("{class=\"\($0.key)xx\"}", $0.value) })
        add("protocol_errors_total", "counter", "Malformed or late requests.", [("", protocolErrors)])
        add("handler_failures_total", "counter", "Handlers that failed.", [("", handlerFailures)])
        add("received_bytes_total", "counter", "Bytes from clients.", [("", bytesReceived)])
        add("sent_bytes_total", "counter", "Bytes to clients.", [("", bytesSent)])
        return text
    }
}
