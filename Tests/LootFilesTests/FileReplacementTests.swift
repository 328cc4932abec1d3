import LootCore
import LootFiles
import LootFilesTesting
import Testing

private let path = "things/items.json"
private let old = Array("the old content, which must never be lost".utf8)
private let new = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

private func replace(_ content: [UInt8], at path: String = path, on files: any FileSystem) throws(LootError) {
    var replacement = try FileReplacement(of: path, on: files, for: "Can't save.")
    for start in stride(from: 0, to: content.count, by: 700) {
        let part = Array(content[start..<min(content.count, start + 700)])
        try replacement.write(part.span.bytes)
    }
    try replacement.commit()
}

struct `Replacing a file` {
    @Test func `replacing a file leaves nothing else behind`() throws {
        let files = ModelFileSystem()
        files[path] = old
        try replace(new, on: files)
        #expect(files[path] == new)
        #expect(files.paths == ["things", path])
    }

    @Test func `the new content of the file is reported`() throws {
        let files = ModelFileSystem()
        files[path] = old
        var replacement = try FileReplacement(of: path, on: files, for: "Can't save.")
        try replacement.write(new.span.bytes)
        let identity = try replacement.commit()
        let status = try #require(try files.status(at: path))
        let expected = FileIdentity(of: new.span.bytes, status: status)
        #expect(identity == expected)
        #expect(identity.isUntouched(status))
    }

    @Test func `an aborted replacement changes nothing`() throws {
        let files = ModelFileSystem()
        files[path] = old
        do {
            var replacement = try FileReplacement(of: path, on: files, for: "Can't save.")
            try replacement.write(new.span.bytes)
        }
        #expect(files[path] == old)
        #expect(files.paths == ["things", path])
    }

    @Test func `after a power failure at any step the file is old or new, and new once acknowledged`() throws
    {
        var random = SeededGenerator(seed: 7)
        var cuts = 0
        for cut in 0..<40 {
            for _ in 0..<60 {
                let files = ModelFileSystem()
                files[path] = old
                files.limit(cutAfter: cut)
                let isDone = (try? replace(new, on: files)) != nil
                let after = files.restarted(using: &random)[path]
                cuts += 1
                if isDone {
                    #expect(after == new)
                } else {
                    #expect(after == old || after == new, "cut \(cut)")
                }
            }
        }
        #expect(cuts >= 2000)
    }

    @Test func `the old content is kept if any call fails, once or permanently`() throws {
        for isLasting in [false, true] {
            var step = 0
            while true {
                let model = ModelFileSystem()
                model[path] = old
                let files = FaultyFileSystem(model, .init(after: step, isLasting: isLasting))
                let result = Result { try replace(new, on: files) }
                if files.hits == 0 { break }
                let content = try #require(model[path])
                switch result {
                case .success: #expect(content == new)
                case .failure(let error):
                    #expect(content == old || content == new)
                    #expect((error as? LootError)?.code == .inputOutput)
                }
                files.set(nil)
                try replace(new, on: files)
                #expect(model[path] == new && model.paths == ["things", path])
                step += 1
            }
            #expect(step > 8)
        }
    }

    @Test func `on a full disk the old file is unchanged, and replacing works once there is space`()
        throws
    {
        for budget in stride(from: old.count, to: old.count + new.count, by: 97) {
            let files = ModelFileSystem()
            files[path] = old
            files.limit(capacity: budget)
            let error = #expect(throws: LootError.self) { try replace(new, on: files) }
            #expect(error?.code == .noSpace)
            #expect(files[path] == old && files.paths == ["things", path])
            files.limit()
            try replace(new, on: files)
            #expect(files[path] == new)
        }
    }

    @Test func `a temporary file of a crashed process is reused`() throws {
        let files = ModelFileSystem()
        files["things/.items.json.tmp"] = new + new
        try replace(old, on: files)
        #expect(files[path] == old && files.paths == ["things", path])
    }

    @Test func `concurrent replacements of a file are rejected`() throws {
        let files = ModelFileSystem()
        files[path] = old
        var first = try FileReplacement(of: path, on: files, for: "Can't save.")
        let error = #expect(throws: LootError.self) { try replace(old, on: files) }
        #expect(error?.code == .locked)
        try first.write(new.span.bytes)
        try first.commit()
        #expect(files[path] == new)
    }
}

struct `Replacing a real file` {
    let folder = TemporaryFolder()
    let files = SystemFileSystem()

    @Test func `a replaced file keeps its permissions and its symbolic links`() throws {
        let target = folder.path + "/target.json"
        let link = folder.path + "/link.json"
        try replace(old, at: target, on: files)
        folder.run("chmod", "640", target)
        folder.run("ln", "-s", "target.json", link)
        try replace(new, at: link, on: files)
        #expect(try files.contents(of: target)?.bytes == new)
        #expect(try files.access(of: target)?.permissions == 0o640)
        #expect(try files.destination(ofLink: link) == "target.json")
        #expect(folder.names == ["link.json", "target.json"])
    }

    @Test func `a folder, a pipe and a loop of links are rejected with the reason`() throws {
        folder.run("mkfifo", folder.path + "/pipe")
        folder.run("ln", "-s", "round", folder.path + "/round")
        for (name, reason) in [
            ("", "folder"), ("pipe", "pipe"), ("round", "links"), ("no/such/folder", "doesn't exist"),
        ] {
            let error = #expect(throws: LootError.self) {
                try replace(new, at: folder.path + "/" + name, on: files)
            }
            #expect(error?.reason.text.contains(reason) == true, "\(name): \(error?.description ?? "")")
        }
    }

    @Test func `a pipe is never opened for reading`() throws {
        folder.run("mkfifo", folder.path + "/pipe")
        #expect(throws: SystemError.self) { try files.contents(of: folder.path + "/pipe") }
    }
}
