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
    ///   - patience: The maximum time to wait for other writers, or for a connection.
    ///   - answerLimit: The time to wait for a response before checking whether the server is still reachable. If it
    ///     isn't, or if there is no response after twenty times this limit, the connection is closed.
    ///   - connections: The maximum number of connections for reading, and also for writing, to the same database.
    ///     All stores in this process with the same options share them. There is another one for notifications.
    ///   - replicas: The address of replicas, from which the store reads if they have all changes that it knows.
    /// - Returns: The store.
    /// - Throws: ``/LootCore/LootError`` with code `configuration` for a wrong address, user or password;
    ///   `unavailable` if no server responds; or a code such as `newer-format` or `malformed` for the contents of the
    ///   database.
    public static func open(
        _ address: String, password: String? = nil, isReadOnly: Bool = false,
        patience: Duration = .seconds(10),
        answerLimit: Duration = .seconds(15), connections: Int = 8, replicas: String = ""
    ) async throws(LootError) -> some MaintainableStore {
        try await open(
            address,
            options: PostgreSQLOptions(
                isReadOnly: isReadOnly, password: password, patience: patience, answerLimit: answerLimit,
                connections: connections, replicas: replicas))
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
    /// The maximum time to wait for other writers, or for a connection.
    var patience = Duration.seconds(10)
    /// The time to wait for a response before checking whether the server is still reachable. If it isn't, or if
    /// there is no response after twenty times this limit, the connection is closed.
    var answerLimit = Duration.seconds(15)
    /// The maximum number of connections for reading, and also for writing.
    var connections = 8
    /// The address of replicas for reading, or an empty string.
    var replicas = ""
    /// The features that the store uses if the server has them.
    var features = PostgreSQLFeatures.all
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
                "The maximum time to wait for other writers, or for a connection, in seconds."),
            PluginOption(
                "answerLimit", .integer(1...3600), default: 15,
                "The time to wait for a response before checking whether the server is still reachable, in seconds."
            ),
            PluginOption(
                "connections", .integer(1...100), default: 8,
                "The maximum number of connections for reading, and also for writing. Lists in one database share them."
            ),
            PluginOption(
                "replicas", .text,
                "The address of replicas. A replica is read if it has all changes that this program knows."),
            PluginOption(
                "polling", .flag, default: false,
                """
                Whether programs look for changes four times per second instead of notifying each other. Set the same value in \
                all programs.
                """),
            PluginOption(
                "compatible", .flag, default: false,
                "Whether the store avoids features that databases similar to PostgreSQL may lack."),
        ],
        shortForm: ["url"], schemes: ["postgresql", "postgres"]
    ) { (settings) async throws(LootError) in
        var options = PostgreSQLOptions()
        options.isReadOnly = settings.flag("readOnly")
        options.password = try settings.secret("password", orIn: "passwordFile")
        options.patience = settings.integer("patience").map { .seconds($0) } ?? options.patience
        options.answerLimit = settings.integer("answerLimit").map { .seconds($0) } ?? options.answerLimit
        options.connections = settings.integer("connections") ?? options.connections
        options.replicas = settings.text("replicas") ?? ""
        if settings.flag("compatible") { options.features = [] }
        if settings.flag("polling") { options.features.remove(.notifications) }
        return try await PostgreSQLStore.open(
            settings.text("url") ?? "postgresql:///loot", options: options)
    }
}
