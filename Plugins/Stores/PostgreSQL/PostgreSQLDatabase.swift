import CPostgreSQL
import LootCore
import LootPlugins
import LootSQL
import Platform

/// A PostgreSQL database and how to reach it.
struct PostgreSQLDatabase: SQLDatabase {
    /// The address without its password.
    let place: String
    /// How it is used.
    let options: PostgreSQLOptions

    /// What libpq is told, in an order in which later words win over earlier ones.
    private let parameters: [(keyword: String, value: String)]

    private static let library = SystemLibrary("libpq", atLeast: "12", package: "libpq5") {
        cpostgresql_open($0, $1)
    }

    init(address: String, options: PostgreSQLOptions) throws(LootError) {
        try PostgreSQLDatabase.library.open()
        self.options = options
        guard let place = PostgreSQLDatabase.place(of: address) else {
            // What is wrong may be the password, so nothing of it is quoted.
            throw LootError(
                .configuration, "can't open the store",
                because: "its address is none that libpq understands",
                next: "Write postgresql://USER@HOST/DATABASE")
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

    /// The hosts and the database of an address; nil if it is none.
    private static func place(of address: String) -> String? {
        guard let options = PQconninfoParse(address, nil) else { return nil }
        defer { PQconninfoFree(options) }
        var found: [String: String] = [:]
        var option = options  // a C array that ends with an option without a keyword
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

    /// Whether it takes no changes.
    var isReadOnly: Bool { options.isReadOnly }

    /// As many as the options say.
    var readerLimit: Int { options.readers }

    func connect(for use: SQLUse) throws(LootError) -> any SQLSession {
        let session = try PostgreSQLSession(
            parameters, place: place, answerLimit: options.answerLimit, patience: options.patience)
        do throws(LootError) {
            if use == .watching { try session.listen() }
            if use == .writing {
                // The lock of a writer whose machine went away would be kept for hours. Not every server knows this.
                _ = try? session.run("SET idle_in_transaction_session_timeout = 20000")
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
                // Another process was making the tables at the same moment.
                guard error.code == .transactionMet, attempt < 10 else { throw error }
                Threads.pause(milliseconds: UInt32(attempt) * 100)
            }
        }
    }
}
