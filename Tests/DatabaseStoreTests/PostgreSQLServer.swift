#if PostgreSQL
    import Foundation
    import LootCore
    import LootSQL
    import Testing

    @testable import PostgreSQLStore

    /// A PostgreSQL server of the tests' own, in a temporary folder and behind a socket there. It ends with whoever
    /// started it, however that ends: it stays only as long as a pipe from there is open.
    final class PostgreSQLServer: Sendable {
        let folder: String
        private let input: Pipe
        private let process: Process

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

        /// One for all tests that do no harm to it.
        static let shared = Result { try PostgreSQLServer() }

        init(_ settings: [String] = []) throws {
            folder = "/tmp/loot-pg-\(UUID().uuidString.prefix(8))"
            let programs = try #require(Self.programs)
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let isRoot = geteuid() == 0
            if isRoot { try Self.run("/usr/bin/env", ["chown", "postgres", folder]) }
            // The server doesn't run as root.
            let user = isRoot ? ["runuser", "-u", "postgres", "--"] : []
            let data = "\(folder)/data"
            try Self.run(
                "/usr/bin/env",
                user + [
                    "\(programs)/initdb", "-D", data, "-U", "loot", "-A", "trust", "-E", "UTF8",
                    "--locale=C.UTF-8",
                    "--no-sync",
                ])
            let options =
                [
                    "fsync=off", "max_connections=600", "listen_addresses=",
                    "unix_socket_directories=\(folder)",
                    "log_min_messages=fatal",
                ] + settings
            let server = (["\(programs)/postgres", "-D", data] + options.flatMap { ["-c", "'\($0)'"] })
            // A shell watches the pipe in the background, and becomes the server.
            let script = """
                exec 3<&0; (read line <&3; kill -INT $$) & \
                exec \(server.joined(separator: " ")) </dev/null 3<&-
                """
            input = Pipe()
            // The server's own copy of the pipe's other end would keep it open.
            _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
            process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = user + ["sh", "-c", script]
            process.standardInput = input
            process.standardError = FileHandle.nullDevice
            try process.run()
            for _ in 0..<1200 {
                if (try? session()) != nil { return }
                Thread.sleep(forTimeInterval: 0.1)
            }
            throw LootError(.unavailable, "can't start the server", because: "it does not answer")
        }

        /// Ends the server and waits for that.
        func stop() {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }

        /// An address of a schema of this name.
        func address(schema: String = "public") -> String {
            "postgresql://loot@/postgres?host=\(folder)&options=-csearch_path%3D\(schema)"
        }

        /// A connection beside all stores.
        func session() throws -> PostgreSQLSession {
            try PostgreSQLDatabase(address: address(), options: PostgreSQLOptions()).connect(for: .reading)
        }

        /// A store in a schema of this name, made if need be.
        func store(
            _ schema: String, options: PostgreSQLOptions = PostgreSQLOptions()
        ) async throws -> SQLStore<PostgreSQLDatabase> {
            let session = try session()
            try session.run("CREATE SCHEMA IF NOT EXISTS \(name: schema)")
            session.close()
            return try await PostgreSQLStore.open(address(schema: schema), options: options)
        }

        private static func run(_ program: String, _ arguments: [String]) throws {
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = arguments
            process.currentDirectoryURL = URL(filePath: "/tmp")
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "\(arguments) failed")
        }
    }
#endif
