// swift-tools-version: 6.3
import PackageDescription

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
                .product(name: "LootFormats", package: "LootLogger"),
                .product(name: "LootPlugins", package: "LootLogger"),
                .product(name: "LootLogger", package: "LootLogger"),
                .product(name: "LootWiring", package: "LootLogger"),
            ]),
        .testTarget(
            name: "ShelfTests",
            dependencies: ["shelf", .product(name: "LootTesting", package: "LootLogger")]),
    ]
)
