// swift-tools-version: 6.3
import PackageDescription

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "LootLogger") }

let package = Package(
    name: "DatabaseBenchmarks",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "LootLogger", path: "../..")],
    targets: [
        .executableTarget(
            name: "database-benchmarks",
            dependencies: [
                product("LootCore"), product("LootSQL"), product("SQLiteStorePlugin"),
                product("PostgreSQLStorePlugin"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
