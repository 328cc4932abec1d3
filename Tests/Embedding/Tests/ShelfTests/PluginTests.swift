import LootCore
import LootTesting
import Testing

@testable import shelf

@Test func `the importer passes the conformance tests`() async {
    let sample = Array("Lamp\n\nSpork\n".utf8)
    await ImporterConformance("names", sample: sample) { _ in NamesImporter() }.check()
}

@Test func `the exporter passes the conformance tests`() async {
    await ExporterConformance(
        "names", fields: ["name"],
        reading: { file in
            String(decoding: file, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
                .dropLast().map { Item(name: String($0)) }
        }
    ) { NamesExporter() }.check()
}

@Test func `the hook passes the conformance tests`() async {
    await HookConformance("needs-place") { NeedsPlace() }.check()
}

@Test func `the decorator passes the conformance tests`() async {
    await DecoratorConformance("full") { FullStore(wrapped: $0, most: 100) }.check()
    await StoreConformance("full", .writable) { _ in FullStore(wrapped: ShelfStore(), most: 5_000) }.check()
}

@Test func `the front end passes the conformance tests`() async {
    await FrontEndConformance("plain", sectioning: ParitySectioning()) {
        PlainFrontEnd(host: $0, bullet: "-")
    }.check()
}
