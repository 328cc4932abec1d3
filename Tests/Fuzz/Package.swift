// swift-tools-version: 6.3
import PackageDescription

// Tests/Soak/run --only fuzz builds this package, instruments it and the modules that it reads with, and gives each
// parser its seeds and a minute. One parser alone, as long as one likes, here that of requests:
//
//   swift build --package-path Tests/Fuzz -c release --product fuzz -Xswiftc -sanitize=fuzzer -Xswiftc -enable-testing
//   LOOT_FUZZ=http Tests/Fuzz/.build/release/fuzz -max_total_time=600 -max_len=8192 CORPUS SEEDS
//
// CORPUS is a folder that grows, SEEDS one with whole requests. What it finds is kept in a file that it names.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v26)],
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
