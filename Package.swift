// swift-tools-version: 6.3
import PackageDescription

// Enforced by the compiler for every target: a file imports what it uses, an import stays inside its module unless it
// says `public import`, existentials are spelled `any`, and an async function runs on its caller's actor.
let rules: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// The folders under `Sources`. A module uses only modules of its own layer and of lower ones; `DependencyTests`
/// checks which.
enum Layer: String {
    /// The operating system, C libraries, and small helpers.
    case system = "System"
    /// The protocols that plugins implement, and the conformance suites that test plugins.
    case contract = "Contract"
    /// The building blocks of stores: collection, files, formats, media, SQL, HTTP client.
    case engines = "Engines"
    /// Libraries for user interfaces that know nothing about items.
    case kits = "Kits"
    /// The features of the program, independent of any front end.
    case app = "App"
}

/// A Swift module under `Sources/LAYER`, and the modules it may import.
func module(
    _ name: String, in layer: Layer, uses modules: [String] = [], excluding folders: [String] = []
) -> Target {
    .target(
        name: name, dependencies: modules.map { .init(stringLiteral: $0) },
        path: "Sources/\(layer.rawValue)/\(name)", exclude: folders, swiftSettings: rules)
}

/// A C module under `Sources/System`.
func cModule(_ name: String, uses modules: [String] = [], settings: [CSetting] = []) -> Target {
    .target(
        name: name, dependencies: modules.map { .init(stringLiteral: $0) }, path: "Sources/System/\(name)",
        cSettings: settings)
}

/// The git tag of a clean checkout and the beginning of its commit, as in `1.0.0+570eb358a1b2`. Between releases it is
/// constant, so that commits rebuild nothing.
let version: String =
    if let git = Context.gitInformation, let tag = git.currentTag, !git.hasUncommittedChanges {
        "\(tag)+\(git.currentCommit.prefix(12))"
    } else {
        "development"
    }

/// A plugin under `Plugins/KIND`, and the modules it may import. Plugins don't import plugins.
func plugin(
    _ name: String, at path: String, uses modules: [String], excluding folders: [String] = []
) -> Target {
    .target(
        name: name, dependencies: modules.map { .init(stringLiteral: $0) },
        path: "Plugins/\(path)", exclude: folders, swiftSettings: rules)
}

/// A test target. `CTestLimits` limits how many tests run at once, and gives each process its own temporary folder.
func tests(_ name: String, of modules: [String], resources: [Resource]? = nil) -> Target {
    .testTarget(
        name: name, dependencies: (modules + ["CTestLimits"]).map { .init(stringLiteral: $0) },
        resources: resources, swiftSettings: rules)
}

/// The modules that other packages can import.
let libraries: [Target] = [
    module("ListKit", in: .contract, uses: ["Basics"]),
    module("Localization", in: .contract, uses: ["CatalogFiles"], excluding: ["Catalogs"]),
    module("TextSearch", in: .system, uses: ["Basics"]),
    module("LootCore", in: .contract, uses: ["Basics", "Localization", "Platform", "TextSearch"]),
    module("LootQueryText", in: .contract, uses: ["Localization", "LootCore", "TextSearch"]),
    module("LootPlugins", in: .contract, uses: ["Localization", "LootCore", "LootQueryText", "Platform"]),
    module("LootLaws", in: .contract, uses: ["LootCore", "LootPlugins", "LootQueryText", "TextSearch"]),
    module("LootTesting", in: .contract, uses: ["LootCore", "LootLaws", "LootPlugins"]),
    module("LootCollection", in: .engines, uses: ["Basics", "LootCore", "Platform", "TextSearch"]),
    module(
        "LootFormats", in: .engines,
        uses: ["Basics", "LootCore", "LootMerge", "LootQueryText", "Platform", "TextSearch"]),
    module(
        "LootFiles", in: .engines,
        uses: ["LootCore", "LootCollection", "LootFormats", "LootPlugins", "Platform", "LootMerge"]),
    module("LootFilesTesting", in: .engines, uses: ["LootCore", "LootFiles", "LootLaws"]),
    module("LootFoundation", in: .engines, uses: ["Basics", "LootCore", "LootFormats"]),
    module("LootSQL", in: .engines, uses: ["LootCore", "LootFormats", "Basics", "TextSearch"]),
    module(
        "LootActions", in: .app,
        uses: [
            "Basics", "CCrypt", "Localization", "LootCollection", "LootCore", "LootFormats", "LootMedia",
            "LootPlugins",
            "LootSpreadsheets", "QRCode", "Platform", "LootMerge", "LootQueryText", "TextSearch",
            "WebClient",
        ]),
    module(
        "LootControllers", in: .app,
        uses: ["ListKit", "LootActions", "LootCore", "LootPlugins", "TerminalKit", "TerminalText"]),
    module(
        "LootWiring", in: .app,
        uses: ["LootCore", "LootFormats", "LootPlugins", "Platform", "LootQueryText", "TextSearch"]),
    module("TerminalText", in: .kits),
    module("CommandLineKit", in: .kits, uses: ["Basics", "Localization"]),
    module("WebServer", in: .kits, uses: ["CZlib", "Platform"]),
    module(
        "TerminalKit", in: .kits, uses: ["Basics", "ListKit", "Localization", "TerminalText", "Platform"]),
]

