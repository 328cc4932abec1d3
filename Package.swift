// swift-tools-version: 6.2
import PackageDescription

// The house's rules, enforced by the compiler for every target: what a file uses it imports itself,
// an import stays inside its module unless it says `public import`, existentials are spelled `any`,
// and an async function runs where its caller runs.
let rules: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A room: a library under `Sources`, and the rooms it may know.
func room(_ name: String, knows rooms: [String] = []) -> Target {
    .target(name: name, dependencies: rooms.map { .init(stringLiteral: $0) }, swiftSettings: rules)
}

/// A plugin: a library under `Plugins/kind`, and the rooms it may know. No plugin knows a plugin.
func plugin(
    _ name: String, at path: String, knows rooms: [String], excluding folders: [String] = []
) -> Target {
    .target(
        name: name, dependencies: rooms.map { .init(stringLiteral: $0) },
        path: "Plugins/\(path)", exclude: folders, swiftSettings: rules)
}

/// The tests of one room, or of several together. `CTestLimits` says how many run at one time.
func tests(_ name: String, of rooms: [String], resources: [Resource]? = nil) -> Target {
    .testTarget(
        name: name, dependencies: (rooms + ["CTestLimits"]).map { .init(stringLiteral: $0) },
        resources: resources, swiftSettings: rules)
}

let rooms: [Target] = [
    room("ListKit", knows: ["Basics"]),
    room("LootCore", knows: ["Basics", "Platform"]),
    room("LootPlugins", knows: ["LootCore", "Platform"]),
    room("LootCollection", knows: ["LootCore", "Platform"]),
    room("LootFormats", knows: ["LootCore", "Platform"]),
    room("LootFiles", knows: ["LootCore", "LootCollection", "LootFormats", "LootPlugins", "Platform"]),
    room("LootSQL", knows: ["LootCore", "LootFormats"]),
    room("LootActions", knows: ["LootCore", "LootFormats", "LootPlugins", "Platform"]),
    room("LootControllers", knows: ["ListKit", "LootActions", "LootCore"]),
    room("LootWiring", knows: ["LootCore", "LootFormats", "LootPlugins", "Platform"]),
    room("LootTesting", knows: ["LootCore"]),
    room("TerminalText"),
    room("CommandLineKit", knows: ["Basics"]),
    room("WebServer", knows: ["Platform"]),
    room("TerminalKit", knows: ["ListKit", "TerminalText", "Platform"]),
]

let plugins: [Target] = [
    plugin("MemoryStore", at: "Stores/Memory", knows: ["LootCore", "LootPlugins", "LootCollection"]),
    plugin("JSONStore", at: "Stores/JSON", knows: ["LootCore", "LootPlugins", "LootFiles", "LootFormats"]),
    plugin(
        "PropertyListStore", at: "Stores/PropertyList",
        knows: ["LootCore", "LootPlugins", "LootFiles", "LootFormats"]),
    plugin(
        "SQLiteStore", at: "Stores/SQLite",
        knows: ["LootCore", "LootPlugins", "LootSQL", "CSQLite", "Platform"]),
    plugin(
        "PostgreSQLStore", at: "Stores/PostgreSQL",
        knows: ["LootCore", "LootPlugins", "LootSQL", "CPostgreSQL", "Platform"]),
    plugin(
        "RemoteStore", at: "Stores/Remote",
        knows: ["LootAPI", "LootCore", "LootPlugins", "CCurl", "Platform"]),
    plugin("ReadOnlyStore", at: "Decorators/ReadOnly", knows: ["LootCore", "LootPlugins"]),
    plugin("MirrorStore", at: "Decorators/Mirror", knows: ["LootCore", "LootPlugins"]),
    plugin("CacheStore", at: "Decorators/Cache", knows: ["LootCore", "LootPlugins"]),
    plugin("ValueSectioning", at: "Sectioning/Value", knows: ["LootCore", "LootPlugins"]),
    plugin("InitialSectioning", at: "Sectioning/Initial", knows: ["LootCore", "LootPlugins"]),
    plugin("DateSectioning", at: "Sectioning/Date", knows: ["LootCore", "LootPlugins"]),
    plugin("FavoriteSectioning", at: "Sectioning/Favorite", knows: ["LootCore", "LootPlugins"]),
    plugin("FieldSectioning", at: "Sectioning/Field", knows: ["LootCore", "LootPlugins"]),
    plugin(
        "CLI", at: "FrontEnds/CLI",
        knows: [
            "LootActions", "LootCore", "LootPlugins", "LootFormats", "CommandLineKit", "TerminalText",
            "Platform",
        ]),
    plugin(
        "HTTP", at: "FrontEnds/HTTP",
        knows: [
            "LootAPI", "LootActions", "LootCore", "LootPlugins", "LootFormats", "WebServer", "HTTPAssets",
            "Platform",
        ],
        excluding: ["Assets"]),
    plugin(
        "TUI", at: "FrontEnds/TUI",
        knows: [
            "LootActions", "LootControllers", "LootCore", "LootPlugins", "LootFormats", "ListKit",
            "TerminalKit",
            "TerminalText", "Platform",
        ]),
]

