import Foundation
import Testing

/// The program as it was built, in processes of its own.
enum Loot {
    /// What became of a process.
    struct Outcome {
        /// The exit status; nil if a signal ended it.
        var status: Int32?
        var output: String
        var errors: String
    }

    /// Where the program is: beside the tests, in whatever way they were started.
    static let path: String? = {
        var places = CommandLine.arguments.filter { $0.contains(".xctest") }
        places.append(CommandLine.arguments.first ?? "")
        places += Bundle.allBundles.map(\.bundlePath)
        if let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
            places.append(own)
        }
        for place in places {
            var folder = URL(fileURLWithPath: place)
            for _ in 0..<5 {
                folder.deleteLastPathComponent()
                let candidate = folder.appending(path: "loot").path(percentEncoded: false)
                var isFolder: ObjCBool = false
                if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder),
                    !isFolder.boolValue,
                    FileManager.default.isExecutableFile(atPath: candidate)
                {
                    return candidate
                }
            }
        }
        return nil
    }()

    /// Runs the program to its end.
    static func run(_ words: [String], in folder: String, as user: User = .own) async throws -> Outcome {
        try await start(words, in: folder, as: user).outcome()
    }

    /// Runs any other program to its end.
    static func system(_ words: String...) async throws -> Outcome {
        try await Running("/usr/bin/env", words, in: "/").outcome()
    }

    /// Starts the program.
    static func start(_ words: [String], in folder: String, as user: User = .own) throws -> Running {
        let path = try #require(path, "the program loot was not built beside the tests")
        switch user {
        case .own: return try Running(path, words, in: folder)
        case .nobody:
            let command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", path] + words
            return try Running("/usr/bin/env", command, in: folder)
        }
    }

    /// Whose rights a process has.
    enum User { case own, nobody }
}

/// A process that was started.
final class Running: Sendable {
    private let process: Process
    private let output = Pipe()
    private let errors = Pipe()
    private let end: AsyncStream<Void>

    init(_ program: String, _ words: [String], in folder: String) throws {
        let process = Process()
        self.process = process
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": folder]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        let (end, continuation) = AsyncStream.makeStream(of: Void.self)
        self.end = end
        process.terminationHandler = { _ in continuation.finish() }
        try process.run()
    }

    /// Ends it as the system does when it has no memory left: without a word.
    func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

    /// Waits for its end. What it writes has to fit a pipe.
    func outcome() async throws -> Loot.Outcome {
        for await _ in end {}
        let texts = try [output, errors].map { pipe in
            // Closed by hand: a process that has ended may keep its pipes, and thousands are started.
            defer { try? pipe.fileHandleForReading.close() }
            return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        }
        return Loot.Outcome(
            status: process.terminationReason == .exit ? process.terminationStatus : nil, output: texts[0],
            errors: texts[1])
    }
}

/// A folder that goes when the test is over.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "loot-faults-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    func bytes(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: self(name)).map { [UInt8]($0) }
    }
}