let plugins: [Target] = [
    plugin("MemoryStorePlugin", at: "Stores/Memory", uses: ["LootCore", "LootPlugins", "LootCollection"]),
    plugin(
        "JSONStorePlugin", at: "Stores/JSON", uses: ["LootCore", "LootPlugins", "LootFiles", "LootFormats"]),
    plugin(
        "PropertyListStorePlugin", at: "Stores/PropertyList",
        uses: ["LootCore", "LootPlugins", "LootFiles", "LootFormats"]),
    plugin(
        "SQLiteStorePlugin", at: "Stores/SQLite",
        uses: ["LootCore", "LootPlugins", "LootSQL", "CSQLite", "Platform"]),
    plugin(
        "PostgreSQLStorePlugin", at: "Stores/PostgreSQL",
        uses: ["LootCore", "LootPlugins", "LootSQL", "CPostgreSQL", "Platform"]),
    plugin(
        "RemoteStorePlugin", at: "Stores/Remote",
        uses: ["LootAPI", "LootCore", "LootPlugins", "WebClient", "LootQueryText"]),
    plugin(
        "WebCatalogPlugin", at: "Catalogs/Web",
        uses: ["LootCore", "LootPlugins", "LootFormats", "WebClient"]),
    plugin(
        "ProgramBridge", at: "Bridges/Programs",
        uses: [
            "Localization", "LootCore", "LootPlugins", "LootFormats", "LootCollection", "LootLaws",
            "PluginTemplates", "Basics", "Platform", "LootMerge",
        ],
        excluding: ["Templates"]),
    plugin(
        "ItemFormatPlugins", at: "Formats/Items",
        uses: ["LootCore", "LootPlugins", "LootFormats", "LootActions"]),
    plugin("ReadOnlyStorePlugin", at: "Decorators/ReadOnly", uses: ["LootCore", "LootPlugins"]),
    plugin("MirrorStorePlugin", at: "Decorators/Mirror", uses: ["LootCore", "LootPlugins", "Platform"]),
    plugin("CacheStorePlugin", at: "Decorators/Cache", uses: ["LootCore", "LootPlugins"]),
    plugin("ValueSectioningPlugin", at: "Sectioning/Value", uses: ["LootCore", "LootPlugins"]),
    plugin("InitialSectioningPlugin", at: "Sectioning/Initial", uses: ["LootCore", "LootPlugins"]),
    plugin("DateSectioningPlugin", at: "Sectioning/Date", uses: ["LootCore", "LootPlugins"]),
    plugin("FavoriteSectioningPlugin", at: "Sectioning/Favorite", uses: ["LootCore", "LootPlugins"]),
    plugin("FieldSectioningPlugin", at: "Sectioning/Field", uses: ["LootCore", "LootPlugins"]),
    plugin("PlaceSectioningPlugin", at: "Sectioning/Place", uses: ["LootCore", "LootPlugins"]),
    plugin(
        "CLI", at: "FrontEnds/CLI",
        uses: [
            "LootActions", "Localization", "LootCore", "LootPlugins", "LootFormats", "CommandLineKit",
            "TerminalText", "QRCode", "Platform", "LootMerge", "LootQueryText", "TextSearch",
        ]),
    plugin(
        "HTTP", at: "FrontEnds/HTTP",
        uses: [
            "LootAPI", "LootActions", "Localization", "LootCore", "LootPlugins", "LootFormats", "QRCode",
            "OpenIDConnect", "WebClient", "WebServer", "HTTPAssets", "Basics", "Platform", "LootMerge",
            "LootQueryText",
            "TextSearch",
        ],
        excluding: ["Assets"]),
    plugin(
        "TUI", at: "FrontEnds/TUI",
        uses: [
            "LootActions", "LootControllers", "Localization", "LootCore", "LootPlugins", "LootFormats",
            "ListKit", "TerminalKit", "TerminalText", "Platform", "LootQueryText", "TextSearch",
        ]),
]

