import Foundation
import LootCore
import LootPlugins
import LootTesting
import Testing

@Suite struct ReportPackTests {
    @Test func `a pack contains the report, photos and files with correct checksums`() async throws {
        let folder = try TemporaryFolder()
        try Data(FileFixtures.bytes(1)).write(to: URL(filePath: folder("lamp.png")))
        try Data("%PDF-1.4 receipt".utf8).write(to: URL(filePath: folder("receipt & <b>.pdf")))
        var lamp = Item(name: "Lamp", valueInDollars: 40)
        lamp.custom = ["Color & shade": .text("<red>")]
        let session = try Session([lamp, Item(name: "Vase", value: nil)])
        let added = await session.run("file", "add", "#1", folder("lamp.png"), folder("receipt & <b>.pdf"))
        #expect(added.status == .success, "\(added.errors)")
        let outcome = await session.run("report", "--pack", "--owner", "Ann <Holt>", "-o", folder("r.tar"))
        #expect(
            outcome.status == .success
                && outcome.output == "Wrote a report of 2 items to \(folder("r.tar")).\n")
        let checked = try shell(
            "tar xf r.tar && cd report && sha256sum -c SHA256SUMS | sort && ls -R", in: folder)
        #expect(checked.split(separator: "\n").count { $0.hasSuffix(": OK") } == 3, "\(checked)")
        let page = try String(contentsOfFile: folder("report/report.html"), encoding: .utf8)
        #expect(page.contains("Owner: <bdi>Ann &lt;Holt&gt;</bdi>") && page.contains("1 unknown"))
        #expect(page.contains("Color &amp; shade <bdi>&lt;red&gt;</bdi>"))
        let link = try #require(
            page.firstMatch(of: /<a href="([^"]+)"><bdi>receipt &amp; &lt;b&gt;\.pdf/)
                .flatMap { String($0.output.1).removingPercentEncoding })
        #expect(link == "files/Lamp - receipt & _b_.pdf")
        #expect(FileManager.default.fileExists(atPath: folder("report/\(link)")))
        #expect(page.contains("<img src=\"files/Lamp%20-%20lamp.png\""))
        #expect(FileManager.default.fileExists(atPath: folder("report/files/Lamp - lamp.png")))
        let zipped = await session.run("report", "--pack", "-o", folder("r.zip"))
        #expect(zipped.status == .success, "\(zipped.errors)")
        let unpacked = try shell(
            "mkdir z && cd z && python3 -m zipfile -e ../r.zip . && cd report && sha256sum -c SHA256SUMS",
            in: folder)
        #expect(unpacked.split(separator: "\n").count { $0.hasSuffix(": OK") } == 3, "\(unpacked)")
    }

    @Test func `files have names that differ even if case is ignored`() async throws {
        let folder = try TemporaryFolder()
        let session = try Session([Item(name: "Lamp"), Item(name: "LAMP")])
        for (row, content) in [("#1", "one"), ("#2", "two")] {
            try Data(content.utf8).write(to: URL(filePath: folder("note.txt")))
            #expect(await session.run("file", "add", row, folder("note.txt")).status == .success)
        }
        #expect(await session.run("report", "--pack", "-o", folder("r.tar")).status == .success)
        let names = try shell("tar tf r.tar", in: folder).split(separator: "\n").filter {
            $0.contains("files/")
        }
        #expect(names.count == 2 && Set(names.map { $0.lowercased() }).count == 2, "\(names)")
    }

    @Test func `a pack without items contains an empty report, and has only one format`() async throws {
        let session = try Session([])
        let folder = try TemporaryFolder()
        #expect(await session.run("report", "--pack", "-o", folder("r.tar")).status == .success)
        #expect(try shell("tar tf r.tar", in: folder) == "report/report.html\nreport/SHA256SUMS\n")
        let refused = await session.run("report", "--pack", "--format", "csv", "-o", folder("x.tar"))
        #expect(refused.status == .usage && !FileManager.default.fileExists(atPath: folder("x.tar")))
    }

    @Test func `a table has columns for custom fields, and numeric totals`() async throws {
        var lamp = Item(name: "Lamp", value: 40)
        lamp.currency = Currency("EUR")
        lamp.custom = ["Color": .text("=red")]
        var vase = Item(name: "Vase", valueInDollars: 5)
        vase.custom = ["Age": .integer(7)]
        let output = try await Session([lamp, vase]).run("report", "--format", "csv").output
        let lines = output.split(whereSeparator: \.isNewline)
        try #require(lines.count == 3)
        #expect(lines[0].hasSuffix(",Age,Color,Total,Maintenance total") && lines[1].hasSuffix(",,'=red,40,"))
        #expect(lines[2].hasSuffix(",7,,5,"))
    }

    private func shell(_ line: String, in folder: TemporaryFolder) throws -> String {
        let shell = Process()
        let output = Pipe()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", line]
        shell.currentDirectoryURL = URL(filePath: folder.path)
        shell.standardOutput = output
        try shell.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}