/// What the web front end and the remote store say to each other; no product.
let between: [Target] = [
    room("LootAPI", knows: ["LootCore", "LootFormats"])
]

/// What the tests of several rooms share; no product.
let testing: [Target] = [
    room("LootFilesTesting", knows: ["LootFiles", "LootCore"]),
    room("WebServerTesting", knows: ["WebServer", "Platform"]),
]

/// Beneath all rooms: what each would write again, and the seam to the operating system; no product.
let seam: [Target] = [
    room("Basics"),
    .target(name: "CPlatform"),
    room("Platform", knows: ["CPlatform"]),
]

/// What only C can say: libraries that are opened when they are needed, and files that stand in the program itself.
let headers: [Target] = [
    .target(name: "CLibrary"),
    .target(name: "CTestLimits", path: "Tests/CTestLimits"),
    .target(name: "CCurl", dependencies: ["CLibrary"]),
    .target(name: "CPostgreSQL", dependencies: ["CLibrary"]),
    .target(name: "CSQLite", dependencies: ["CLibrary"]),
    .target(name: "HTTPAssets", path: "Plugins/FrontEnds/HTTP/Assets", exclude: ["files"]),
]

/// The one place that knows all rooms and plugins, and the program.
let application: [Target] = [
    .target(
        name: "LootLogger",
        dependencies: ([
            "LootCore", "LootPlugins", "LootWiring", "CommandLineKit", "Platform", "TerminalText",
        ]
            + plugins.map(\.name))
            .map { .init(stringLiteral: $0) },
        swiftSettings: rules),
    // At a fixed address, as Go's programs are: 52,000 addresses need not be worked out at each start.
    .executableTarget(
        name: "loot", dependencies: ["LootLogger"], swiftSettings: rules,
        linkerSettings: [
            .unsafeFlags(["-Xclang-linker", "-no-pie"], .when(platforms: [.linux], configuration: .release))
        ]),
]

