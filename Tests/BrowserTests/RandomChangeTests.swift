#if os(Linux)
    import Basics
    import Foundation
    import Testing

    extension InBrowser {
        /// Applies random changes by others, and compares the page with a new one.
        @Suite struct `A page after many changes by others` {
            /// The difference between the page and a new one at the same address, or nothing.
            private static let difference = #"""
                return (async () => {
                  const answer = await fetch(location.pathname + location.search, { headers: { Accept: "text/html" } });
                  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
                  const plain = (element) => {
                    const copy = element.cloneNode(true);
                    for (const name of ["aria-setsize", "aria-posinset"]) copy.removeAttribute(name);
                    return copy.outerHTML;
                  };
                  const parts = ["#total", ".history", ".sidebar", ".index", ".due", ".chips"];
                  const describe = (root) => [
                    ...parts.map((part) => root.querySelector(part)?.outerHTML),
                    ...[...root.querySelectorAll("#rows h2, #rows .footer, #rows > .constant, #rows .row[data-id]")].map((part) =>
                      part.matches(".row") ? plain(part) : `${part.localName} ${part.id} ${part.textContent}`),
                  ];
                  const [old, next] = [describe(document), describe(fresh)];
                  const at = next.findIndex((text, index) => text !== old[index]);
                  if (at >= 0 || old.length !== next.length) return `${old[at] ?? old.at(-1)}\ninstead of\n${next[at]}`;
                  const rows = [...document.querySelectorAll("#rows .row[data-id]")];
                  const isNumbered = rows.every((row, index) => row.ariaPosInSet === String(index + 1) && row.ariaSetSize === String(rows.length));
                  return isNumbered ? "" : "The rows have wrong numbers.";
                })();
                """#

            /// Returns a commit with up to four changes to different items.
            private static func commit(_ ids: [String], _ random: inout SplitMix) -> [[String: Any]] {
                var left = ids.shuffled(using: &random)
                return (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    let number = Int.random(in: 1...99, using: &random)
                    let name = "\("ABCDE".randomElement(using: &random) ?? "A")n item \(number)"
                    guard let id = left.popLast(), Int.random(in: 0..<4, using: &random) > 0 else {
                        let item: [String: Any] = ["name": name, "valueInDollars": number]
                        return ["insert": item, "at": Int.random(in: 0...ids.count / 2, using: &random)]
                    }
                    switch Int.random(in: 0..<7, using: &random) {
                    case 0 where ids.count > 6: return ["remove": id]
                    case 1: return ["move": id, "to": Int.random(in: 0..<ids.count / 2, using: &random)]
                    case 2: return ["update": id, "set": ["name": name]]
                    case 3: return ["update": id, "set": ["valueInDollars": number]]
                    case 4: return ["update": id, "set": ["isFavorite": number % 2 == 0]]
                    case 5: return ["update": id, "set": ["tags": number % 2 == 0 ? [] : ["new", "old"]]]
                    default:
                        return [
                            "update": id, "set": ["location": number % 2 == 0 ? "Attic" : "House / Hall"],
                        ]
                    }
                }
            }

            @Test(arguments: [
                "/", "/?sections=initial&sort=name", "/?favorites=true&sections=value:20,50,80",
                "/?where=value%20%3E%2040&sort=value:desc", "/?search=an&sections=place",
            ])
            func `it is the same as a new page`(address: String) async throws {
                try await browsing((1...9).map { "Thing \($0)" }) { browser, served in
                    try browser.open(address)
                    _ = try browser.find("#list")
                    var random = SplitMix(seed: 7)
                    for round in 1...10 {
                        try served.change(Self.commit(try served.ids(), &random))
                        try browser.wait("the same page in round \(round)") { () -> Void? in
                            let difference = try browser.run(Self.difference) as? String ?? "an error"
                            if difference.isEmpty { return () }
                            throw PlainClient.Failure(description: difference)
                        }
                    }
                }
            }

            @Test func `the loaded rows of a long list are right, and the first visible one doesn't move`()
                async throws
            {
                try await browsing { browser, served in
                    try served.change((0..<500).map { ["insert": ["name": "Item \(1000 + $0)"]] })
                    try browser.open("/")
                    try browser.until("document.querySelector('.row')?.ariaSetSize === '500'")
                    try browser.run("scrollTo({ top: 15000, behavior: 'instant' })")
                    let seen =
                        "[...document.querySelectorAll('#rows .row[data-id]')].find((row) => row.getBoundingClientRect().top > 200)"
                    try browser.until("\(seen)?.ariaPosInSet > 200")
                    var random = SplitMix(seed: 3)
                    for round in 1...8 {
                        let id = try browser.text("\(seen).dataset.id")
                        let top = "document.getElementById('item-\(id)')?.getBoundingClientRect().top"
                        let before = Double(try browser.text(top)) ?? .nan
                        let others = try served.ids().filter { $0 != id }
                        try served.change(Self.commit(others, &random))
                        let ids = try served.ids()
                        try browser.wait("the right rows in round \(round)") { () -> Void? in
                            let script =
                                "return [...document.querySelectorAll('#rows .row[data-id]')].map((row) => [row.dataset.id, row.ariaPosInSet, row.ariaSetSize])"
                            let rows = try browser.run(script) as? [[String]] ?? []
                            guard let start = rows.first.flatMap({ ids.firstIndex(of: $0[0]) }) else {
                                return nil
                            }
                            let wanted = ids[start...].prefix(rows.count).enumerated().map {
                                [$1, "\(start + $0 + 1)", "\(ids.count)"]
                            }
                            return wanted == rows && rows.count > 50 ? () : nil
                        }
                        try browser.wait("a still row in round \(round)") {
                            abs((Double(try browser.text(top)) ?? .nan) - before) < 2 ? () : nil
                        }
                    }
                }
            }
        }
    }
#endif
