// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "LootLogger") }

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "LootLogger", path: "../..")],
    targets: [
        .executableTarget(
            name: "benchmarks",
            dependencies: [product("LootCore"), product("LootQueryText"), product("MemoryStorePlugin")],
            swiftSettings: settings),
        .executableTarget(
            name: "file-benchmarks",
            dependencies: [
                product("LootCore"), product("LootFiles"), product("LootFormats"), product("LootFoundation"),
                product("JSONStorePlugin"),
                product("PropertyListStorePlugin"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "terminal-benchmarks",
            dependencies: [
                product("LootCore"), product("LootWiring"), product("LootActions"),
                product("MemoryStorePlugin"), product("FieldSectioningPlugin"),
                product("InitialSectioningPlugin"),
                product("TerminalKit"), product("TUI"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
