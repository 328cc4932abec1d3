import LootCore
import LootPlugins
import Testing

/// Completions in a filter.
@Suite struct FilterCompletionTests {
    private static func session() throws -> Session {
        var items = [
            Item(name: "Lamp", valueInDollars: 40), Item(name: "Big Lantern", valueInDollars: 5),
            Item(name: "Saw"),
        ]
        items[0].location = "House / Attic"
        items[1].location = "Garage"
        items[2].lentTo = "Ann"
        items[2].custom = ["Shelf mark": .text("A 1")]
        var session = try Session(items)
        session.files["/c.json"] = #"{ "fields": { "color": { "choices": ["red", "blue"] } } }"#
        return session
    }

    private func offered(_ filter: String) async throws -> [String] {
        let outcome = try await Self.session().run([
            "__complete", "--config", "/c.json", "list", "--where", filter,
        ])
        return outcome.lines.map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func `fields are completed at the beginning and after operators that join`() async throws {
        #expect(try await offered("loc") == ["location"])
        #expect(try await offered("value > 3 and loc") == ["value > 3 and location"])
        #expect(try await offered("not (value > 3 or LOC") == ["not (value > 3 or location"])
        #expect(try await offered("no") == ["notes", "not", "none"])
        #expect(try await offered("custom.") == ["custom.color"])
        let outcome = try await Self.session().run("__complete", "list", "--where", "val")
        #expect(outcome.output == "value\tThe value of one piece. Leave it empty if you don't know it.\n")
    }

    @Test func `operators are completed after a field, and values after an operator`() async throws {
        #expect(try await offered("value ").contains("value >="))
        #expect(try await offered("value b") == ["value between"])
        #expect(try await offered("location is n") == ["location is not set", "location is not"])
        #expect(try await offered("has ") == ["has photo", "has file"])
        #expect(try await offered("value > 3 a") == ["value > 3 and"])
        #expect(try await offered("location in Garage o") == ["location in Garage or"])
    }

    @Test func `values from the list are completed, with quotes if needed`() async throws {
        #expect(try await offered("location = G") == ["location = Garage"])
        #expect(try await offered("location in H") == ["location in House", #"location in "House / Attic""#])
        #expect(try await offered(#"location in "House /"#) == [#"location in "House / Attic""#])
        #expect(try await offered("name=big") == [#"name="Big Lantern""#])
        #expect(try await offered("location in (Garage, H").last == #"location in (Garage, "House / Attic""#)
        #expect(try await offered("lent = ") == ["lent = Ann"])
        #expect(try await offered("custom.color = b") == ["custom.color = blue"])
        #expect(
            try await offered("warranty > to") == [
                "warranty > today", "warranty > tomorrow", "warranty > today+30d", "warranty > today-1y",
            ])
        let ends = try await offered("value between 3 and ")
        #expect(ends == ["0", "40", "5"].map { "value between 3 and \($0)" })
        #expect(try await offered("nonsense = ").isEmpty)
    }
}
