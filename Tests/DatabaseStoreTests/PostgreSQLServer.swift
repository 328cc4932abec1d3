import Foundation
import LootCore
import LootSQL
import Synchronization
import Testing

@testable import PostgreSQLStorePlugin

/// A PostgreSQL server of the tests' own, in a temporary folder and behind a socket there. It ends with the
/// process that started it, however that ends: it stays only as long as a pipe from there is open.
final class PostgreSQLServer: Sendable {
    let folder: String
    private let words: [String]
    private let running = Mutex<(process: Process, input: Pipe)?>(nil)

    /// Where Debian, and others, put the server's programs.
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

    /// One for all tests that do no harm to it. It ends before the temporary folder goes, in which its files are.
    static let shared: Result<PostgreSQLServer, any Error> = Result {
        let server = try PostgreSQLServer()
        atexit { try? PostgreSQLServer.shared.get().stop() }
        return server
    }

    /// The server doesn't run as root.
    private static let user = geteuid() == 0 ? ["runuser", "-u", "postgres", "--"] : []

    /// A new server that runs. With a password, it asks its user `loot` for that.
    init(password: String? = nil) throws {
        // The path of a socket may not be long.
        folder = FileManager.default.temporaryDirectory.appending(path: "pg-\(UUID().uuidString.prefix(8))")
            .path()
        let programs = try #require(Self.programs)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let passwordFile = "\(folder)/password"
        try Data((password ?? "none").utf8).write(to: URL(filePath: passwordFile))
        if !Self.user.isEmpty { try Self.run(["chown", "-R", "postgres", folder]) }
        let data = "\(folder)/data"
        try Self.run(
            Self.user + [
                "\(programs)/initdb", "-D", data, "-U", "loot", "-A",
                password == nil ? "trust" : "scram-sha-256",
                "--pwfile", passwordFile, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync",
            ])
        let settings = [
            "fsync=off", "max_connections=600", "listen_addresses=", "unix_socket_directories=\(folder)",
            "log_min_messages=fatal",
        ]
        let server = ["\(programs)/postgres", "-D", data] + settings.flatMap { ["-c", "'\($0)'"] }
        // A shell watches the pipe in the background, and becomes the server.
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
        // The server's own copy of the pipe's other end would keep it open.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: "/tmp")
        process.standardInput = input
        process.standardError = FileHandle.nullDevice
        try process.run()
        running.withLock { $0 = (process, input) }
        // Of the line that says so there is none in the log; its lock file tells when it is ready.
        for _ in 0..<3000 {
            let lock = try? String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
            if lock?.contains("ready") == true { return }
            Thread.sleep(forTimeInterval: 0.1)
        }
        throw LootError(.unavailable, "can't start the server", because: "it does not answer")
    }

    /// Ends the server, and waits for that.
    func stop() {
        guard let (process, input) = running.withLock({ $0.take() }) else { return }
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// An address of a schema of this name.
    func address(schema: String = "public") -> String {
        "postgresql://loot@/postgres?host=\(folder)&options=-csearch_path%3D\(schema)"
    }

    /// A connection beside all stores.
    func session() throws -> any SQLSession {
        try PostgreSQLDatabase(address: address(), options: PostgreSQLOptions()).connect(for: .reading)
    }

    /// A store in a schema of this name, made if need be. With a version, the server says to be that one.
    func store(
        _ schema: String, options: PostgreSQLOptions = PostgreSQLOptions(), under version: String? = nil
    ) async throws -> some MaintainableStore {
        let session = try session()
        defer { session.close() }
        try session.run("CREATE SCHEMA IF NOT EXISTS \(name: schema)")
        guard let version else {
            return try await PostgreSQLStore.open(address(schema: schema), options: options)
        }
        try session.run(
            """
            CREATE OR REPLACE FUNCTION \(name: schema).version() RETURNS text LANGUAGE sql \
            AS \(SQL(text: "'SELECT ''\(version)''::text'"))
            """)
        return try await PostgreSQLStore.open(
            address(schema: "\(schema),pg_catalog"), options: options)
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
