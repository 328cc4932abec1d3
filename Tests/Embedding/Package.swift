// swift-tools-version: 6.3
import PackageDescription

/// The modules for user interfaces in a terminal.
let kit = [
    "ListKit", "LootControllers", "LootCore", "MemoryStorePlugin", "TerminalKit", "TerminalText",
    "ValueSectioningPlugin",
].map { Target.Dependency.product(name: $0, package: "LootLogger") }

let package = Package(
    name: "Embedding",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "LootLogger", path: "../..")],
    targets: [
        .executableTarget(
            name: "shelf",
            dependencies: [
                .product(name: "Localization", package: "LootLogger"),
                .product(name: "LootCore", package: "LootLogger"),
                .product(name: "LootCollection", package: "LootLogger"),
                .product(name: "LootFiles", package: "LootLogger"),
                .product(name: "LootFormats", package: "LootLogger"),
                .product(name: "LootPlugins", package: "LootLogger"),
                .product(name: "LootLogger", package: "LootLogger"),
                .product(name: "LootWiring", package: "LootLogger"),
            ]),
        // An app with a list, a gallery of all controls, and a check that the described system is public.
        .executableTarget(name: "items", dependencies: kit),
        .executableTarget(name: "gallery", dependencies: kit),
        .target(name: "Described", dependencies: kit),
        .testTarget(
            name: "ShelfTests",
            dependencies: [
                "shelf",
                .product(name: "LootFilesTesting", package: "LootLogger"),
                .product(name: "LootTesting", package: "LootLogger"),
            ]),
    ]
)
