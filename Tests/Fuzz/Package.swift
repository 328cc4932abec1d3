// swift-tools-version: 6.2
import PackageDescription

// Built by Tests/Soak/run, which instruments this package and the modules that it reads with.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "LootLogger", path: "../..")],
    targets: [
        .executableTarget(
            name: "fuzz",
            dependencies: ["LootCore", "LootFiles", "LootFormats", "WebServer"].map {
                .product(name: $0, package: "LootLogger")
            },
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
