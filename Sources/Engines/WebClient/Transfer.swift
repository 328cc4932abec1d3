import CCurl
import LootCore
import Platform

/// A request in progress. Used only on its transport's thread.
final class Transfer {
    /// The transfer's libcurl handle.
    let easy: OpaquePointer

    private let receiver: Transport.Receiver
    private let patience: Duration
    private let sizeLimit: Int
    /// The time at which the transfer fails regardless of progress, or `nil` if there is no limit.
    private let end: ContinuousClock.Instant?
    /// The header lines, or the recipient of mail.
    private var headers: OpaquePointer?
    /// The part of the mail that wasn't sent yet.
    private var mail: ArraySlice<UInt8> = []
    private let isMail: Bool
    /// A buffer for libcurl's description of an error.
    private let words: UnsafeMutablePointer<CChar>
    private var answer = Transport.Answer(status: 0, type: "", body: [])
    private var hasBegun = false
    /// The number of received bytes of the body.
    private var count = 0
    private var sent: Int64 = 0
    /// The last time at which bytes were sent or received.
    private var moved = ContinuousClock.now

    /// The size of the buffer, as required by libcurl.
    private static let wordSize = 256

    /// Creates a transfer. Returns `nil` if libcurl can't allocate a handle.
    init?(_ request: Request, isAlone: Bool, for receiver: Transport.Receiver) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.receiver = receiver
        isMail = request.envelope != nil
        patience = request.patience
        sizeLimit = request.sizeLimit ?? .max
        end = request.timeLimit.map { .now + $0 }
        words = .allocate(capacity: Transfer.wordSize)
        words.initialize(repeating: 0, count: Transfer.wordSize)
        describe(request)
        ccurl_set_number(easy, CURLOPT_NOSIGNAL, 1)
        ccurl_set_number(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // Don't wait for a pending name lookup when closing. Versions before 7.87 don't have this option.
        ccurl_set_number(easy, CURLOPT_QUICK_EXIT, 1)
        if isAlone {
            ccurl_set_number(easy, CURLOPT_FRESH_CONNECT, 1)
            ccurl_set_number(easy, CURLOPT_FORBID_REUSE, 1)
        }
        let this = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_address(easy, CURLOPT_ERRORBUFFER, words)
        ccurl_set_address(easy, CURLOPT_HEADERDATA, this)
        ccurl_set_address(easy, CURLOPT_WRITEDATA, this)
        ccurl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, _, count, this in
            Transfer.at(this)?.receive(header: UnsafeRawBufferPointer(start: bytes, count: count))
            return count
        }
        ccurl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, _, count, this in
            // Returning fewer bytes than were received cancels the transfer.
            Transfer.at(this)?.receive(UnsafeRawBufferPointer(start: bytes, count: count)) == false
                ? 0 : count
        }
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headers)
        words.deallocate()
    }

    private static func at(_ address: UnsafeMutableRawPointer?) -> Transfer? {
        address.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func describe(_ request: Request) {
        ccurl_set_text(easy, CURLOPT_URL, request.url)
        if let envelope = request.envelope { return describe(mail: request, envelope) }
        // Remove the headers `Expect` and, without a body, `Content-Type`, which libcurl would otherwise add.
        var lines = ["Expect:"]
        if request.body != nil || request.method != "GET" {
            let body = request.body ?? []
            ccurl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, Int64(body.count))
            // libcurl requires a pointer even for an empty body. Otherwise, it would read from a callback. It copies
            // the bytes.
            _ = (body.isEmpty ? [0] : body).withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    ccurl_set_text(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
                }
            }
            if request.body == nil { lines.append("Content-Type:") }
        }
        ccurl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method)
        for header in request.headers {
            // Remove control characters, since a value from another server must not add header lines.
            let value = header.value.unicodeScalars.filter { $0.properties.generalCategory != .control }
            lines.append("\(header.name): \(String(String.UnicodeScalarView(value)))")
        }
        for line in lines { headers = curl_slist_append(headers, line) }
        ccurl_set_list(easy, CURLOPT_HTTPHEADER, headers)
    }

    private func describe(mail request: Request, _ envelope: Request.Envelope) {
        mail = (request.body ?? [])[...]
        headers = curl_slist_append(nil, "<\(envelope.recipient)>")
        ccurl_set_text(easy, CURLOPT_MAIL_FROM, "<\(envelope.sender)>")
        ccurl_set_list(easy, CURLOPT_MAIL_RCPT, headers)
        // Without a password, TLS is used only if the server offers it.
        let hasPassword = request.url.contains("@")
        ccurl_set_number(easy, CURLOPT_USE_SSL, Int(hasPassword ? CURLUSESSL_ALL : CURLUSESSL_TRY))
        ccurl_set_number(easy, CURLOPT_UPLOAD, 1)
        ccurl_set_address(easy, CURLOPT_READDATA, Unmanaged.passUnretained(self).toOpaque())
        ccurl_set_receiver(easy, CURLOPT_READFUNCTION) { bytes, _, count, this in
            guard let bytes, let transfer = Transfer.at(this) else { return 0 }
            let piece = transfer.mail.prefix(count)
            UnsafeMutableRawBufferPointer(start: bytes, count: count).copyBytes(from: piece)
            transfer.mail = transfer.mail.dropFirst(piece.count)
            return piece.count
        }
    }

    // MARK: Receiving

    /// Receives a line before the body: the status line, a header field, or the final empty line.
    private func receive(header line: UnsafeRawBufferPointer) {
        moved = .now
        if hasBegun { return }
        let text = String(decoding: line.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            answer = Transport.Answer(status: status ?? 0, type: "", body: [])
        } else if text.isEmpty {
            // Interim responses (1xx) precede the final one.
            if answer.status < 200 { return }
            hasBegun = true
            if case .pieces(let continuation) = receiver {
                continuation.yield(.began(status: answer.status, type: answer.type))
            }
        } else if let colon = text.firstIndex(of: ":") {
            let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            switch text[..<colon].lowercased() {
            case "content-type":
                answer.type = value.prefix { $0 != ";" && $0 != " " }.lowercased()
            case "loot-problem": answer.problem = String(value)
            default: break
            }
        }
    }

    /// Receives a piece of the body. Returns `false` if the body exceeds the limit.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        moved = .now
        count += bytes.count
        if count > sizeLimit { return false }
        switch receiver {
        case .whole: answer.body.append(contentsOf: bytes)
        case .pieces(let continuation): continuation.yield(.bytes(Array(bytes)))
        }
        return true
    }

    /// Returns the time by which the next bytes must be sent or received.
    func deadline(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        let count = ccurl_sent(easy)
        if count != sent { moved = now }
        sent = count
        return min(moved + patience, end ?? moved + patience)
    }

    // MARK: Ending

    /// Ends the transfer and passes the result to the receiver.
    func end(in multi: OpaquePointer, with failure: Transport.Failure?) {
        curl_multi_remove_handle(multi, easy)
        if let failure { return receiver.end(with: failure) }
        switch receiver {
        case .whole(let continuation):
            answer.location = ccurl_redirection(easy).map { String(cString: $0) }
            continuation.resume(returning: .success(answer))
        case .pieces(let continuation): continuation.finish()
        }
    }

    /// Returns the failure for a libcurl code, or `nil` for success.
    func failure(of code: CURLcode) -> Transport.Failure? {
        if code == CURLE_OK { return nil }
        let (reason, isUnsent): (Message, Bool) =
            switch code {
            case CURLE_COULDNT_CONNECT where ccurl_system_error(easy) == Int(SystemFailure.noNetwork.number):
                ("This machine isn't connected to a network.", true)
            case CURLE_COULDNT_CONNECT: ("Nothing responds at this address.", true)
            case CURLE_URL_MALFORMAT: ("The address is invalid.", true)
            case CURLE_COULDNT_RESOLVE_HOST: ("There is no machine with this name.", true)
            case CURLE_COULDNT_RESOLVE_PROXY: ("There is no proxy with this name.", true)
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE:
                ("This machine doesn't trust the server's certificate.", true)
            case CURLE_SSL_CONNECT_ERROR: ("A TLS connection can't be established.", true)
            case CURLE_LOGIN_DENIED: ("The server rejected the user name or the password.", true)
            case CURLE_USE_SSL_FAILED:
                ("The server doesn't offer TLS, which is required to send a password.", true)
            case CURLE_SEND_ERROR where isMail && sent == 0,
                CURLE_WEIRD_SERVER_REPLY where isMail:
                ("The mail server rejected the message.", true)
            case CURLE_WRITE_ERROR where count > sizeLimit: ("The response is too long.", false)
            case CURLE_OPERATION_TIMEDOUT: ("The server didn't respond in time.", false)
            case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE,
                CURLE_HTTP2_STREAM:
                ("The connection was lost.", false)
            default: ("The connection failed.", false)
            }
        let details = String(cString: words)
        let underlying = details.isEmpty ? String(cString: curl_easy_strerror(code)) : details
        return Transport.Failure(reason, isUnsent: isUnsent, underlying: underlying)
    }
}
