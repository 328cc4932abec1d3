import Synchronization
import WebServer

/// A web server that receives messages at `/NAME`, and rejects the first ones of a name.
final class Inbox: Sendable {
    struct Mail: Sendable {
        let name: String
        let headers: Headers
        let text: String
    }

    private let accepted = Mutex<[Mail]>([])
    private let attempts = Mutex<[String: Int]>([:])
    private let refusals: [String: Int]

    init(refusing refusals: [String: Int] = [:]) { self.refusals = refusals }

    var all: [Mail] { accepted.withLock { $0 } }
    func attempts(_ name: String) -> Int { attempts.withLock { $0[name] ?? 0 } }
    func texts(_ name: String) -> [String] { all.filter { $0.name == name }.map(\.text) }

    func start() throws -> Server {
        var router = Router()
        for name in ["one", "two", "three"] {
            router.on(.post, "/\(name)") { request in
                let text = String(decoding: try await request.body.bytes(), as: UTF8.self)
                let count = self.attempts.withLock { attempts in
                    attempts[name, default: 0] += 1
                    return attempts[name] ?? 0
                }
                if count <= self.refusals[name] ?? 0 { return Response(.serviceUnavailable) }
                self.accepted.withLock { $0.append(Mail(name: name, headers: request.headers, text: text)) }
                return Response(.noContent)
            }
        }
        return try Server(ServerConfiguration(), router: router)
    }
}
