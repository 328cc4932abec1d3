import Foundation
import LootCore
import LootSQL
import Synchronization
import Testing

@testable import PostgreSQLStorePlugin

/// A PostgreSQL server for tests, in a temporary folder with a socket. It always ends with the process that
/// started it, because it runs only while a pipe from that process is open.
final class PostgreSQLServer: Sendable {
    let folder: String
    private let words: [String]
    private let running = Mutex<(process: Process, input: Pipe)?>(nil)

    /// The folder of the server's programs in Debian and other systems.
    static let programs: String? = {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let folders = versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending }
            .map { "\(root)/\($0)/bin" }
        return (folders + ["/usr/bin", "/usr/local/bin"]).first {
            FileManager.default.isExecutableFile(atPath: "\($0)/initdb")
        }
    }()

    static let isInstalled = programs != nil

    /// The server for all tests that don't damage it. It ends before the temporary folder with its files is deleted.
    static let shared: Result<PostgreSQLServer, any Error> = Result {
        let server = try PostgreSQLServer()
        atexit { try? PostgreSQLServer.shared.get().stop() }
        return server
    }

    /// The server refuses to run as root.
    private static let user = geteuid() == 0 ? ["runuser", "-u", "postgres", "--"] : []

    /// Starts a new server, or a standby of another one. If a password is given, the user `loot` needs it.
    init(password: String? = nil, standbyOf primary: PostgreSQLServer? = nil) throws {
        // The path of a socket must be short.
        folder = FileManager.default.temporaryDirectory.appending(path: "pg-\(UUID().uuidString.prefix(8))")
            .path()
        let programs = try #require(Self.programs)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let passwordFile = "\(folder)/password"
        try Data((password ?? "none").utf8).write(to: URL(filePath: passwordFile))
        if !Self.user.isEmpty { try Self.run(["chown", "-R", "postgres", folder]) }
        let data = "\(folder)/data"
        if let primary {
            try Self.run(
                Self.user + [
                    "\(programs)/pg_basebackup", "-D", data, "-d", "host=\(primary.folder) user=loot", "-R",
                    "--checkpoint=fast", "--no-sync",
                ])
        } else {
            try Self.run(
                Self.user + [
                    "\(programs)/initdb", "-D", data, "-U", "loot", "-A",
                    password == nil ? "trust" : "scram-sha-256",
                    "--pwfile", passwordFile, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync",
                ])
        }
        let settings = [
            "fsync=off", "max_connections=600", "listen_addresses=", "unix_socket_directories=\(folder)",
            "log_min_messages=fatal",
        ]
        let server = ["\(programs)/postgres", "-D", data] + settings.flatMap { ["-c", "'\($0)'"] }
        // A shell monitors the pipe in the background, and is replaced by the server.
        let script = """
            exec 3<&0; (read line <&3; kill -INT $$) & \
            exec \(server.joined(separator: " ")) </dev/null 3<&-
            """
        words = Self.user + ["sh", "-c", script]
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Starts the server and waits until it listens.
    func start() throws {
        let (process, input) = (Process(), Pipe())
        // Without this flag, the server would inherit the other end of the pipe and keep it open.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: "/tmp")
        process.standardInput = input
        process.standardError = FileHandle.nullDevice
        try process.run()
        running.withLock { $0 = (process, input) }
        // The log doesn't say when the server is ready, but its lock file does.
        for _ in 0..<3000 {
            let lock = try? String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
            if lock?.contains("ready") == true { return }
            Thread.sleep(forTimeInterval: 0.1)
        }
        throw LootError(.unavailable, "Can't start the server.", reason: "It doesn't respond.")
    }

    /// Stops the server and waits until it has ended.
    func stop() {
        guard let (process, input) = running.withLock({ $0.take() }) else { return }
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Returns the address of a schema. `parameters` are added to it.
    func address(schema: String = "public", _ parameters: String = "") -> String {
        "postgresql://loot@/postgres?host=\(folder)&options=-csearch_path%3D\(schema)\(parameters)"
    }

    /// Opens a separate connection. It must be read-only if the server is a standby.
    func session(isReadOnly: Bool = false) throws -> any SQLSession {
        var options = PostgreSQLOptions()
        options.isReadOnly = isReadOnly
        return try PostgreSQLDatabase(address: address(), options: options).connections.connect(.reading)
    }

    /// Opens a store in a schema, which is created if necessary.
    func store(
        _ schema: String, options: PostgreSQLOptions = PostgreSQLOptions(), _ parameters: String = ""
    ) async throws -> some MaintainableStore {
        let session = try session()
        defer { session.close() }
        try session.run("CREATE SCHEMA IF NOT EXISTS \(name: schema)")
        return try await PostgreSQLStore.open(address(schema: schema, parameters), options: options)
    }

    private static func run(_ words: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: "/tmp")
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(words) failed")
    }
}
