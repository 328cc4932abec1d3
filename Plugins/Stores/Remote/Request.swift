/// A request to a server.
struct Request: Sendable {
    let method: String
    let url: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]?
    /// For how long nothing may come or go before it is given up.
    let patience: Duration
}
