/// A request to a server.
package struct Request: Sendable {
    let method: String
    let url: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]?
    let patience: Duration
    let timeLimit: Duration?
    let sizeLimit: Int?

    /// A request.
    ///
    /// It is given up when nothing has come or gone for as long as `patience` says, when `timeLimit` is over, and when the
    /// answer's body has more bytes than `sizeLimit`.
    package init(
        method: String = "GET", url: String, headers: [(name: String, value: String)] = [],
        body: [UInt8]? = nil, patience: Duration, timeLimit: Duration? = nil, sizeLimit: Int? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.patience = patience
        self.timeLimit = timeLimit
        self.sizeLimit = sizeLimit
    }
}