/// Modules that only this package uses; they aren't products.
let internals: [Target] = [
    module(
        "LootAPI", in: .app,
        uses: ["Localization", "LootCore", "LootFormats", "LootPlugins", "Platform", "LootQueryText"]),
    module("LootMerge", in: .engines, uses: ["LootCore"]),
    module("LootMedia", in: .engines, uses: ["LootCore"]),
    module("LootSpreadsheets", in: .engines, uses: ["CZlib", "LootCore", "Platform"]),
    module(
        "OpenIDConnect", in: .engines, uses: ["Basics", "LootCore", "LootFormats", "WebClient"]),
    module("WebClient", in: .engines, uses: ["LootCore", "LootPlugins", "CCurl", "Platform"]),
    module("QRCode", in: .kits),
    module("Basics", in: .system),
    module("Platform", in: .system, uses: ["CPlatform"]),
    cModule("CPlatform", settings: [.define("LOOT_VERSION", to: "\"\(version)\"")]),
    cModule("CLibrary"),
    cModule("CCrypt", uses: ["CLibrary"]),
    cModule("CCurl", uses: ["CLibrary"]),
    cModule("CPostgreSQL", uses: ["CLibrary"]),
    cModule("CSQLite", uses: ["CLibrary"]),
    cModule("CZlib", uses: ["CLibrary"]),
    .target(
        name: "CatalogFiles", path: "Sources/Contract/Localization/Catalogs", exclude: ["files"]),
    .target(name: "HTTPAssets", path: "Plugins/FrontEnds/HTTP/Assets", exclude: ["files"]),
    .target(name: "PluginTemplates", path: "Plugins/Bridges/Programs/Templates", exclude: ["files"]),
    // Shared by several test targets.
    module("WebServerTesting", in: .kits, uses: ["WebServer", "Platform"]),
    .target(name: "CTestLimits", path: "Tests/CTestLimits"),
]

/// The module that names the built-in plugins, and the program.
let application: [Target] = [
    module(
        "LootLogger", in: .app,
        uses: [
            "LootActions", "LootCore", "LootFormats", "LootPlugins", "LootWiring", "CommandLineKit",
            "Platform", "TerminalText",
        ] + plugins.map(\.name)),
    // Linked at a fixed address, as Go's programs are, so that 52,000 relocations aren't applied at each start. Nothing
    // looks up symbols in the program, so it exports none.
    .executableTarget(
        name: "loot", dependencies: ["LootLogger"], path: "Sources/App/loot", swiftSettings: rules,
        linkerSettings: [
            .unsafeFlags(
                ["-Xclang-linker", "-no-pie", "-Xlinker", "--no-export-dynamic"],
                .when(platforms: [.linux], configuration: .release))
        ]),
]

