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
func plugin(_ name: String, at path: String, knows rooms: [String]) -> Target {
    .target(
        name: name, dependencies: rooms.map { .init(stringLiteral: $0) }, path: "Plugins/\(path)",
        swiftSettings: rules)
}

/// The tests of one room, or of several together.
func tests(_ name: String, of rooms: [String], resources: [Resource]? = nil) -> Target {
    .testTarget(
        name: name, dependencies: rooms.map { .init(stringLiteral: $0) }, resources: resources,
        swiftSettings: rules)
}

let rooms: [Target] = [
    room("ListKit"),
    room("LootCore"),
    room("LootCollection", knows: ["LootCore"]),
    room("TerminalText"),
    room("CommandLineKit"),
    room("LootFiles", knows: ["LootCore", "LootCollection"]),
]

let plugins: [Target] = [
    plugin("MemoryStore", at: "Stores/Memory", knows: ["LootCore", "LootCollection"])
]

/// What tests of several rooms share; no product.
let testing: [Target] = [
    room("LootFilesTesting", knows: ["LootFiles"])
]

let package = Package(
    name: "LootLogger",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: (rooms + plugins).map { .library(name: $0.name, targets: [$0.name]) },
    targets: rooms + plugins + testing + [
        tests("ListKitTests", of: ["ListKit"]),
        tests("LootCoreTests", of: ["LootCore"]),
        tests("LootCollectionTests", of: ["LootCollection", "LootCore", "MemoryStore"]),
        tests("TerminalTextTests", of: ["TerminalText"]),
        tests("CommandLineKitTests", of: ["CommandLineKit"]),
        tests("LootFilesTests", of: ["LootFiles", "LootFilesTesting", "LootCollection", "LootCore"]),
    ],
    swiftLanguageModes: [.v6]
)
