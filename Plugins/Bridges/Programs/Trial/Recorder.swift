import LootCore
import LootFormats
import Platform
import Synchronization

/// A line of the protocol, or the end of a connection.
enum Exchange: Equatable, Sendable {
    case request([UInt8])
    case answer([UInt8])
    case end
}

/// Records the messages of a test in a file.
///
/// The first line is the folder of the test. Each further line begins with the number of a connection: `3> ` precedes a
/// request from the host, `3< ` an answer from the program, and `3.` is the end of the connection.
final class Recorder: Sendable {
    private let file: Mutex<Int32?>
    private let connections = Atomic(0)

    /// Creates or replaces a recording of a test in a folder.
    init(_ path: String, of folder: TrialFolder) throws(LootError) {
        do throws(SystemFailure) {
            let opened = try Files.open(path, [.write, .create])
            try Files.truncate(opened, to: 0)
            file = Mutex(opened)
        } catch {
            throw LootError(
                .cannotCreate, "Can't record the messages.", reason: "\(error.reason).",
                place: TextRules.visible(path: path))
        }
        write(Array(folder.path.utf8))
    }

    /// Returns a function that records the messages of a new connection.
    func connection() -> @Sendable (Exchange) -> Void {
        let number = connections.add(1, ordering: .relaxed).newValue
        return { [self] exchange in
            switch exchange {
            case .request(let line): write(Array("\(number)> ".utf8) + line)
            case .answer(let line): write(Array("\(number)< ".utf8) + line)
            case .end: write(Array("\(number).".utf8))
            }
        }
    }

    private func write(_ line: [UInt8]) {
        file.withLock { file in if let file { try? Files.write(line + [0x0A], to: file) } }
    }

    func close() {
        file.withLock { open in
            if let open { Files.close(open) }
            open = nil
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
