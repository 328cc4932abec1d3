// swift-tools-version: 6.3
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

/// The tests of one room, or of several together. `CTestLimits` says how many run at one time, and where their files
/// are.
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
    room("LootFormats", knows: ["Basics", "LootCore", "Platform"]),
    room("LootFiles", knows: ["LootCore", "LootCollection", "LootFormats", "LootPlugins", "Platform"]),
    room("LootSQL", knows: ["LootCore", "LootFormats"]),
    room("LootActions", knows: ["Basics", "LootCore", "LootFormats", "LootPlugins", "QRCode", "Platform"]),
    room("LootWiring", knows: ["LootCore", "LootFormats", "LootPlugins", "Platform"]),
    room("LootLaws", knows: ["LootCore"]),
    room("LootTesting", knows: ["LootCore", "LootLaws"]),
    room("TerminalText"),
    room("CommandLineKit", knows: ["Basics"]),
    room("WebServer", knows: ["CZlib", "Platform"]),
    room("TerminalKit", knows: ["Basics", "ListKit", "TerminalText", "Platform"]),
]

let plugins: [Target] = [
    plugin("MemoryStorePlugin", at: "Stores/Memory", knows: ["LootCore", "LootPlugins", "LootCollection"]),
    plugin(
        "JSONStorePlugin", at: "Stores/JSON", knows: ["LootCore", "LootPlugins", "LootFiles", "LootFormats"]),
    plugin(
        "PropertyListStorePlugin", at: "Stores/PropertyList",
        knows: ["LootCore", "LootPlugins", "LootFiles", "LootFormats"]),
    plugin(
        "SQLiteStorePlugin", at: "Stores/SQLite",
        knows: ["LootCore", "LootPlugins", "LootSQL", "CSQLite", "Platform"]),
    plugin(
        "PostgreSQLStorePlugin", at: "Stores/PostgreSQL",
        knows: ["LootCore", "LootPlugins", "LootSQL", "CPostgreSQL", "Platform"]),
    plugin(
        "RemoteStorePlugin", at: "Stores/Remote",
        knows: ["LootAPI", "LootCore", "LootPlugins", "WebClient"]),
    plugin(
        "WebCatalogPlugin", at: "Catalogs/Web",
        knows: ["LootCore", "LootPlugins", "LootFormats", "WebClient"]),
    plugin(
        "ProgramBridge", at: "Bridges/Programs",
        knows: [
            "LootCore", "LootPlugins", "LootFormats", "LootCollection", "LootLaws", "Basics", "Platform",
        ]),
    plugin(
        "ItemFormatPlugins", at: "Formats/Items",
        knows: ["LootCore", "LootPlugins", "LootFormats", "LootActions"]),
    plugin("ReadOnlyStorePlugin", at: "Decorators/ReadOnly", knows: ["LootCore", "LootPlugins"]),
    plugin("MirrorStorePlugin", at: "Decorators/Mirror", knows: ["LootCore", "LootPlugins", "Platform"]),
    plugin("CacheStorePlugin", at: "Decorators/Cache", knows: ["LootCore", "LootPlugins"]),
    plugin("ValueSectioningPlugin", at: "Sectioning/Value", knows: ["LootCore", "LootPlugins"]),
    plugin("InitialSectioningPlugin", at: "Sectioning/Initial", knows: ["LootCore", "LootPlugins"]),
    plugin("DateSectioningPlugin", at: "Sectioning/Date", knows: ["LootCore", "LootPlugins"]),
    plugin("FavoriteSectioningPlugin", at: "Sectioning/Favorite", knows: ["LootCore", "LootPlugins"]),
    plugin("FieldSectioningPlugin", at: "Sectioning/Field", knows: ["LootCore", "LootPlugins"]),
    plugin("PlaceSectioningPlugin", at: "Sectioning/Place", knows: ["LootCore", "LootPlugins"]),
    plugin(
        "CLI", at: "FrontEnds/CLI",
        knows: [
            "LootActions", "LootCore", "LootPlugins", "LootFormats", "CommandLineKit", "TerminalText",
            "QRCode",
            "Platform",
        ]),
    plugin(
        "HTTP", at: "FrontEnds/HTTP",
        knows: [
            "LootAPI", "LootActions", "LootCore", "LootPlugins", "LootFormats", "QRCode", "WebClient",
            "WebServer", "HTTPAssets", "Basics", "Platform",
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

/// What the front ends and plugins of this package share, and others have no need of; no product.
let between: [Target] = [
    room("LootControllers", knows: ["ListKit", "LootActions", "LootCore"]),
    room("QRCode"),
    room("LootAPI", knows: ["LootCore", "LootFormats"]),
    room("WebClient", knows: ["LootCore", "LootPlugins", "CCurl", "Platform"]),
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
    .target(name: "CZlib", dependencies: ["CLibrary"]),
    .target(name: "HTTPAssets", path: "Plugins/FrontEnds/HTTP/Assets", exclude: ["files"]),
]

/// The one place that knows all rooms and plugins, and the program.
let application: [Target] = [
    .target(
        name: "LootLogger",
        dependencies: ([
            "LootCore", "LootFormats", "LootPlugins", "LootWiring", "CommandLineKit", "Platform",
            "TerminalText",
        ]
            + plugins.map(\.name))
            .map { .init(stringLiteral: $0) },
        swiftSettings: rules),
    // At a fixed address, as Go's programs are: 52,000 addresses need not be worked out at each start. Nothing looks for a
    // symbol in the program, and what looks for one finds it sooner where there are few.
    .executableTarget(
        name: "loot", dependencies: ["LootLogger"], swiftSettings: rules,
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
        of: ["ProgramBridge", "LootCore", "LootPlugins", "LootFormats", "LootWiring", "LootLogger", "loot"]),
    tests(
        "ConformanceTests",
        of: [
            "LootTesting", "LootCore", "LootFiles", "LootFormats", "MemoryStorePlugin", "JSONStorePlugin",
            "PropertyListStorePlugin", "ReadOnlyStorePlugin",
        ]),
    tests("LootSQLTests", of: ["LootSQL", "LootCore", "LootTesting"]),
    tests(
        "DatabaseStoreTests",
        of: [
            "SQLiteStorePlugin", "PostgreSQLStorePlugin", "LootSQL", "LootTesting", "LootCore", "LootPlugins",
            "LootLogger",
            "Platform", "CLibrary", "loot",
        ]),
    tests("ListKitTests", of: ["ListKit"]),
    tests("LootCoreTests", of: ["LootCore", "LootPlugins", "LootTesting"]),
    tests(
        "LootCollectionTests",
        of: ["LootCollection", "LootCore", "LootPlugins", "LootTesting", "MemoryStorePlugin"]),
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
        of: [
            "LootActions", "LootCore", "LootPlugins", "LootFormats", "LootTesting", "MemoryStorePlugin",
            "QRCode",
        ],
        resources: [.copy("Fixtures")]),
    tests(
        "LootControllersTests",
        of: ["LootControllers", "LootActions", "ListKit", "LootCore", "LootTesting", "MemoryStorePlugin"]),
    tests(
        "LootWiringTests", of: ["LootWiring", "LootCore", "LootPlugins", "Platform"],
        resources: [.copy("Snapshots")]),
    tests("LootTestingTests", of: ["LootTesting", "LootCore"]),
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
        "LootLoggerTests",
        of: [
            "LootLogger", "LootCore", "LootPlugins", "LootWiring", "LootActions", "LootFormats",
            "LootTesting", "CLI",
            "MemoryStorePlugin",
            "ReadOnlyStorePlugin", "WebCatalogPlugin", "WebServer",
        ],
        resources: [.copy("Snapshots")]),
    tests("WebServerTests", of: ["WebServer", "WebServerTesting", "Basics", "Platform"]),
    tests(
        "HTTPTests",
        of: [
            "HTTP", "LootAPI", "WebServer", "WebServerTesting", "LootActions", "LootCore", "LootPlugins",
            "LootFormats", "Platform",
            "LootTesting", "MemoryStorePlugin", "ItemFormatPlugins",
        ]),
    tests(
        "BrowserTests", of: ["loot", "WebServer", "WebServerTesting", "LootTesting", "LootCore"]),
    tests("QRCodeTests", of: ["QRCode", "Basics"]),
    tests("TerminalTextTests", of: ["TerminalText", "Basics"]),
    tests(
        "TerminalKitTests", of: ["TerminalKit", "Basics", "ListKit", "TerminalText", "Platform"],
        resources: [.copy("Snapshots")]),
    tests(
        "TUITests",
        of: [
            "TUI", "LootActions", "LootControllers", "LootCore", "LootFormats", "LootPlugins", "LootTesting",
            "LootWiring", "ListKit", "TerminalKit",
            "TerminalText", "MemoryStorePlugin", "JSONStorePlugin", "ValueSectioningPlugin",
            "InitialSectioningPlugin",
            "FieldSectioningPlugin", "ItemFormatPlugins", "loot",
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
