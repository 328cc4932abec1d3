import LootCore
import Testing
import WebServer

@testable import HTTP

@Suite struct `The files of the pages` {
    @Test func `scripts and styles can be cached forever, because their address contains a digest`()
        async throws
    {
        let site = try await TestSite()
        for name in Asset.all.keys {
            let answer = try await site.get(Asset.path(name))
            #expect(answer.status == 200, "\(name)")
            #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable", "\(name)")
        }
        #expect(Asset.version.count > 8)
    }

    @Test func `every import of a script leads to an embedded script`() throws {
        #expect(Asset.modules.missing.isEmpty)
        #expect(ScriptModules(["page.js": "import { send } from \"./send.js\";"]).missing == ["send.js"])
    }

    @Test func `each page has one script, whose modules keep their names private`() {
        let modules = ScriptModules([
            "page.js": """
            // A page.
            import { ask, tell as say } from "./talk.js";
            import { send } from "./send.js";

            const words = ask() + say;
            export function begin() { send(words); }
            """,
            "talk.js": """
            import { send } from "./send.js";
            const words = "?";
            export async function ask() { return send(words); }
            export const tell = (text) => send(text);
            """,
            "send.js": "export function send(text) {}",
        ])
        #expect(modules.entries == ["page.js"])
        #expect(
            modules.joined("page.js") == """
                const $send = (() => {
                function send(text) {}
                return { send };
                })();
                const $talk = (() => {
                const { send } = $send;
                const words = "?";
                async function ask() { return send(words); }
                const tell = (text) => send(text);
                return { ask, tell };
                })();
                // A page.
                const { ask, tell: say } = $talk;
                const { send } = $send;

                const words = ask() + say;
                function begin() { send(words); }

                """)
    }

    @Test func `scripts load no other script, except workers`() async throws {
        let scripts = Asset.all.values.filter { $0.name.hasSuffix(".js") }
        #expect(Set(scripts.map(\.name)) == ["page.js", "catalog.js", "import.js", "reader.js", "worker.js"])
        for script in scripts {
            let lines = String(decoding: script.bytes, as: UTF8.self).split(separator: "\n")
            #expect(!lines.contains { $0.hasPrefix("import ") || $0.hasPrefix("export ") }, "\(script.name)")
        }
    }

    @Test func `files of another version of the program aren't mistaken for this version's`() async throws {
        let site = try await TestSite()
        let answer = try await site.get("/assets/another/page.js")
        #expect(answer.status == 200 && answer.headers[.cacheControl] == "no-cache")
        for path in [
            "/assets/\(Asset.version)/nothing.js", "/assets/page.js", "/assets/\(Asset.version)/..%2fpage.js",
        ] {
            #expect(try await site.get(path).status == 404, "\(path)")
        }
    }

    @Test func `scripts and styles are referenced only by the address with their digest`() async throws {
        let site = try await TestSite(items("Lamp"))
        for path in ["/", "/catalog", "/import", "/items/new"] {
            let text = try await site.get(path).text
            let addresses = text.matches(of: /"(\/assets\/[^"]*)"/).map { String($0.1) }
            #expect(!addresses.isEmpty && addresses.allSatisfy { $0.hasPrefix("/assets/\(Asset.version)/") })
        }
    }

    @Test func `scripts and styles are compressed for clients that accept it`() async throws {
        let site = try await TestSite((0..<100).map { Item(name: "Item \($0)") })
        let whole = try await site.get("/")
        let page = try await site.get("/", headers: [.acceptEncoding: "gzip"])
        #expect(page.headers[.contentEncoding] == "gzip" && page.bytes.count * 5 < whole.bytes.count)
        let style = try await site.get(Asset.path("page.css"), headers: [.acceptEncoding: "gzip"])
        #expect(style.headers[.contentEncoding] == "gzip")
    }
}
