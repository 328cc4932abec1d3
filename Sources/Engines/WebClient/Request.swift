/// A request to a server.
package struct Request: Sendable {
    let method: String
    let url: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]?
    let patience: Duration
    let timeLimit: Duration?
    let sizeLimit: Int?

    /// Creates a request.
    ///
    /// The request fails if no bytes are sent or received for the duration `patience`, if it takes longer than
    /// `timeLimit`, or if the response's body exceeds `sizeLimit` bytes.
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
