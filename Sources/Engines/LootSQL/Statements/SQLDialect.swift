/// What databases differ in, as far as a store over one is concerned: a value that the plugin of the database makes.
public final class SQLDialect: Sendable {
    /// The type of texts, which compare by their bytes.
    package let textType: SQL
    /// The type of bytes.
    package let bytesType: SQL
    /// What follows the columns of a table that is nothing but its key.
    package let tableSuffix: SQL
    /// How items are kept by their places: the definition of the column `place`.
    package let placeColumn: SQL
    /// Whether an index has the place behind its columns without being told so.
    package let indexesHavePlace: Bool
    /// Begins a transaction that only reads, and sees one state.
    package let beginReading: SQL
    /// Begins a transaction that writes.
    package let beginWriting: SQL
    /// Behind a selection, makes other writers wait until the transaction ends.
    package let lock: SQL
    /// Lets a column hold nothing from now on; nil where that takes a new table.
    package let dropNotNull: (@Sendable (_ column: SQL) -> SQL)?
    /// What ends a transaction that writes, so that those hear of it who wait for news.
    package let announcement: SQL?
    /// Whether indexes can go and come again in a transaction that writes.
    package let changesIndexesInTransactions: Bool
    /// What a database wants to be told behind very many rows, so that it plans for them.
    package let afterLoad: [SQL]
    /// How many rows an insertion holds at most.
    package let rowsPerInsertion: Int
    /// As much of a text as an index takes, or all of it.
    package let beginning: @Sendable (_ text: SQL) -> SQL
    /// The place, from 1, at which a text holds another, or bytes hold others; 0 if they don't.
    package let find: @Sendable (_ text: SQL, _ part: SQL) -> SQL
    /// A folded text as a path whose parts stand between single strokes, without spaces at their ends.
    package let placePath: @Sendable (_ text: SQL) -> SQL
    /// The sum of products, exact, as text.
    package let totalOfProducts: @Sendable (_ left: SQL, _ right: SQL) -> SQL

    /// A dialect, from all its differences.
    ///
    /// - Parameters:
    ///   - textType: the type of texts, which compare by their bytes.
    ///   - bytesType: the type of bytes.
    ///   - tableSuffix: what follows the columns of a table that is nothing but its key.
    ///   - placeColumn: how items are kept by their places: the definition of the column `place`.
    ///   - indexesHavePlace: whether an index has the place behind its columns without being told so.
    ///   - beginReading: begins a transaction that only reads, and sees one state.
    ///   - beginWriting: begins a transaction that writes.
    ///   - lock: behind a selection, makes other writers wait until the transaction ends.
    ///   - dropNotNull: lets a column hold nothing from now on; nil where that takes a new table.
    ///   - announcement: what ends a transaction that writes, so that those hear of it who wait for news.
    ///   - changesIndexesInTransactions: whether indexes can go and come again in a transaction that writes.
    ///   - afterLoad: what a database wants to be told behind very many rows, so that it plans for them.
    ///   - rowsPerInsertion: how many rows an insertion holds at most.
    ///   - beginning: as much of a text as an index takes, or all of it.
    ///   - find: the place, from 1, at which a text holds another, or bytes hold others; 0 if they don't.
    ///   - placePath: a folded text as a path whose parts stand between single strokes, without spaces at their ends.
    ///   - totalOfProducts: the sum of products, exact, as text.
    public init(
        textType: SQL, bytesType: SQL, tableSuffix: SQL, placeColumn: SQL, indexesHavePlace: Bool,
        beginReading: SQL, beginWriting: SQL, lock: SQL, dropNotNull: (@Sendable (SQL) -> SQL)?,
        announcement: SQL?,
        changesIndexesInTransactions: Bool = true, afterLoad: [SQL] = [], rowsPerInsertion: Int,
        beginning: @escaping @Sendable (SQL) -> SQL,
        find: @escaping @Sendable (SQL, SQL) -> SQL,
        placePath: @escaping @Sendable (SQL) -> SQL,
        totalOfProducts: @escaping @Sendable (SQL, SQL) -> SQL
    ) {
        self.textType = textType
        self.bytesType = bytesType
        self.tableSuffix = tableSuffix
        self.placeColumn = placeColumn
        self.indexesHavePlace = indexesHavePlace
        self.beginReading = beginReading
        self.beginWriting = beginWriting
        self.lock = lock
        self.dropNotNull = dropNotNull
        self.announcement = announcement
        self.changesIndexesInTransactions = changesIndexesInTransactions
        self.afterLoad = afterLoad
        self.rowsPerInsertion = rowsPerInsertion
        self.beginning = beginning
        self.find = find
        self.placePath = placePath
        self.totalOfProducts = totalOfProducts
    }
}
