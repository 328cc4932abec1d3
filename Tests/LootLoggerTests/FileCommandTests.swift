import CLI
import Foundation
import LootCore
import LootPlugins
import LootTesting
import Testing

@Suite struct FileCommandTests {
    private let receipt = FileFixtures.bytes(1, .pdf)
    private let front = FileFixtures.bytes(2, .jpeg)

    private func session() async -> FileSession {
        let session = FileSession()
        session["receipt.pdf"] = receipt
        session["front.jpg"] = front
        session["empty.txt"] = []
        session["lying.pdf"] = Array("plain text".utf8)
        await session.run("--store", "json:items.json", "add", "Lamp")
        return session
    }

    @discardableResult
    private func run(_ session: FileSession, _ words: String...) async -> Outcome {
        await session.run(["--store", "json:items.json"] + words)
    }

    @Test func `files can be added, listed, moved, renamed, saved and removed, with undo`()
        async throws
    {
        let session = await session()
        let folder = session.folder
        #expect(await run(session, "file", "list", "#1").output == "“Lamp” has no files.\n")
        let added = await run(session, "file", "add", "#1", folder + "/receipt.pdf", folder + "/front.jpg")
        #expect(added.output == "Added “receipt.pdf” and “front.jpg” to “Lamp”.\n", "\(added.errors)")
        #expect(session["items.json.photos/\(FileID(of: receipt)).pdf"] == receipt)
        let list = await run(session, "file", "list", "#1").output
        let lines = list.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(
            lines == [
                "1 receipt.pdf application/pdf \(receipt.count) bytes",
                "2 front.jpg (Photo) image/jpeg \(front.count) bytes",
            ])
        #expect(await run(session, "list").output.contains("Lamp (2 files)"))
        #expect(await run(session, "list", "--where", "files ~ receipt", "--count").output == "1\n")
        #expect(await run(session, "list", "--where", "has file", "--count").output == "1\n")
        #expect(await run(session, "show", "#1").output.contains("receipt.pdf"))
        #expect(
            await run(session, "file", "get", "#1", "receipt", "-o", folder + "/out.pdf").output
                == "Wrote “receipt.pdf” (\(receipt.count) bytes) to FOLDER/out.pdf.\n")
        #expect(session["out.pdf"] == receipt)
        #expect(
            await run(session, "file", "move", "#1", "front.jpg", "1").output
                == "“front.jpg” is now file 1 of “Lamp”.\n")
        #expect(
            await run(session, "file", "rename", "#1", "2", "bill.pdf").output
                == "Renamed “receipt.pdf” to “bill.pdf”.\n")
        #expect(
            await run(session, "file", "remove", "#1", "1").output == "Removed “front.jpg” from “Lamp”.\n")
        #expect(await run(session, "photo", "#1").output == "“Lamp” has no photo.\n")
        for title in ["Remove 1 file from", "Rename a file of", "Move a file of", "Add 2 files to"] {
            #expect(await run(session, "undo").output == "Undone: \(title) “Lamp”\n")
        }
        #expect(await run(session, "file", "list", "#1").output == "“Lamp” has no files.\n")
        #expect(await run(session, "check").output.contains("2 files are intact"))
    }

    @Test func `lists of files have machine formats, and items.json is readable`() async throws {
        let session = await session()
        await run(session, "file", "add", "#1", session.folder + "/receipt.pdf", "--name", "a, b.pdf")
        let entry =
            #"{"name":"a, b.pdf","sha256":"\#(FileID(of: receipt))","type":"application/pdf","bytes":\#(receipt.count)}"#
        let listed =
            #"{"number":1,"name":"a, b.pdf","type":"application/pdf","bytes":\#(receipt.count),"sha256":"\#(FileID(of: receipt))"}"#
        #expect(await run(session, "file", "list", "#1", "--format", "json").output == "[\n\(listed)\n]\n")
        #expect(
            String(decoding: session["items.json"] ?? [], as: UTF8.self).contains(#""files":[\#(entry)]"#))
        #expect(
            await run(session, "file", "list", "#1", "--format", "csv").output
                == "number,name,type,bytes,sha256\n1,\"a, b.pdf\",application/pdf,\(receipt.count),\(FileID(of: receipt))\n"
        )
        #expect(await run(session, "list", "--fields", "files").output.contains("a, b.pdf"))
        #expect(await run(session, "list", "--format", "json", "--fields", "files").output.contains(entry))
        #expect(await run(session, "report", "--format", "csv").output.contains("a, b.pdf"))
        #expect(await run(session, "report").output.contains("a, b.pdf"))
    }

    @Test func `an invalid file is rejected with a reason, and nothing changes`() async throws {
        let session = await session()
        let folder = session.folder
        let large = folder + "/large.bin"
        _ = FileManager.default.createFile(atPath: large, contents: nil)
        try FileHandle(forWritingAtPath: large)?.truncate(atOffset: 2 << 30)
        let before = session["items.json"]
        for (words, why) in [
            ([folder + "/empty.txt"], "It is empty."), ([large], "It is larger than 100 MiB."),
            ([folder + "/gone.txt"], "The file or folder doesn't exist."), ([folder], "It is a folder."),
            ([folder + "/receipt.pdf", "--name", "../x"], "slash"), (["-"], "Standard input has no name."),
            ([folder + "/receipt.pdf", folder + "/front.jpg", "--name", "a"], "--name names a single file"),
            ([folder + "/receipt.pdf", folder + "/gone.txt"], "The file or folder doesn't exist."),
        ] {
            let outcome = await session.run(["--store", "json:items.json", "file", "add", "#1"] + words)
            #expect(outcome.status != .success && outcome.errors.contains(why), "\(outcome.errors)")
        }
        #expect(session["items.json"] == before && !session.names.contains("items.json.photos"))
        for words in [
            ["list"], ["get", "1"], ["open", "x"], ["move", "1", "2"], ["rename", "1", "a"], ["remove", "1"],
        ] {
            let all = ["--store", "json:items.json", "file", words[0], "#1"] + words.dropFirst()
            let outcome = await session.run(all)
            if words != ["list"] {
                #expect(
                    outcome.errors.contains("It has no files. Add a file: loot file add"),
                    "\(outcome.errors)")
            }
        }
    }

    @Test func `a wrong extension is corrected, and a duplicate name gets a number`() async throws {
        let session = await session()
        await run(session, "file", "add", "#1", session.folder + "/lying.pdf")
        await run(session, "file", "add", "#1", session.folder + "/receipt.pdf", "--name", "lying.pdf")
        let csv = await run(session, "file", "list", "#1", "--format", "csv").output
        #expect(csv.contains("1,lying.pdf,application/octet-stream,10,"))
        #expect(csv.contains("2,lying (2).pdf,application/pdf,"))
        let both = await run(session, "file", "get", "#1", "lying")
        #expect(both.errors.contains("2 files match: 1 “lying.pdf” and 2 “lying (2).pdf”."))
        #expect(
            await run(session, "file", "add", "#1", session.folder + "/lying.pdf").output
                == "“Lamp” already has this file.\n")
    }

    @Test func `a check names missing and damaged files`() async throws {
        let session = await session()
        await run(session, "file", "add", "#1", session.folder + "/receipt.pdf")
        let kept = "items.json.photos/\(FileID(of: receipt)).pdf"
        session[kept] = receipt + [0]
        #expect(
            await run(session, "check").errors.contains("Its bytes don't match its name."))
        session[kept] = nil
        let gone = await run(session, "check")
        #expect(
            gone.status == .badData && gone.errors.contains("Can't find the file “receipt.pdf” of “Lamp”"))
        #expect(gone.errors.contains("loot file add"))
        #expect(await run(session, "file", "get", "#1", "1", "-o", "-").status == .badData)
        // Adding it again fixes it.
        await run(session, "file", "add", "#1", session.folder + "/receipt.pdf")
        #expect(await run(session, "check").status == .success)
    }

    @Test func `copies and archives include files`() async throws {
        let session = await session()
        await run(
            session, "file", "add", "#1", session.folder + "/receipt.pdf", session.folder + "/front.jpg")
        let copied = await run(session, "copy", "--to", "sqlite:copy.sqlite")
        #expect(copied.output.contains("1 item and 2 files"), "\(copied.errors)")
        await run(session, "export", session.folder + "/all.tar")
        let imported = await session.run(
            "--store", "plist:other.plist", "import", session.folder + "/all.tar")
        #expect(
            imported.output.hasSuffix("1 added, 0 changed, 0 unchanged, 2 files.\n"), "\(imported.errors)")
        for store in ["sqlite:copy.sqlite", "plist:other.plist"] {
            let outcome = await session.run(
                "--store", store, "file", "get", "#1", "1", "-o", session.folder + "/out", "-f")
            #expect(session["out"] == receipt, "\(outcome.errors)")
            let check = await session.run("--store", store, "check")
            #expect(check.status == .success && check.output.contains("2 files are"), "\(check.errors)")
        }
    }

    @Test func `completions include the files of the item`() async throws {
        let session = await session()
        await run(
            session, "file", "add", "#1", session.folder + "/receipt.pdf", session.folder + "/front.jpg")
        let offered = await session.run(
            "__complete", "--store", "json:items.json", "file", "get", "#1", ""
        ).output
        #expect(offered.contains("receipt.pdf") && offered.contains("front.jpg"), "\(offered)")
    }

    @Test func `an archive names items with missing files, and contains the rest`() async throws {
        let session = await session()
        await run(
            session, "file", "add", "#1", session.folder + "/receipt.pdf", session.folder + "/front.jpg")
        session["items.json.photos/\(FileID(of: receipt)).pdf"] = nil
        let outcome = await run(session, "export", session.folder + "/all.tar")
        #expect(outcome.status == .success)
        #expect(outcome.output == "Exported 1 item to FOLDER/all.tar, without 1 file.\n")
        #expect(outcome.errors.contains("Can't find the file “receipt.pdf” of “Lamp”"), "\(outcome.errors)")
        let imported = await session.run(
            "--store", "plist:other.plist", "import", session.folder + "/all.tar")
        #expect(imported.output.hasSuffix("1 added, 0 changed, 0 unchanged, 1 file.\n"), "\(imported)")
    }

    @Test(arguments: ["file", "photo"])
    func `a special file is rejected without waiting`(command: String) async throws {
        let session = await session()
        let pipe = session.folder + "/pipe.jpg"
        _ = try Process.run(URL(filePath: "/usr/bin/env"), arguments: ["mkfifo", pipe]).waitUntilExit()
        for path in [pipe, "/dev/zero"] {
            let words = command == "file" ? ["file", "add", "#1", path] : ["photo", "#1", path]
            let outcome = await session.run(["--store", "json:items.json"] + words)
            #expect(outcome.status != .success)
            #expect(outcome.errors.contains("It isn't a regular file."), "\(outcome.errors)")
        }
    }

    @Test func `the history shows file names and no digests`() async throws {
        let session = await session()
        await run(
            session, "file", "add", "#1", session.folder + "/receipt.pdf", session.folder + "/front.jpg")
        await run(session, "file", "move", "#1", "front.jpg", "1")
        session["back.jpg"] = FileFixtures.bytes(3, .jpeg)
        await run(session, "photo", "#1", session.folder + "/back.jpg")
        let history = await run(session, "history", "#1").output
        #expect(history.contains("Files: not set → receipt.pdf, front.jpg"), "\(history)")
        #expect(history.contains("Photo: not set → a photo"), "\(history)")
        #expect(history.contains("Photo: a photo → another photo"), "\(history)")
        #expect(!history.contains(FileID(of: front).short), "\(history)")
    }
}
