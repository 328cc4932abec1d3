/// Encodes the head of a response. Only this type writes the fields that frame a message.
enum ResponseEncoder {
    /// The way in which the end of the body is marked.
    enum Framing {
        /// The response has neither a body nor a length (204, 304).
        case none
        case length(Int)
        case chunked
        /// The body ends when the connection closes (HTTP/1.0).
        case close

        /// Returns the framing of a response for a client's version of HTTP.
        init(of response: Response, for version: RequestHead.Version) {
            switch response.body.length {
            case _ where response.status.forbidsBody: self = .none
            case let length?: self = .length(length)
            case nil: self = version == .http11 ? .chunked : .close
            }
        }
    }

    /// Whether the connection persists, which determines the `Connection` field.
    enum Persistence {
        case usual
        case close
        /// The connection persists, and HTTP/1.0 clients require a field that says so.
        case keepAlive
    }

    static func encodeHead(
        _ response: Response, _ framing: Framing, _ persistence: Persistence, date: [UInt8],
        into output: inout [UInt8]
    ) {
        switch response.status.code {
        case 200: output.append(contentsOf: "HTTP/1.1 200 OK\r\n".utf8)
        default: output.append(contentsOf: "HTTP/1.1 \(response.status)\r\n".utf8)
        }
        output.append(contentsOf: date)
        let headers = response.headers
        if headers.isInLines, !headers.fields.contains(where: { isFraming(headers, $0) }) {
            output.append(contentsOf: headers.bytes)
        } else {
            for field in headers.fields where !isFraming(headers, field) {
                output.append(contentsOf: headers.bytes[field.name])
                output.append(contentsOf: ": ".utf8)
                output.append(contentsOf: headers.bytes[field.value])
                output.append(contentsOf: "\r\n".utf8)
            }
        }
        switch framing {
        case .none, .close: break
        case .length(let length):
            output.append(contentsOf: "Content-Length: ".utf8)
            appendDecimal(length, to: &output)
            output.append(contentsOf: "\r\n".utf8)
        case .chunked: output.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8)
        }
        switch persistence {
        case .usual: break
        case .close: output.append(contentsOf: "Connection: close\r\n".utf8)
        case .keepAlive: output.append(contentsOf: "Connection: keep-alive\r\n".utf8)
        }
        output.append(contentsOf: "\r\n".utf8)
    }

    static func dateLine(secondsSince1970: Int) -> [UInt8] {
        Array("Date: \(HTTPDate.text(secondsSince1970: secondsSince1970))\r\n".utf8)
    }

    /// Appends the line that precedes a chunk.
    static func appendChunkSize(_ size: Int, to output: inout [UInt8]) {
        var shift = (Int.bitWidth - size.leadingZeroBitCount - 1) / 4 * 4
        while shift >= 0 {
            let digit = UInt8(truncatingIfNeeded: size >> shift & 0xF)
            output.append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10)
            shift -= 4
        }
        output.append(contentsOf: "\r\n".utf8)
    }

    private static func appendDecimal(_ number: Int, to output: inout [UInt8]) {
        guard number >= 10 else {
            output.append(0x30 + UInt8(truncatingIfNeeded: number))
            return
        }
        appendDecimal(number / 10, to: &output)
        output.append(0x30 + UInt8(truncatingIfNeeded: number % 10))
    }

    /// Returns whether a field belongs to the connection rather than to the response.
    private static func isFraming(_ headers: Headers, _ field: Headers.Field) -> Bool {
        let name: StaticString
        switch field.nameCount {
        case 4: name = "date"
        case 10: name = "connection"
        case 14: name = "content-length"
        case 17: name = "transfer-encoding"
        default: return false
        }
        return name.withUTF8Buffer { text in
            headers.bytes[field.name].elementsEqual(text) { $0.lowercased == $1 }
        }
    }
}
