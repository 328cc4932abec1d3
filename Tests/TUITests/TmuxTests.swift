#if canImport(Glibc)
    import Foundation
    import Testing

    /// A complete session of the built program in tmux, followed by a check of the file.
    @Suite(.serialized) struct TmuxTests {
        @Test(
            .enabled(if: Pane.tmux != nil, "tmux isn't installed"),
            .enabled(if: BuiltProgram.path != nil, "loot isn't built"), .timeLimit(.minutes(10)),
            arguments: ["json", "plist"])
        func `a session in a real terminal writes the correct file`(store: String) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appending(path: "items.\(store)").path()
            let program = try #require(BuiltProgram.path)
            let pane = try Pane(folder, "'\(program)' tui --store '\(store):\(file)'; echo ended $?")
            defer { pane.close() }

            try await pane.shows("No items!")
            // Keys that are typed while the store is busy are queued in order.
            pane.type("a Lamp Tab 40 C-s q a Bear Tab 12 C-s q a Mac Tab 950 C-s q g f J")
            try await pane.shows("Items (3 items)")
            try await pane.shows("Lamp (Favorite)")
            pane.type("Enter e ! C-s Escape")
            try await pane.shows("Lamp! (Favorite)")
            pane.type("d Tab Enter")
            try await pane.shows("Items (2 items)")
            pane.type("u")
            try await pane.shows("Items (3 items)")
            pane.type("/ mac")
            try await pane.shows("1 item found")
            pane.type("Escape")
            try await pane.shows("Items (3 items)")
            pane.type("s")
            try await pane.shows("By initial")
            pane.type("Down Down Enter")
            try await pane.shows("B ─")
            pane.type("q")
            try await pane.shows("ended 0")

            let text = try String(contentsOfFile: file, encoding: .utf8)
            let places = ["Bear", "Lamp!", "Mac"].map { text.range(of: $0)?.lowerBound }
            #expect(places.allSatisfy { $0 != nil })
            #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
            #expect(text.contains("40") && text.contains("12") && text.contains("950"))
            #expect(text.contains("true"))
        }

        @Test(
            .enabled(if: Pane.tmux != nil, "tmux isn't installed"),
            .enabled(if: BuiltProgram.path != nil, "loot isn't built"), .timeLimit(.minutes(10)))
        func `a shell runs in the terminal, and its end shows the list again`() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let program = try #require(BuiltProgram.path)
            let file = folder.appending(path: "items.json").path()
            let pane = try Pane(
                folder,
                "SHELL=/bin/sh PS1='shell> ' '\(program)' tui --store 'json:\(file)'; echo ended $?")
            defer { pane.close() }
            try await pane.shows("No items!")
            pane.type("!")
            // Input goes to the screens until the shell reads it.
            try await pane.shows("shell>")
            pane.typeText("stty -a | grep -o ' icanon'; echo in the $((40 + 2)) shell\n")
            try await pane.shows("in the 42 shell")
            try await pane.shows(" icanon")
            pane.typeText("exit\n")
            try await pane.shows("No items!")
            pane.type("a Lamp C-s q")
            try await pane.shows("Items (1 item)")
            pane.type("q")
            try await pane.shows("ended 0")
        }

        @Test(
            .enabled(if: Pane.tmux != nil, "tmux isn't installed"),
            .enabled(if: BuiltProgram.path != nil, "loot isn't built"), .timeLimit(.minutes(10)))
        func `the first start greets in three lines and asks for the currency`() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let program = try #require(BuiltProgram.path)
            let pane = try Pane(
                folder,
                """
                export XDG_DATA_HOME='\(folder.path())'; loot() { '\(program)' "$@"; }
                loot add Lamp --value 40
                loot list; echo ended
                """)
            defer { pane.close() }
            try await pane.shows("[USD]:")
            let lines = pane.screen.split(separator: "\n")
            try #require(lines.count == 4, "three lines and the question in 80 columns: \(lines)")
            #expect(lines[1].contains("loot tui") && lines[1].contains("loot serve --open"))
            #expect(lines[2].contains("loot help"))
            pane.type("EUR Enter")
            try await pane.shows("ended")
            #expect(pane.screen.components(separatedBy: "€40").count == 3)
            #expect(pane.screen.components(separatedBy: "loot tui").count == 2)
            let list = try String(contentsOf: folder.appending(path: "loot/items.json"), encoding: .utf8)
            #expect(list.contains(#""currency":"EUR""#))
        }

        @Test(
            .enabled(if: Pane.tmux != nil, "tmux isn't installed"),
            .enabled(if: BuiltProgram.path != nil, "loot isn't built"), .timeLimit(.minutes(10)))
        func `the first start of the screens greets, asks for the currency, and uses it`() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let program = try #require(BuiltProgram.path)
            let pane = try Pane(
                folder, "export XDG_DATA_HOME='\(folder.path())'; '\(program)' tui; echo ended $?")
            defer { pane.close() }
            try await pane.shows("[USD]:")
            #expect(pane.screen.contains("loot serve --open") && pane.screen.contains("loot help"))
            pane.type("EUR Enter")
            try await pane.shows("No items!")
            #expect(!pane.screen.contains("loot help"))
            pane.type("a Lamp Tab Tab 40 C-s q")
            try await pane.shows("€40")
            pane.type("q")
            try await pane.shows("ended 0")
            let list = try String(contentsOf: folder.appending(path: "loot/items.json"), encoding: .utf8)
            #expect(list.contains(#""currency":"EUR""#))
        }

        @Test(
            .enabled(if: Pane.tmux != nil, "tmux isn't installed"),
            .enabled(if: BuiltProgram.path != nil, "loot isn't built"), .timeLimit(.minutes(10)),
            arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGTRAP])
        func `a signal restores the terminal, and saved changes are kept`(signal: Int32) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let program = try #require(BuiltProgram.path)
            func file(_ name: String) throws -> String {
                try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            }
            let pane = try Pane(
                folder,
                """
                cd \(folder.path()); stty -a > before
                sh -c 'echo $$ > id; exec "\(program)" tui --store json:items.json'
                echo ended $?; stty -a > after; echo all
                """)
            defer { pane.close() }
            try await pane.shows("No items!")
            pane.type("a Lamp C-s")
            try await pane.shows("Added “Lamp”")
            let process = try #require(Int32(try file("id").split(separator: "\n").joined()))
            #expect(kill(process, signal) == 0)
            try await pane.shows("ended \(128 + signal)")
            try await pane.shows("all")
            #expect(!pane.screen.contains("Lamp"))
            #expect(try file("before") == file("after"))
            #expect(try file("items.json").contains("Lamp"))
            let list = Tool.run(program, "list", "--store", "json:\(folder.path())/items.json")
            #expect(list.contains("Lamp"))
        }

        @Test(
            .enabled(if: Pane.tmux != nil, "tmux isn't installed"),
            .enabled(if: BuiltProgram.path != nil, "loot isn't built"), .timeLimit(.minutes(10)),
            arguments: ["json", "plist"])
        func `changes by another process appear, and the cursor stays at its item`(store: String) async throws
        {
            let folder = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let program = try #require(BuiltProgram.path)
            let address = "\(store):\(folder.path())/items.\(store)"
            for name in ["Lamp", "Bear"] { Tool.run(program, "add", name, "--store", address) }
            let pane = try Pane(folder, "'\(program)' tui --store '\(address)'")
            defer { pane.close() }
            try await pane.shows("Items (2 items)")
            pane.type("j")
            try await pane.shows("› Bear")
            Tool.run(program, "add", "Vase", "--at", "1", "--store", address)
            Tool.run(program, "add", "Clock", "--store", address)
            try await pane.shows("Items (4 items)")
            #expect(pane.screen.contains("› Bear"))
            pane.type("q")
        }

        @Test(
            .enabled(if: Pane.tmux != nil, "tmux isn't installed"),
            .enabled(if: BuiltProgram.path != nil, "loot isn't built"), .timeLimit(.minutes(10)))
        func `Ctrl-Z restores the shell, and fg the screen`() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "loot-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let pane = try Pane(folder, "PS1='ready> ' bash --norc --noprofile -i")
            defer { pane.close() }
            try await pane.shows("ready>")
            pane.typeText("'\(try #require(BuiltProgram.path))' tui --store memory:3")
            pane.type("Enter")
            try await pane.shows("Items (3 items)")
            pane.type("C-z")
            try await pane.shows("Stopped")
            #expect(!pane.screen.contains("Items (3 items)"))
            pane.typeText("echo between; fg")
            pane.type("Enter")
            try await pane.shows("Items (3 items)")
            pane.type("q")
            try await pane.shows("between")
        }
    }

    /// The built program.
    enum BuiltProgram {
        static let path: String? = CommandLine.arguments.first.flatMap {
            Tool.path(URL(filePath: $0).deletingLastPathComponent().appending(path: "loot").path())
        }
    }
#endif
