@testable import WebServer

/// The result of parsing an input, in a comparable form.
enum Parsed: Equatable, CustomStringConvertible {
    case head(String)
    case body(String)
    case end
    case failure(Int)

    var description: String {
        switch self {
        case .head(let line): "head \(line)"
        case .body(let text): "body of \(text.utf8.count) bytes \(text.prefix(20))"
        case .end: "end"
        case .failure(let status): "failure \(status)"
        }
    }
}

/// Parses the chunks in order, and reads each part as soon as it is available.
func parse(_ pieces: [ArraySlice<UInt8>], limits: Limits = Limits()) -> [Parsed] {
    var parser = RequestParser(limits: limits)
    var parsed: [Parsed] = []
    for piece in pieces {
        piece.withUnsafeBytes { parser.feed($0) }
        while let part = parser.next() {
            switch part {
            case .head(let head): parsed.append(.head("\(head.method.name) \(head.text(head.target))"))
            case .body(let bytes):
                let text = String(decoding: bytes, as: UTF8.self)
                if case .body(let before) = parsed.last {
                    parsed[parsed.count - 1] = .body(before + text)
                } else {
                    parsed.append(.body(text))
                }
            case .end: parsed.append(.end)
            case .failure(let error): parsed.append(.failure(error.status.code))
            }
        }
    }
    return parsed
}

func parse(_ text: String, limits: Limits = Limits()) -> [Parsed] {
    parse([Array(text.utf8)[...]], limits: limits)
}

/// Parses a string that must contain one head.
func head(_ text: String) throws -> RequestHead {
    var parser = RequestParser(limits: Limits())
    Array(text.utf8).withUnsafeBytes { parser.feed($0) }
    guard case .head(let head) = parser.next() else { throw NoHead(text: text) }
    return head
}

struct NoHead: Error {
    let text: String
}
