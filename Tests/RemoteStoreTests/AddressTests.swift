import Testing
import WebClient

@Suite struct `Web addresses` {
    @Test(arguments: [
        ("https://example.org", "https://example.org"), ("HTTP://Example.org/A", "http://Example.org/A"),
        ("https://example.org:8443/a", "https://example.org:8443/a"),
        ("http://[::1]:80/", "http://[::1]:80/"),
        ("https://example.org/ü b", "https://example.org/%C3%BC%20b"),
        ("https://example.org/%20\"", "https://example.org/%20%22"),
    ])
    func `special characters are percent-encoded`(text: String, sent: String) throws {
        let address = try #require(WebAddress(text))
        #expect(address.text == sent)
        #expect(!address.hasCredentials && !address.hasQuery)
    }

    @Test(arguments: [
        "", "example.org", "ftp://example.org", "https:", "https://", "https:///a", "https://:80",
        "https://a b/",
        "https://example.org:x", "https://example.org:65536", "https://[::1", "https://[]", "https://[::1]x",
        "http://a%20b",
    ])
    func `an address needs a web scheme, a host and a valid port`(text: String) {
        #expect(WebAddress(text) == nil)
    }

    @Test func `credentials and queries in an address are detected`() throws {
        for (text, credentials, query) in [
            ("https://ann:secret@example.org", true, false), ("https://@example.org", true, false),
            ("https://example.org/@a", false, false), ("https://example.org?a=@", false, true),
            ("https://example.org/#a", false, true),
        ] {
            let address = try #require(WebAddress(text))
            #expect(address.hasCredentials == credentials && address.hasQuery == query, "\(text)")
        }
    }
}
