import LootCore
import LootFormats
import Platform
import Synchronization

/// Records the lines of the protocol in a file. `> ` precedes a request from the host, and `< ` an answer from the
/// program.
final class Recorder: Sendable {
    private let file: Mutex<Int32?>

    /// Creates or replaces a recording.
    init(_ path: String) throws(LootError) {
        do throws(SystemFailure) {
            let opened = try Files.open(path, [.write, .create])
            try Files.truncate(opened, to: 0)
            file = Mutex(opened)
        } catch {
            throw LootError(
                .cannotCreate, "Can't record the messages.", reason: "\(error.reason).",
                place: TextRules.visible(path: path))
        }
    }

    func note(isTheirs: Bool, _ line: [UInt8]) {
        file.withLock { file in
            if let file { try? Files.write(Array((isTheirs ? "< " : "> ").utf8) + line + [0x0A], to: file) }
        }
    }

    func close() {
        file.withLock { open in
            if let open { Files.close(open) }
            open = nil
        }
    }

    /// Reads a recording.
    static func lines(of path: String) throws(LootError) -> [(isTheirs: Bool, line: [UInt8])] {
        try contents(of: path, else: "Can't read the recording.").split(separator: 0x0A).compactMap { line in
            guard line.count > 2 else { return nil }
            return (line.first == UInt8(ascii: "<"), Array(line.dropFirst(2)))
        }
    }

    /// Returns the content of a file, or throws an error with the given failure.
    static func contents(of path: String, else failure: Message) throws(LootError) -> [UInt8] {
        do throws(SystemFailure) {
            let file = try Files.open(path, [.read])
            defer { Files.close(file) }
            var bytes: [UInt8] = []
            while case let piece = try Files.read(file, atMost: 1 << 20), !piece.isEmpty { bytes += piece }
            return bytes
        } catch {
            throw LootError(
                .noSuchFile, failure, reason: "\(error.reason).", place: TextRules.visible(path: path))
        }
    }
}

/// Replays recorded requests. Each request with number 1 restarts the program, because the numbers of a connection
/// start at 1.
struct Replay: Sendable {
    private let lines: [(isTheirs: Bool, line: [UInt8])]

    init(_ lines: [(isTheirs: Bool, line: [UInt8])]) { self.lines = lines }

    /// Sends all requests and waits for each answer on the current thread.
    ///
    /// - Returns: Whether all answers match the recording.
    func run(
        _ path: String, _ name: String, _ context: BridgeContext, _ tell: @Sendable (String) -> Void
    ) throws(LootError) -> Bool {
        var answers: [Int: [[UInt8]]] = [:]
        for (isTheirs, line) in lines where isTheirs {
            if let number = Self.number(line) { answers[number, default: []].append(line) }
        }
        // Errors in answers are compared as they were sent, like results.
        let heard = Mutex<[Int: [UInt8]]>([:])
        var context = context
        context.record = { isTheirs, line in
            if isTheirs, let number = Self.number(line) { heard.withLock { $0[number] = line } }
        }
        var (same, different) = (0, 0)
        var connection: Connection?
        for (isTheirs, line) in lines where !isTheirs {
            guard let number = Self.number(line), let method = Self.method(line) else { continue }
            if number == 1 {
                connection?.kill()
                connection = try context.start(path, name: name)
            }
            guard let connection else { continue }
            let before = answers[number]?.first
            if before != nil { answers[number]?.removeFirst() }
            let now: [UInt8]
            do throws(LootError) {
                now = try connection.answer(toLine: line, number: number, method: method)
            } catch {
                now = heard.withLock { $0[number] } ?? Array("(\(error.description))".utf8)
            }
            heard.withLock { $0 = [:] }
            if let before, Self.areSame(before, now) {
                same += 1
            } else {
                different += 1
                tell("\(method) \(number)")
                tell("  was \(Self.short(before ?? Array("(no answer)".utf8)))")
                tell("  is  \(Self.short(now))")
            }
        }
        connection?.kill()
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
