import CCurl
import Platform

/// A request that is under way. Only the thread of its transport uses it.
final class Transfer {
    /// The transfer, as libcurl knows it.
    let easy: OpaquePointer

    private let receiver: Transport.Receiver
    private let patience: Duration
    private let sizeLimit: Int
    /// When it is given up in any case; nil for never.
    private let end: ContinuousClock.Instant?
    private var headers: OpaquePointer?
    /// What libcurl says of a failure, in its own words.
    private let words: UnsafeMutablePointer<CChar>
    private var answer = Transport.Answer(status: 0, type: "", body: [])
    private var hasBegun = false
    /// How many bytes of the body have come.
    private var count = 0
    private var sent: Int64 = 0
    /// When something came or went last.
    private var moved = ContinuousClock.now

    /// As many bytes libcurl's words have room for.
    private static let wordSize = 256

    /// Nil where the system has no means left for it.
    init?(_ request: Request, isAlone: Bool, for receiver: Transport.Receiver) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.receiver = receiver
        patience = request.patience
        sizeLimit = request.sizeLimit ?? .max
        end = request.timeLimit.map { .now + $0 }
        words = .allocate(capacity: Transfer.wordSize)
        words.initialize(repeating: 0, count: Transfer.wordSize)
        describe(request)
        ccurl_set_number(easy, CURLOPT_NOSIGNAL, 1)
        ccurl_set_number(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // A name that is still looked up holds up no end. Versions before 7.87 don't know this.
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
            // Fewer bytes than came end the transfer.
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
        // Nothing is asked for before a body is sent, and nothing is said of a body's type that was not given.
        var lines = ["Expect:"]
        if request.body != nil || request.method != "GET" {
            let body = request.body ?? []
            ccurl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, Int64(body.count))
            // An address is needed for no bytes, too: without one libcurl would ask for them. It copies them.
            _ = (body.isEmpty ? [0] : body).withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    ccurl_set_text(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
                }
            }
            if request.body == nil { lines.append("Content-Type:") }
        }
        ccurl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method)
        for header in request.headers {
            // What a server once said may come back in a header, and stays one line.
            let value = header.value.unicodeScalars.filter { $0.properties.generalCategory != .control }
            lines.append("\(header.name): \(String(String.UnicodeScalarView(value)))")
        }
        for line in lines { headers = curl_slist_append(headers, line) }
        ccurl_set_headers(easy, headers)
    }

    // MARK: What comes

    /// Takes a line before the body: the status, a header, or the empty one that ends them.
    private func receive(header line: UnsafeRawBufferPointer) {
        moved = .now
        if hasBegun { return }
        let text = String(decoding: line.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            answer = Transport.Answer(status: status ?? 0, type: "", body: [])
        } else if text.isEmpty {
            // What comes before the answer itself has a status of its own.
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

    /// Takes a piece of the body. False where the answer has become too long.
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

    /// Until when something must come or go.
    func deadline(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        let count = ccurl_sent(easy)
        if count != sent { moved = now }
        sent = count
        return min(moved + patience, end ?? moved + patience)
    }

    // MARK: The end

    /// Ends the transfer, and hands over what came if nothing went wrong.
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

    /// What a code of libcurl's means; nil for success.
    func failure(of code: CURLcode) -> Transport.Failure? {
        if code == CURLE_OK { return nil }
        let (why, isUnsent): (String, Bool) =
            switch code {
            case CURLE_COULDNT_CONNECT where ccurl_system_error(easy) == Int(SystemFailure.noNetwork.number):
                ("this machine has no network", true)
            case CURLE_COULDNT_CONNECT: ("nothing answers there", true)
            case CURLE_URL_MALFORMAT: ("its address can't be read", true)
            case CURLE_COULDNT_RESOLVE_HOST: ("there is no machine of that name", true)
            case CURLE_COULDNT_RESOLVE_PROXY: ("there is no proxy of that name", true)
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE:
                ("its certificate can't be trusted by this machine", true)
            case CURLE_SSL_CONNECT_ERROR: ("no connection by TLS comes about", true)
            case CURLE_WRITE_ERROR where count > sizeLimit: ("its answer is too long", false)
            case CURLE_OPERATION_TIMEDOUT: ("it does not answer in time", false)
            case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE,
                CURLE_HTTP2_STREAM:
                ("the connection was lost", false)
            default: ("the connection failed", false)
            }
        let said = String(cString: words)
        let underlying = said.isEmpty ? String(cString: curl_easy_strerror(code)) : said
        return Transport.Failure(why: why, isUnsent: isUnsent, underlying: underlying)
    }
}
