import LootCore
import LootFormats
import Platform
import Synchronization

/// Sends recorded requests to a program and compares its answers with the recorded ones.
///
/// A test uses a temporary folder, and names that contain the name of this folder. A replay replaces both with new ones,
/// so that stores are empty again.
struct Replay: Sendable {
    private struct Line {
        let connection: Int
        let exchange: Exchange
    }

    private let lines: [Line]

    /// Reads a recording, and replaces the folder of the test.
    init(_ record: String, in folder: TrialFolder) throws(LootError) {
        let bytes = try Recorder.contents(of: record, else: "Can't read the recording.")
        var lines = bytes.split(separator: 0x0A)[...]
        let recorded = lines.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard recorded.contains(TrialFolder.prefix), lines.dropFirst().allSatisfy({ Self.line($0) != nil })
        else {
            throw LootError(
                .malformed, "Can't read the recording.", reason: "It isn't a recording of messages.",
                advice: "Create one with “plugins record”.", place: TextRules.visible(path: record))
        }
        lines.removeFirst()
        let names = (TrialFolder.name(in: recorded), TrialFolder.name(in: folder.path))
        self.lines = lines.compactMap { line in
            Self.line(
                line.replacing(recorded.utf8, with: folder.path.utf8).replacing(
                    names.0.utf8, with: names.1.utf8))
        }
    }

    private static func line(_ bytes: ArraySlice<UInt8>) -> Line? {
        let digits = bytes.prefix { (0x30...0x39).contains($0) }
        guard let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
        let rest = bytes.dropFirst(digits.count)
        switch rest.first {
        case UInt8(ascii: ">"): return Line(connection: number, exchange: .request(Array(rest.dropFirst(2))))
        case UInt8(ascii: "<"): return Line(connection: number, exchange: .answer(Array(rest.dropFirst(2))))
        case UInt8(ascii: "."): return Line(connection: number, exchange: .end)
        default: return nil
        }
    }

    /// Sends all requests and waits for each answer on the current thread.
    ///
    /// - Returns: Whether all answers match the recording.
    func run(
        _ path: String, _ name: String, _ context: BridgeContext, _ tell: @Sendable (String) -> Void
    ) throws(LootError) -> Bool {
        var expected: [Int: [Int: [UInt8]]] = [:]
        for line in lines {
            if case .answer(let answer) = line.exchange, let number = Self.number(answer) {
                expected[line.connection, default: [:]][number] = answer
            }
        }
        // Like results, errors in responses are compared in the form in which they were sent.
        let received = Mutex<[UInt8]?>(nil)
        var context = context
        context.record = {
            { exchange in if case .answer(let line) = exchange { received.withLock { $0 = line } } }
        }
        var (same, different) = (0, 0)
        var connections: [Int: Connection] = [:]
        defer { for connection in connections.values { connection.kill() } }
        for line in lines {
            if line.exchange == .end { connections.removeValue(forKey: line.connection)?.kill() }
            guard case .request(let request) = line.exchange, let number = Self.number(request),
                let method = Self.method(request)
            else { continue }
            let connection: Connection
            if let open = connections[line.connection] {
                connection = open
            } else {
                connection = try context.start(path, name: name)
                connections[line.connection] = connection
            }
            received.withLock { $0 = nil }
            let answer: [UInt8]
            do throws(LootError) {
                answer = try connection.answer(toLine: request, number: number, method: method)
            } catch {
                answer = received.withLock { $0 } ?? Array("(\(error.description))".utf8)
            }
            let before = expected[line.connection]?[number]
            if let before, Self.areSame(before, answer) {
                same += 1
            } else {
                different += 1
                tell("\(method) \(number)")
                tell("  was \(Self.short(before ?? Array("(no answer)".utf8)))")
                tell("  is  \(Self.short(answer))")
            }
        }
        tell("\(same) of \(same + different) answers match the recording.")
        return different == 0
    }

    private static func areSame(_ before: [UInt8], _ now: [UInt8]) -> Bool {
        before == now || Reply.document(before)?.withoutPlaces == Reply.document(now)?.withoutPlaces
    }

    private static func number(_ line: [UInt8]) -> Int? {
        JSONMembers(of: line, in: line.indices)?["id"].flatMap {
            Int(String(decoding: line[$0], as: UTF8.self))
        }
    }

    private static func method(_ line: [UInt8]) -> String? {
        JSONMembers(of: line, in: line.indices)?["method"].flatMap { Reply.document(Array(line[$0]))?.text }
    }

    private static func short(_ line: [UInt8]) -> String {
        let text = TextRules.shown(String(decoding: line.prefix(300), as: UTF8.self))
        return line.count > 300 ? text + "…" : text
    }
}

extension DocumentValue {
    /// The value without source positions, for comparison.
    fileprivate var withoutPlaces: ForeignValue { ForeignValue(self) }
}
