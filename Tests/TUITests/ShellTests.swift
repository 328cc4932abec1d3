#if canImport(Glibc)
    import Foundation
    import Testing

    /// Runs the built program in real shells in tmux: completions with Tab, and the pager.
    @Suite(
        .enabled(if: BuiltProgram.path != nil && Pane.tmux != nil, "loot or tmux isn't installed"),
        .timeLimit(.minutes(10)), .serialized)
    struct ShellTests {
        private static let shells = [
            ("bash", "bash --norc --noprofile -i", "source <(loot completions bash)"),
            (
                "zsh", "zsh -f -i",
                "autoload -U compinit && compinit -u -D && source <(loot completions zsh)"
            ),
            ("fish", "fish --no-config -i", "loot completions fish | source"),
        ]

        @Test(arguments: ShellTests.shells.map(\.0).filter { ShellPane.path($0) != nil })
        func `Tab completes values that only the program knows`(shell: String) async throws {
            let (_, command, source) = try #require(Self.shells.first { $0.0 == shell })
            let pane = try ShellPane(command)
            defer { pane.close() }
            try await pane.enter("echo ready; \(source)", shows: "ready\n")
            try await pane.enter("echo again", shows: "again\n")
            // A name is quoted or escaped as the program requires.
            pane.type("loot show ham")
            try await pane.tab(shows: "Drill")
            try await pane.enter("", shows: "Location  House / Garage")
            try await pane.clear()
            // A place with slashes and spaces, after an option's equals sign.
            pane.type("loot edit 1 --location=Hou")
            try await pane.tab(shows: "House")
            try await pane.clear()
            // Complete a value in a quoted filter.
            pane.type("loot list --where 'location = Gar")
            try await pane.tab(shows: "location = Garage")
            try await pane.clear()
            // Complete a field after a comma, a sort direction after a colon, and a store.
            pane.type("loot list --fields name,loca")
            try await pane.tab(shows: "name,location")
            try await pane.clear()
            pane.type("loot list --sort value:d")
            try await pane.tab(shows: "value:desc")
            try await pane.clear()
            pane.type("loot --store sql")
            try await pane.tab(shows: "sqlite:")
            try await pane.clear()
            // The program accepts the completed line.
            pane.type("loot list --format '{name}.' --where 'name = Sa")
            try await pane.tab(shows: "name = Saw")
            try await pane.enter(pane.screen.contains("Saw'") ? "" : "'", shows: "\nSaw.\n")
        }

        @Test(.enabled(if: ShellPane.path("less") != nil, "less isn't installed"))
        func `long output is shown in a pager, and short output directly`() async throws {
            let pane = try ShellPane("bash --norc --noprofile -i")
            defer { pane.close() }
            // Half of the word is quoted, so that the typed line doesn't contain it.
            try await pane.enter("unset LESS PAGER LOOT_PAGER; loot list; echo do''ne", shows: "\ndone\n")
            #expect(pane.screen.contains("Anvil"))
            try await pane.enter("clear; loot add --random 200 -q; loot list", shows: "\n:")
            pane.type("q")
            try await pane.enter(
                "clear; loot --no-pager list | tail -n 1; loot --no-pager list; echo a''ll",
                shows: "\nall\n")
            try await pane.enter(
                "clear; PAGER='head -n 1; echo by m\"\"e; cat >/dev/null' loot list", shows: "\nby me\n")
            try await pane.enter(
                "clear; LOOT_PAGER=cat PAGER=nonsense loot list; echo c''at", shows: "\ncat\n")
            try await pane.enter("clear; loot list --format csv; echo cs''v", shows: "\ncsv\n")
            try await pane.enter("clear; TZ=Asia/Tokyo loot history --limit 1", shows: "+0900")
        }
    }

    /// A shell in a separate terminal, with the built program in its path and a list.
    struct ShellPane {
        private let folder = FileManager.default.temporaryDirectory.appending(
            path: "loot-shell-\(UUID().uuidString.prefix(8))")
        private let pane: Pane

        /// Returns the path of a program in Debian.
        static func path(_ name: String) -> String? { Tool.path("/usr/bin/\(name)", "/bin/\(name)") }

        init(_ command: String) throws {
            let program = try #require(BuiltProgram.path)
            let path = folder.path()
            try FileManager.default.createDirectory(
                at: folder.appending(path: "bin"), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)/bin/loot", withDestinationPath: program)
            let items = [
                ("1", "Hammer Drill", "House / Garage"), ("2", "Anvil", "Garage"), ("3", "Saw", "Garage"),
            ]
            .map {
                #"{"id":"\#($0)0000000-0000-4000-8000-00000000000\#($0)","name":"\#($1)","valueInDollars":40,"location":"\#($2)"}"#
            }
            try Data(#"{"format":"loot","version":1,"items":[\#(items.joined(separator: ",\n"))]}"#.utf8)
                .write(to: folder.appending(path: "items.json"))
            let environment =
                "HOME=\(path) PATH=\(path)/bin:/usr/bin:/bin LANG=C.UTF-8 TERM=screen PS1='$ ' "
                + "LOOT_STORE=json:\(path)/items.json XDG_CONFIG_HOME=\(path) XDG_DATA_HOME=\(path) LOOT_CONFIG="
            pane = try Pane(folder, "cd \(path); env -i \(environment) \(command)", columns: 100)
        }

        func close() {
            pane.close()
            try? FileManager.default.removeItem(at: folder)
        }

        var screen: String { pane.screen }

        /// Types text.
        func type(_ text: String) { if !text.isEmpty { pane.typeText(text) } }

        /// Presses Tab and waits for the given text.
        func tab(shows text: String, _ location: SourceLocation = #_sourceLocation) async throws {
            pane.type("Tab")
            try await pane.shows(text, location)
        }

        /// Enters a line and waits for the given text.
        func enter(_ line: String, shows text: String, _ location: SourceLocation = #_sourceLocation)
            async throws
        {
            type(line)
            pane.type("Enter")
            try await pane.shows(text, location)
        }

        /// Deletes the input and clears the screen. A shell may ignore a key while it completes.
        func clear() async throws {
            repeat {
                pane.type("C-u C-l")
                try await Task.sleep(for: .milliseconds(50))
            } while screen.contains("loot ")
        }
    }
#endif
