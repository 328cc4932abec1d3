// swift-tools-version: 6.3
import PackageDescription

// Tests/Soak/run --only fuzz builds this package with instrumentation, and fuzzes each parser for a minute, starting with
// seeds. To fuzz a single parser, here the one for requests, for any time:
//
//   swift build --package-path Tests/Fuzz -c release --product fuzz -Xswiftc -sanitize=fuzzer -Xswiftc -enable-testing
//   LOOT_FUZZ=http Tests/Fuzz/.build/release/fuzz -max_total_time=600 -max_len=8192 CORPUS SEEDS
//
// The fuzzer adds inputs to the folder CORPUS. SEEDS is a folder with complete requests. Findings are saved in files whose
// names the fuzzer prints.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "LootLogger", path: "../..")],
    targets: [
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "LootCore", "LootFiles", "LootFormats", "LootQueryText", "LootSpreadsheets", "WebServer",
            ].map {
                .product(name: $0, package: "LootLogger")
            },
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
