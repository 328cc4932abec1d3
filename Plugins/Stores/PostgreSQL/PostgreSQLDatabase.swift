import CPostgreSQL
import LootCore
import LootPlugins
import LootSQL
import Platform
import Synchronization

/// A list in a PostgreSQL database.
struct PostgreSQLDatabase: SQLDatabase {
    let connections: SQLConnections
    /// The address without the password.
    let place: String
    /// The search path, whose first schema contains the tables, or an empty string for that of a new connection.
    let list: String
    private let options: PostgreSQLOptions

    private static let library = SystemLibrary("libpq", atLeast: "14", package: "libpq5") {
        cpostgresql_open($0, $1)
    }

    /// The properties of connections that stores share.
    private struct Key: Hashable {
        let parameters: [String: String]
        let options: PostgreSQLOptions
    }

    /// The connections to each database that this process has used.
    private static let connections = Mutex<[Key: SQLConnections]>([:])

    init(address: String, options: PostgreSQLOptions) throws(LootError) {
        try PostgreSQLDatabase.library.open()
        self.options = options
        var parameters = try Self.parameters(address, options)
        list = Self.removeSearchPath(from: &parameters)
        let place = Self.place(of: parameters)
        self.place = place
        var replicas = options.replicas.isEmpty ? nil : try Self.parameters(options.replicas, options)
        replicas?["target_session_attrs"] = "any"
        // The remaining options may contain the search path. With others, a replica could read another list.
        replicas?["options"] = parameters["options"]
        let key = Key(parameters: parameters, options: options)
        connections = Self.connections.withLock { all in
            if let known = all[key] { return known }
            let new = SQLConnections(
                to: place, readers: options.connections, writers: options.connections,
                hasReplicas: replicas != nil, patience: max(options.patience, .seconds(1))
            ) { [parameters, replicas] use throws(LootError) in
                let server = use == .readingReplica ? replicas ?? parameters : parameters
                return try Self.connect(server, to: Self.place(of: server), for: use, options)
            }
            all[key] = new
            return new
        }
    }

    /// Returns the connection parameters for libpq.
    private static func parameters(
        _ address: String, _ options: PostgreSQLOptions
    ) throws(LootError) -> [String: String] {
        guard let parsed = ConnectionParameters.parse(address) else {
            // The invalid part may be the password, so the error doesn't quote it.
            throw LootError(
                .configuration, "Can't open the store.",
                reason: "libpq can't parse the address.",
                advice: "Use an address like postgresql://USER@HOST/DATABASE.")
        }
        var parameters = [
            "application_name": "loot", "connect_timeout": "10", "keepalives_idle": "10",
            "keepalives_interval": "5", "keepalives_count": "3", "tcp_user_timeout": "20000",
            "target_session_attrs": options.isReadOnly ? "any" : "read-write",
        ]
        parameters.merge(parsed) { $1 }
        parameters["client_encoding"] = "UTF8"
        if let password = options.password { parameters["password"] = password }
        return parameters
    }

    /// Removes a search path that is the only server option, so that lists in several schemas share connections.
    private static func removeSearchPath(from parameters: inout [String: String]) -> String {
        guard let option = parameters["options"],
            let path = ["-csearch_path=", "-c search_path="].lazy.compactMap({ prefix in
                option.hasPrefix(prefix) ? String(option.dropFirst(prefix.count)) : nil
            }).first,
            !path.isEmpty, !path.contains(where: { " \\".contains($0) })
        else { return "" }
        parameters["options"] = nil
        return path
    }

    /// Returns the hosts and the database without the password.
    private static func place(of parameters: [String: String]) -> String {
        let hosts = (parameters["host"] ?? parameters["hostaddr"] ?? "").split(separator: ",")
        let ports = (parameters["port"] ?? "").split(separator: ",")
        let named = hosts.enumerated().map { index, host in
            let port = ports.indices.contains(index) ? ports[index] : ports.last
            return port.map { "\(host):\($0)" } ?? String(host)
        }
        return "postgresql://\(named.joined(separator: ","))/\(parameters["dbname"] ?? "")"
    }

    /// Whether the store rejects changes.
    var isReadOnly: Bool { options.isReadOnly }

    private static func connect(
        _ parameters: [String: String], to place: String, for use: SQLUse, _ options: PostgreSQLOptions
    ) throws(LootError) -> PostgreSQLSession {
        let session = try PostgreSQLSession(parameters, place: place, options: options)
        if use == .writing {
            // Without these settings, the lock of a writer whose machine disappeared would be held for
            // hours. Not all servers support them.
            for setting: SQL in [
                "idle_in_transaction_session_timeout = 20000", "tcp_keepalives_idle = 10",
                "tcp_keepalives_interval = 5", "tcp_keepalives_count = 3",
            ] {
                _ = try? session.run("SET \(setting)")
            }
        }
        return session
    }

    func prepare(_ session: any SQLSession) throws(LootError) {
        try requireByteOrder(session)
        for attempt in 1... {
            do throws(LootError) {
                return try session.prepare(
                    tables: """
                        SELECT table_name FROM information_schema.tables \
                        WHERE table_schema = current_schema()
                        """,
                    columns: { table in
                        """
                        SELECT column_name FROM information_schema.columns \
                        WHERE table_schema = current_schema() AND table_name = \(.text(table))
                        """
                    }, isReadOnly: isReadOnly, place: place)
            } catch {
                // Another process was creating the tables at the same time.
                guard error.code == .transactionMet, attempt < 10 else { throw error }
                Threads.pause(milliseconds: UInt32(attempt) * 100)
            }
        }
    }

    /// Throws if columns have no collation, and the default order of texts isn't that of their bytes.
    private func requireByteOrder(_ session: any SQLSession) throws(LootError) {
        guard let session = session as? PostgreSQLSession, !session.features.contains(.collations) else {
            return
        }
        let isByteOrder =
            try session.texts("SELECT 'B'::TEXT < 'a'::TEXT AND 'z'::TEXT < 'é'::TEXT").first == "t"
        if isByteOrder { return }
        throw LootError(
            .configuration, "Can't open the store.", reason: "\(place) doesn't order texts by their bytes.",
            advice: "Create the database with the locale C.", place: place)
    }
}
