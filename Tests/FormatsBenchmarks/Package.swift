// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FormatsBenchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "LootLogger", path: "../..")],
    targets: [
        .executableTarget(
            name: "formats-benchmarks",
            dependencies: [
                .product(name: "LootCore", package: "LootLogger"),
                .product(name: "LootFormats", package: "LootLogger"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
