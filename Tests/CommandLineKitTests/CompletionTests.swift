import CommandLineKit
import Foundation
import Testing

@Suite struct CompletionTests {
    private func completion(_ words: [String]) throws -> Completion {
        guard case .complete(let completion) = try shelf.parse(["__complete"] + words) else {
            throw NotACommand()
        }
        return completion
    }

    /// Returns the completions for the last word.
    private func offered(_ words: String...) throws -> [String] {
        try completion(words).text().split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func `completions include visible commands with their summaries`() throws {
        #expect(try offered("") == ["add", "list", "move", "export", "config", "help"])
        #expect(try completion(["mo"]).text() == "move\tMove books to another shelf\n")
        #expect(try offered("config", "") == ["show", "check"])
        #expect(try offered("-c", "x.json", "--set", "a=b", "li") == ["list"])
        #expect(try offered("nonsense", "li") == ["list"])
    }

    @Test func `completions include visible options that haven't been given`() throws {
        #expect(
            try offered("list", "--") == [
                "--format", "--sort", "--limit", "--as", "--config", "--set", "--help",
            ])
        #expect(try offered("list", "--sort", "title", "--s") == ["--set"])
        #expect(try offered("--set", "a=b", "list", "--s") == ["--sort", "--set"])
        #expect(try offered("add", "--no").elementsEqual(["--no-lent"]))
        #expect(try offered("add", "--d").isEmpty)
        #expect(try offered("add", "--", "-").isEmpty)
    }

    @Test func `values are completed in every syntax`() throws {
        #expect(try offered("list", "--format", "") == ["table", "json", "csv"])
        #expect(try offered("list", "--format=j") == ["--format=json"])
        #expect(try offered("list", "--sort", "pa") == ["pages"])
        #expect(try offered("list", "--as", "c") == ["cards"])
        #expect(try offered("list", "--limit", "").isEmpty)
        #expect(try offered("list", "--nonsense=x").isEmpty)
        #expect(try offered("help", "ad") == ["add"])
    }

    @Test func `the shell completes files, and the program completes dynamic values`() throws {
        #expect(try completion(["config", "check", ""]).text() == "\tfiles\n")
        #expect(try completion(["export", "x", ""]).text() == "\tdirectories\n")
        #expect(try completion(["-c", ""]).text() == "\tfiles\n")
        let books = try completion(["move", "Uly"])
        #expect(books.asked == ["books"] && books.typed == "Uly")
        #expect(books.text([.init("Ulysses", "James\nJoyce")]) == "Ulysses\tJames Joyce\n")
        #expect(try completion(["move", "Ulysses", "l"]).text() == "lower\t\n")
        #expect(try completion(["--set", "a=b", "list", ""]).invocation[Shelf.set] == ["a=b"])
    }

    /// Returns bash's completions for a line with the cursor at its end.
    private func inBash(_ line: String, answers: String) throws -> [String] {
        let folder = URL.temporaryDirectory.appending(path: "completions-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(shelf.completionScript(for: .bash).utf8).write(to: folder.appending(path: "completion"))
        try Data(answers.utf8).write(to: folder.appending(path: "answers"))
        // The script splits words at "=" and ":", like bash does for completions.
        let script = #"""
            source ./completion
            shelf() { printf '%s|' "$@" > asked; cat answers; }
            COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDS=() COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
            rest=$1
            while [[ -n $rest ]]; do
                rest=${rest#"${rest%%[! ]*}"}
                if [[ $rest == [:=]* ]]; then piece=${rest:0:1}; else piece=${rest%%[ :=]*}; fi
                COMP_WORDS+=("$piece"); rest=${rest#"$piece"}
            done
            [[ $1 == *' ' ]] && COMP_WORDS[${#COMP_WORDS[@]}-1]=''
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _shelf_complete
            cat asked; echo; printf '%s\n' "${COMPREPLY[@]}"
            """#
        let bash = Process()
        bash.executableURL = URL(filePath: "/bin/bash")
        bash.arguments = ["-c", script, "bash", line]
        bash.currentDirectoryURL = folder
        let output = Pipe()
        bash.standardOutput = output
        try bash.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        bash.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `bash passes whole words, and inserts only the part after its own word breaks`() throws {
        #expect(
            try inBash("shelf --set a:b=c list --format=j", answers: "--format=json\t\n")
                == ["__complete|--set|a:b=c|list|--format=j|", "json"])
        #expect(
            try inBash("shelf move ", answers: "War and Peace\ta book\nUlysses\n")
                == ["__complete|move||", #"War\ and\ Peace"#, "Ulysses"])
        #expect(try inBash("shelf move 'Wa", answers: "War and Peace\n").last == "War and Peace")
        #expect(try inBash("shelf config check ans", answers: "\tfiles\n").last == "answers")
    }
}
