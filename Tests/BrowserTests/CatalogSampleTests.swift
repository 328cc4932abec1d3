#if os(Linux)
    import Testing

    extension InBrowser {
        @Suite struct `The catalog's samples` {
            @Test(arguments: CatalogSamples.Kind.allCases)
            func `each property of a sample has its effect, and each event is reported`(
                kind: CatalogSamples.Kind
            ) async throws {
                try await browsing { browser, _ in
                    try browser.open("/catalog")
                    _ = try browser.find("#button .stage button")
                    for (name, check) in kind.checks {
                        let script =
                            "\(CatalogSamples.tools) return (async () => { \(check) return differences; })();"
                        let differences = try browser.run(script) as? [String]
                        #expect(differences == [], "\(name)")
                    }
                }
            }
        }
    }
#endif
