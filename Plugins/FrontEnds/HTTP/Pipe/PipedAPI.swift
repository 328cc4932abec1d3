import Basics
import LootAPI
import LootCore
import LootFormats
import Synchronization
import WebServer

/// The API over a pipe, for editors and other programs that start the server as a child process.
///
/// Each line is a request, such as `{"id": 1, "method": "GET", "path": "/api/items?limit=2"}`, with optional
/// `headers` and `body`. Each response is a line with the same `id`, the `status`, the `headers` and the body. A JSON
/// body is in `body`, other text is in `text`, and binary data is in `data` as Base64.
struct PipedAPI: Sendable {
    private let router: Router

    init(_ router: Router) { self.router = router }

    /// Returns the response to a line.
    func answer(to line: [UInt8]) async -> [UInt8] {
        let value = try? DocumentValue(json: line.span, strict: true)
        let id = value?["id"].map { JSON(ForeignValue($0)) } ?? JSON(.null)
        guard let value, let target = value["path"]?.word, let request = Self.request(value, target) else {
            let problem: [(String, JSON)] = [
                ("id", id), ("status", 400),
                ("body", ["detail": "A line is an object with id, method and path; the path begins with /."]),
            ]
            return JSON(problem).bytes
        }
        let response = await router.respond(to: request)
        var members: [(String, JSON)] = [
            ("id", id), ("status", JSON(response.status.code)),
            ("headers", JSON(response.headers.map { ($0.name, JSON($0.value)) })),
        ]
        guard let bytes = await response.collected() else {
            return JSON([
                ("id", id), ("status", 501), ("body", ["detail": "This answer has no end; ask a server."]),
            ])
            .bytes
        }
        if let body = try? DocumentValue(json: bytes.span, strict: true) {
            members.append(("body", JSON(ForeignValue(body))))
        } else if let text = String(validating: bytes, as: UTF8.self) {
            if !text.isEmpty { members.append(("text", JSON(text))) }
        } else {
            var data: [UInt8] = []
            Base64.append(bytes, to: &data)
            members.append(("data", JSON(String(decoding: data, as: UTF8.self))))
        }
        return JSON(members).bytes
    }

    private static func request(_ value: DocumentValue, _ target: String) -> Request? {
        guard target.hasPrefix("/") else { return nil }
        var headers = Headers()
        if case .object(let entries)? = value["headers"]?.content {
            for case let (name?, text?) in entries.map({ (Headers.Name(checking: $0.key), $0.value.word) }) {
                headers.append(name, text)
            }
        }
        var body: [UInt8] = []
        if let given = value["body"] {
            body = JSON(ForeignValue(given)).bytes
            if headers[.contentType] == nil { headers[.contentType] = "application/json" }
        } else if let text = value["text"]?.word {
            body = Array(text.utf8)
        } else if let data = value["data"]?.word {
            guard let bytes = Base64.decode(data.utf8) else { return nil }
            body = bytes
        }
        return Request(Method(value["method"]?.word ?? "GET"), target, headers: headers, body: body)
    }
}

extension DocumentValue {
    /// The text, or `nil` for other values.
    fileprivate var word: String? { if case .text(let text) = content { text } else { nil } }
}

extension Response {
    /// Returns the complete body, or `nil` for an endless stream.
    func collected() async -> [UInt8]? {
        switch body {
        case .empty: return []
        case .bytes(let bytes): return bytes
        case .stream(_, let produce):
            if isEndless { return nil }
            let collected = Mutex<[UInt8]>([])
            do { try await produce(BodyWriter { bytes in collected.withLock { $0 += bytes } }) } catch {
                return nil
            }
            return collected.withLock { $0 }
        }
    }
}
