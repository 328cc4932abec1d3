/// A request to a web server, or a message for a mail server.
package struct Request: Sendable {
    let method: String
    let url: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]?
    let patience: Duration
    let timeLimit: Duration?
    let sizeLimit: Int?
    /// The sender and the recipient, or `nil` if this isn't mail.
    let envelope: Envelope?

    struct Envelope: Sendable {
        let sender: String
        let recipient: String
    }

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
        envelope = nil
    }

    /// Creates a request that sends a message (RFC 5322) through the mail server at a URL such as
    /// `smtp://user:password@smtp.example.org:587` or `smtps://smtp.example.org`. A password is only sent over TLS.
    package init(
        mail message: [UInt8], from sender: String, to recipient: String, server url: String,
        patience: Duration, timeLimit: Duration
    ) {
        method = ""
        self.url = url
        headers = []
        body = message
        self.patience = patience
        self.timeLimit = timeLimit
        sizeLimit = nil
        envelope = Envelope(sender: sender, recipient: recipient)
    }
}
