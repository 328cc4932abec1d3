public import LootCore
public import LootPlugins
import LootSQL

/// A store in a PostgreSQL database or a compatible one, for many users on many machines.
///
/// ```swift
/// let store = try await PostgreSQLStore.open("postgresql://localhost/loot")
/// try await store.add(Item(name: "Lamp", valueInDollars: 40))
/// ```
public enum PostgreSQLStore {
    /// Opens the store at an address. If the address contains several hosts, the writable one is used.
    ///
    /// - Parameters:
    ///   - address: The address of the database in the format of `psql`.
    ///   - password: The password, unless it is in the address or libpq finds it elsewhere.
    ///   - isReadOnly: Whether the store rejects changes. If so, the server can be a replica.
    ///   - patience: The maximum time to wait for other writers.
    ///   - answerLimit: The time to wait for a response before checking whether the server is still reachable. If it
    ///     isn't, or if there is no response after twenty times this limit, the connection is closed.
    ///   - readers: The number of connections for reading. There is another one for writing and one for
    ///     notifications.
    /// - Returns: The store.
    /// - Throws: ``/LootCore/LootError`` with code `configuration` for a wrong address, user or password;
    ///   `unavailable` if no server responds; or a code such as `newer-format` or `malformed` for the contents of the
    ///   database.
    public static func open(
        _ address: String, password: String? = nil, isReadOnly: Bool = false,
        patience: Duration = .seconds(10),
        answerLimit: Duration = .seconds(15), readers: Int = 4
    ) async throws(LootError) -> some MaintainableStore {
        try await open(
            address,
            options: PostgreSQLOptions(
                isReadOnly: isReadOnly, password: password, patience: patience, answerLimit: answerLimit,
                readers: readers))
    }

    /// Opens the store at an address with options.
    static func open(
        _ address: String, options: PostgreSQLOptions
    ) async throws(LootError) -> some MaintainableStore {
        try await PostgreSQLDatabase(address: address, options: options)
            .openStore()
    }
}

/// The options of a PostgreSQL store.
struct PostgreSQLOptions: Hashable, Sendable {
    /// Whether the store rejects changes. If so, the server can be a replica.
    var isReadOnly = false
    /// The password, unless it is in the address or libpq finds it elsewhere.
    var password: String?
    /// The maximum time to wait for other writers.
    var patience = Duration.seconds(10)
    /// The time to wait for a response before checking whether the server is still reachable. If it isn't, or if
    /// there is no response after twenty times this limit, the connection is closed.
    var answerLimit = Duration.seconds(15)
    /// The number of connections for reading. There is another one for writing and one for notifications.
    var readers = 4
}

extension StorePlugin {
    /// The plugin for PostgreSQL databases: `"store": "postgresql://host/loot"`.
    public static let postgreSQL = StorePlugin(
        "postgresql", summary: "A PostgreSQL database, for many users and machines.",
        options: [
            PluginOption("url", .text, default: "postgresql:///loot", "The address in the format of psql."),
            PluginOption(
                "password", .secret,
                "The password. By default, libpq finds it in the usual way, such as from PGPASSFILE."),
            PluginOption("passwordFile", .path, "A file whose first line is the password."),
            PluginOption(
                "readOnly", .flag, default: false,
                "Whether the store rejects changes, which lets the server be a replica."),
            PluginOption(
                "patience", .integer(0...3600), default: 10,
                "The maximum time to wait for other writers, in seconds."),
            PluginOption(
                "answerLimit", .integer(1...3600), default: 15,
                "The time to wait for a response before checking whether the server is still reachable, in seconds."
            ),
            PluginOption(
                "connections", .integer(1...100), default: 4,
                "The number of connections for reading."),
        ],
        shortForm: ["url"], schemes: ["postgresql", "postgres"]
    ) { (settings) async throws(LootError) in
        var options = PostgreSQLOptions()
        options.isReadOnly = settings.flag("readOnly")
        options.password = try settings.secret("password", orIn: "passwordFile")
        options.patience = settings.integer("patience").map { .seconds($0) } ?? options.patience
        options.answerLimit = settings.integer("answerLimit").map { .seconds($0) } ?? options.answerLimit
        options.readers = settings.integer("connections") ?? options.readers
        return try await PostgreSQLStore.open(
            settings.text("url") ?? "postgresql:///loot", options: options)
    }
}
