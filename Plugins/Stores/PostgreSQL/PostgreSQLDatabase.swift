import CPostgreSQL
import LootCore
import LootPlugins
import LootSQL
import Platform

/// A PostgreSQL database and its connection parameters.
struct PostgreSQLDatabase: SQLDatabase {
    /// The address without the password.
    let place: String
    let options: PostgreSQLOptions

    /// The connection parameters for libpq. Later ones override earlier ones.
    private let parameters: [(keyword: String, value: String)]

    private static let library = SystemLibrary("libpq", atLeast: "14", package: "libpq5") {
        cpostgresql_open($0, $1)
    }

    init(address: String, options: PostgreSQLOptions) throws(LootError) {
        try PostgreSQLDatabase.library.open()
        self.options = options
        guard let place = PostgreSQLDatabase.place(of: address) else {
            // The invalid part may be the password, so the error doesn't quote it.
            throw LootError(
                .configuration, "Can't open the store.",
                reason: "libpq can't parse the address.",
                advice: "Use an address like postgresql://USER@HOST/DATABASE.")
        }
        self.place = place
        var parameters = [
            ("application_name", "loot"), ("connect_timeout", "10"), ("keepalives_idle", "10"),
            ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "20000"),
            ("target_session_attrs", options.isReadOnly ? "any" : "read-write"), ("dbname", address),
            ("client_encoding", "UTF8"),
        ]
        if let password = options.password { parameters.append(("password", password)) }
        self.parameters = parameters
    }

    /// Returns the hosts and the database of an address without the password, or `nil` if the address is invalid.
    private static func place(of address: String) -> String? {
        guard let options = PQconninfoParse(address, nil) else { return nil }
        defer { PQconninfoFree(options) }
        var found: [String: String] = [:]
        var option = options  // A C array terminated by an option without a keyword.
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { found[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        let hosts = (found["host"] ?? found["hostaddr"] ?? "").split(separator: ",")
        let ports = (found["port"] ?? "").split(separator: ",")
        let named = hosts.enumerated().map { index, host in
            let port = ports.indices.contains(index) ? ports[index] : ports.last
            return port.map { "\(host):\($0)" } ?? String(host)
        }
        return "postgresql://\(named.joined(separator: ","))/\(found["dbname"] ?? "")"
    }

    /// Whether the store rejects changes.
    var isReadOnly: Bool { options.isReadOnly }

    /// The number of connections for reading.
    var readerLimit: Int { options.readers }

    func connect(for use: SQLUse) throws(LootError) -> any SQLSession {
        let session = try PostgreSQLSession(
            parameters, place: place, answerLimit: options.answerLimit, patience: options.patience)
        do throws(LootError) {
            if use == .writing {
                // Without these settings, the lock of a writer whose machine disappeared would be held for
                // hours. Not all servers support them.
                for setting: SQL in [
                    "idle_in_transaction_session_timeout = 20000", "tcp_keepalives_idle = 10",
                    "tcp_keepalives_interval = 5", "tcp_keepalives_count = 3",
                ] {
                    _ = try? session.run("SET \(setting)")
                }
                try prepare(session)
            }
        } catch {
            session.close()
            throw error
        }
        return session
    }

    private func prepare(_ session: PostgreSQLSession) throws(LootError) {
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
}
