import Foundation
import LootCore
import LootPlugins
import Testing

@Suite struct ReportChartTests {
    private func session() throws -> Session {
        var (lamp, sofa) = (Item(name: "Lamp", valueInDollars: 40), Item(name: "Sofa", valueInDollars: 300))
        (lamp.location, sofa.location) = ("House / Attic", "Garage")
        (sofa.purchasePrice, sofa.purchaseDate) = (800, Day("2024-05-01"))
        return try Session([lamp, sofa])
    }

    @Test(arguments: [("place", ["Garage", "House"]), ("year", ["2024, bought"])])
    func `a report contains a chart on request`(kind: String, labels: [String]) async throws {
        let session = try session()
        let page = await session.run("report", "--chart", kind).output
        let chart = try #require(page.firstMatch(of: /<figure class="chart">([\s\S]*?)<\/figure>/)?.output.1)
        #expect(chart.matches(of: /<title>([^<]*)<\/title>/).map { String($0.output.1) } == labels)
        #expect(!(await session.run("report").output.contains("<figure")))
    }

    @Test func `a chart of the selected items is in the archive, and not in a table`() async throws {
        let session = try session()
        let folder = try TemporaryFolder()
        let words = ["report", "--chart", "place", "--where", "name = Lamp"]
        #expect(await session.run(words + ["--pack", "-o", folder("r.tar")]).status == .success)
        let page = String(decoding: try Data(contentsOf: URL(filePath: folder("r.tar"))), as: UTF8.self)
        #expect(page.contains("<title>House</title>") && !page.contains("<title>Garage</title>"))
        #expect(await session.run(words + ["--format", "csv"]).status == .usage)
    }
}
