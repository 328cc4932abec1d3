public import LootCore
public import LootPlugins
import LootSQL

/// Keeps items in PostgreSQL, or in a database that speaks its protocol: for many users on many machines.
///
/// ```swift
/// let store = try await PostgreSQLStore.open("postgresql://localhost/loot")
/// try await store.add(Item(name: "Lamp", valueInDollars: 40))
/// ```
public enum PostgreSQLStore {
    /// Opens the store at an address, as `psql` takes it; several hosts may be named, and the one that takes
    /// changes is found.
    ///
    /// - Parameters:
    ///   - address: where the database is, as `psql` takes it.
    ///   - password: the password, if it is neither in the address nor in libpq's own places.
    ///   - isReadOnly: whether the store takes no changes; a replica will do then.
    ///   - patience: how long to wait for others who are writing.
    ///   - answerLimit: how long to wait for an answer before the server is asked whether it is still there. One that does
    ///     not say so is taken to be gone, and one that says so for twenty times as long too.
    ///   - readers: how many connections read at the same time; there is one more that writes, and one that waits for news.
    ///   - historyLimit: how many commits can be undone.
    /// - Returns: the store.
    /// - Throws: ``/LootCore/LootError``: `configuration` for a wrong address, user or password; `unavailable` when
    ///   no server answers; `newer-format`, `malformed` and the like for what is in the database.
    public static func open(
        _ address: String, password: String? = nil, isReadOnly: Bool = false,
        patience: Duration = .seconds(10),
        answerLimit: Duration = .seconds(15), readers: Int = 4, historyLimit: Int = 1000
    ) async throws(LootError) -> some MaintainableStore {
        try await open(
            address,
            options: PostgreSQLOptions(
                isReadOnly: isReadOnly, password: password, patience: patience, answerLimit: answerLimit,
                readers: readers, historyLimit: historyLimit))
    }

    /// Opens the store at an address with options.
    static func open(
        _ address: String, options: PostgreSQLOptions
    ) async throws(LootError) -> some MaintainableStore {
        try await PostgreSQLDatabase(address: address, options: options)
            .openStore(historyLimit: options.historyLimit)
    }
}

/// How a PostgreSQL database is used.
struct PostgreSQLOptions: Hashable, Sendable {
    /// Whether it takes no changes; a replica will do then.
    var isReadOnly = false
    /// The password, if it is neither in the address nor in libpq's own places.
    var password: String?
    /// How long to wait for others who are writing.
    var patience = Duration.seconds(10)
    /// How long to wait for an answer before the server is asked whether it is still there. One that does not say
    /// so is taken to be gone, and one that says so for twenty times as long too.
    var answerLimit = Duration.seconds(15)
    /// How many connections read at the same time; there is one more that writes, and one that waits for news.
    var readers = 4
    /// How many commits can be undone.
    var historyLimit = 1000
}

extension StorePlugin {
    /// `"store": "postgresql://host/loot"`.
    public static let postgreSQL = StorePlugin(
        "postgresql", summary: "A PostgreSQL database, for many users and machines.",
        options: [
            PluginOption("url", .text, default: "postgresql:///loot", "The address, as psql takes it."),
            PluginOption(
                "password", .secret,
                "The password; without it, libpq looks where it always does (PGPASSFILE)."),
            PluginOption("passwordFile", .path, "A file whose first line is the password."),
            PluginOption(
                "readOnly", .flag, default: false, "Whether it takes no changes; a replica will do."),
            PluginOption(
                "patience", .integer(0...3600), default: 10,
                "How many seconds to wait for others who are writing."),
            PluginOption(
                "answerLimit", .integer(1...3600), default: 15,
                "After how many seconds without an answer a server is asked whether it is still there."),
            PluginOption(
                "connections", .integer(1...100), default: 4,
                "How many connections read at the same time."),
            PluginOption(
                "undoLimit", .integer(0...100_000), default: 1000, "How many changes can be undone."),
        ],
        shortForm: ["url"], schemes: ["postgresql", "postgres"]
    ) { (settings) async throws(LootError) in
        var options = PostgreSQLOptions()
        options.isReadOnly = settings.flag("readOnly")
        options.password = try settings.secret("password", orIn: "passwordFile")
        options.patience = settings.integer("patience").map { .seconds($0) } ?? options.patience
        options.answerLimit = settings.integer("answerLimit").map { .seconds($0) } ?? options.answerLimit
        options.readers = settings.integer("connections") ?? options.readers
        options.historyLimit = settings.integer("undoLimit") ?? options.historyLimit
        return try await PostgreSQLStore.open(
            settings.text("url") ?? "postgresql:///loot", options: options)
    }
}