let suites: [Target] = [
    tests("HouseTests", of: []),
    tests("PlatformTests", of: ["Platform"]),
    tests(
        "BridgeTests",
        of: [
            "ProgramBridge", "Localization", "LootCore", "LootPlugins", "LootFormats", "LootWiring",
            "LootLogger",
            "loot",
        ]),
    tests(
        "ConformanceTests",
        of: [
            "LootTesting", "LootActions", "LootCore", "LootFiles", "LootFormats", "LootPlugins",
            "MemoryStorePlugin", "JSONStorePlugin", "PropertyListStorePlugin", "ReadOnlyStorePlugin",
        ]),
    tests("LootSQLTests", of: ["LootSQL", "LootCore", "LootTesting", "LootQueryText", "TextSearch"]),
    tests(
        "DatabaseStoreTests",
        of: [
            "SQLiteStorePlugin", "PostgreSQLStorePlugin", "LootActions", "LootSQL", "LootTesting", "LootCore",
            "LootPlugins",
            "LootLogger",
            "Platform", "CLibrary", "loot", "LootQueryText",
        ]),
    tests("ListKitTests", of: ["ListKit"]),
    tests("LocalizationTests", of: ["Localization"]),
    tests("TextSearchTests", of: ["TextSearch", "Basics", "LootCore", "LootTesting"]),
    tests("LootQueryTextTests", of: ["LootQueryText", "LootCore", "LootPlugins", "LootTesting"]),
    tests("LootMergeTests", of: ["LootMerge", "LootCore", "LootTesting"]),
    tests(
        "LootCoreTests",
        of: [
            "LootCore", "LootFoundation", "LootPlugins", "LootTesting", "LootMerge", "LootQueryText",
            "TextSearch",
        ]),
    tests(
        "LootCollectionTests",
        of: [
            "LootCollection", "LootCore", "LootPlugins", "LootTesting", "MemoryStorePlugin", "Basics",
            "TextSearch",
        ]),
    tests(
        "LootFilesTests",
        of: [
            "LootFiles", "LootFilesTesting", "LootTesting", "LootFormats", "LootCollection", "LootCore",
            "LootPlugins",
        ]),
    tests(
        "StoreFaultTests",
        of: [
            "loot", "LootFiles", "LootFilesTesting", "LootFormats", "LootTesting", "LootCore",
        ]),
    tests(
        "LootSpreadsheetsTests", of: ["LootSpreadsheets", "LootCore"], resources: [.copy("Fixtures")]),
    tests("LootMediaTests", of: ["LootMedia", "LootCore", "LootTesting"]),
    tests("LootFoundationTests", of: ["LootFoundation", "LootCore", "LootFormats"]),
    tests("LootFormatsTests", of: ["LootFormats", "LootCore", "LootFoundation", "LootTesting"]),
    tests(
        "LootActionsTests",
        of: [
            "LootActions", "Localization", "LootCore", "LootPlugins", "LootFormats", "LootTesting",
            "MemoryStorePlugin", "QRCode", "LootMerge", "LootQueryText", "TextSearch", "WebClient",
            "WebServer",
        ],
        resources: [.copy("Fixtures")]),
    tests(
        "LootControllersTests",
        of: [
            "LootControllers", "LootActions", "ListKit", "LootCore", "LootTesting", "MemoryStorePlugin",
            "LootQueryText",
        ]),
    tests(
        "LootWiringTests", of: ["LootWiring", "LootCore", "LootPlugins", "Platform", "LootQueryText"],
        resources: [.copy("Snapshots")]),
    tests("LootTestingTests", of: ["LootTesting", "Localization", "LootCore", "LootPlugins"]),
    tests(
        "SectioningTests",
        of: [
            "ValueSectioningPlugin", "InitialSectioningPlugin", "DateSectioningPlugin",
            "FavoriteSectioningPlugin",
            "FieldSectioningPlugin", "PlaceSectioningPlugin",
            "LootTesting", "LootCore", "LootPlugins",
        ]),
    tests(
        "RemoteStoreTests",
        of: [
            "RemoteStorePlugin", "HTTP", "WebServer", "MemoryStorePlugin", "JSONStorePlugin",
            "CacheStorePlugin", "LootTesting", "WebClient",
            "LootCore", "LootPlugins", "LootWiring", "loot",
        ]),
    tests(
        "WebCatalogTests",
        of: ["WebCatalogPlugin", "WebServer", "LootCore"]),
    tests(
        "MirrorStoreTests",
        of: ["MirrorStorePlugin", "MemoryStorePlugin", "LootTesting", "LootCore", "LootPlugins"]),
    tests(
        "CacheStoreTests",
        of: ["CacheStorePlugin", "MemoryStorePlugin", "LootTesting", "LootCore", "LootPlugins"]),
    tests(
        "ReadOnlyStoreTests",
        of: ["ReadOnlyStorePlugin", "MemoryStorePlugin", "LootTesting", "LootCore", "LootPlugins"]),
    tests(
        "ActionTests",
        of: [
            "CLI", "HTTP", "TUI", "LootAPI", "LootActions", "LootCore", "LootFormats", "LootPlugins",
            "LootTesting", "LootWiring", "MemoryStorePlugin", "ProgramBridge", "TerminalKit", "WebServer",
        ]),
    tests(
        "LootLoggerTests",
        of: [
            "LootLogger", "LootCore", "LootPlugins", "LootWiring", "LootActions", "LootFormats",
            "LootTesting", "CLI",
            "MemoryStorePlugin",
            "ReadOnlyStorePlugin", "WebCatalogPlugin", "WebServer",
        ],
        resources: [.copy("Snapshots")]),
    tests("OpenIDConnectTests", of: ["OpenIDConnect", "Basics"]),
    tests("WebServerTests", of: ["WebServer", "WebServerTesting", "Basics", "Platform"]),
    tests(
        "HTTPTests",
        of: [
            "HTTP", "LootAPI", "WebServer", "WebServerTesting", "LootActions", "LootCore", "LootPlugins",
            "LootFormats", "Basics", "Platform",
            "LootTesting", "MemoryStorePlugin", "ItemFormatPlugins", "LootQueryText", "WebClient",
        ]),
    tests(
        "BrowserTests", of: ["loot", "Basics", "WebServer", "WebServerTesting", "LootTesting", "LootCore"]),
    tests("QRCodeTests", of: ["QRCode", "Basics"]),
    tests("TerminalTextTests", of: ["TerminalText", "Basics"]),
    tests(
        "TerminalKitTests",
        of: ["TerminalKit", "Basics", "ListKit", "Localization", "TerminalText", "Platform"],
        resources: [.copy("Snapshots")]),
    tests(
        "TUITests",
        of: [
            "TUI", "LootActions", "LootControllers", "LootCore", "LootFormats", "LootPlugins", "LootTesting",
            "LootWiring", "ListKit", "Localization", "TerminalKit",
            "TerminalText", "MemoryStorePlugin", "JSONStorePlugin", "ValueSectioningPlugin",
            "InitialSectioningPlugin",
            "FieldSectioningPlugin", "ItemFormatPlugins", "loot", "LootQueryText", "TextSearch",
        ],
        resources: [.copy("Snapshots")]),
    tests("CommandLineKitTests", of: ["CommandLineKit", "Basics"], resources: [.copy("Snapshots")]),
]

/// The test targets to build, if `LOOT_TESTS` names some of them, separated by commas.
let wanted = Context.environment["LOOT_TESTS"]?.split(separator: ",").map(String.init)

let package = Package(
    name: "LootLogger",
    platforms: [.macOS(.v26), .iOS(.v26)],
    products: (libraries + plugins).map { .library(name: $0.name, targets: [$0.name]) } + [
        .library(name: "LootLogger", targets: ["LootLogger"]),
        .executable(name: "loot", targets: ["loot"]),
    ],
    targets: libraries + internals + plugins + application
        + suites.filter { wanted?.contains($0.name) ?? true },
    swiftLanguageModes: [.v6]
)