let suites: [Target] = [
    tests("HouseTests", of: []),
    tests("PlatformTests", of: ["Platform"]),
    tests(
        "ConformanceTests",
        of: [
            "LootTesting", "LootCore", "LootFiles", "LootFormats", "MemoryStore", "JSONStore",
            "PropertyListStore", "ReadOnlyStore",
        ]),
    tests("LootSQLTests", of: ["LootSQL", "LootCore", "LootTesting"]),
    tests(
        "DatabaseStoreTests",
        of: [
            "SQLiteStore", "PostgreSQLStore", "LootSQL", "LootTesting", "LootCore", "LootPlugins",
            "LootLogger",
            "Platform", "CLibrary", "loot",
        ]),
    tests("ListKitTests", of: ["ListKit"]),
    tests("LootCoreTests", of: ["LootCore", "LootPlugins", "LootTesting"]),
    tests(
        "LootCollectionTests",
        of: ["LootCollection", "LootCore", "LootPlugins", "LootTesting", "MemoryStore"]),
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
    tests("LootFormatsTests", of: ["LootFormats", "LootCore", "LootTesting"]),
    tests(
        "LootActionsTests",
        of: ["LootActions", "LootCore", "LootPlugins", "LootFormats", "LootTesting", "MemoryStore"]),
    tests(
        "LootControllersTests",
        of: ["LootControllers", "LootActions", "ListKit", "LootCore", "LootTesting", "MemoryStore"]),
    tests("LootWiringTests", of: ["LootWiring", "LootCore", "LootPlugins"], resources: [.copy("Snapshots")]),
    tests("LootTestingTests", of: ["LootTesting", "LootCore"]),
    tests(
        "SectioningTests",
        of: [
            "ValueSectioning", "InitialSectioning", "DateSectioning", "FavoriteSectioning",
            "FieldSectioning",
            "LootTesting", "LootCore", "LootPlugins",
        ]),
    tests(
        "RemoteStoreTests",
        of: [
            "RemoteStore", "HTTP", "WebServer", "MemoryStore", "JSONStore", "CacheStore", "LootTesting",
            "LootCore", "LootPlugins", "loot",
        ]),
    tests("MirrorStoreTests", of: ["MirrorStore", "MemoryStore", "LootTesting", "LootCore", "LootPlugins"]),
    tests("CacheStoreTests", of: ["CacheStore", "MemoryStore", "LootTesting", "LootCore", "LootPlugins"]),
    tests(
        "ReadOnlyStoreTests", of: ["ReadOnlyStore", "MemoryStore", "LootTesting", "LootCore", "LootPlugins"]),
    tests(
        "LootLoggerTests",
        of: [
            "LootLogger", "LootCore", "LootPlugins", "LootWiring", "LootActions", "LootFormats",
            "LootTesting", "CLI",
            "MemoryStore",
            "ReadOnlyStore",
        ],
        resources: [.copy("Snapshots")]),
    tests("WebServerTests", of: ["WebServer", "WebServerTesting", "Basics", "Platform"]),
    tests(
        "HTTPTests",
        of: [
            "HTTP", "LootAPI", "WebServer", "WebServerTesting", "LootActions", "LootCore", "LootPlugins",
            "LootFormats",
            "LootTesting", "MemoryStore",
        ]),
    tests(
        "BrowserTests", of: ["loot", "WebServer", "WebServerTesting", "LootTesting", "LootCore"]),
    tests("TerminalTextTests", of: ["TerminalText", "Basics"]),
    tests(
        "TerminalKitTests", of: ["TerminalKit", "ListKit", "TerminalText", "Platform"],
        resources: [.copy("Snapshots")]),
    tests(
        "TUITests",
        of: [
            "TUI", "LootActions", "LootControllers", "LootCore", "LootPlugins", "LootTesting", "LootWiring",
            "ListKit", "TerminalKit",
            "TerminalText", "MemoryStore", "JSONStore", "ValueSectioning", "InitialSectioning",
            "FieldSectioning", "loot",
        ],
        resources: [.copy("Snapshots")]),
    tests("CommandLineKitTests", of: ["CommandLineKit", "Basics"], resources: [.copy("Snapshots")]),
]

/// The tests to build, where `LOOT_TESTS` names some of them with commas between: to build all takes its time.
let wanted = Context.environment["LOOT_TESTS"]?.split(separator: ",").map(String.init)

let package = Package(
    name: "LootLogger",
    platforms: [.macOS(.v26), .iOS(.v26)],
    products: (rooms + plugins).map { .library(name: $0.name, targets: [$0.name]) } + [
        .library(name: "LootLogger", targets: ["LootLogger"]),
        .executable(name: "loot", targets: ["loot"]),
    ],
    targets: rooms + between + plugins + application + testing + seam + headers
        + suites.filter { wanted?.contains($0.name) ?? true },
    swiftLanguageModes: [.v6]
)
