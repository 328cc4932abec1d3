import Testing

@testable import HTTP

@Suite struct `The addresses of a list` {
    private let addresses = ListAddresses(base: "/l/home")

    @Test(arguments: [
        (#"<a href="/items/1">"#, #"<a href="/l/home/items/1">"#),
        (
            #"<form method="post" action="/undo"><button formaction="/redo">"#,
            #"<form method="post" action="/l/home/undo"><button formaction="/l/home/redo">"#
        ),
        (#"<img src="/api/files/1?thumbnail">"#, #"<img src="/l/home/api/files/1?thumbnail">"#),
        (#"<main data-list="/?sort=name">"#, #"<main data-list="/l/home/?sort=name">"#),
        (#"<a href="/l/cabin/">"#, #"<a href="/l/cabin/">"#), ("<a href=\"#x\">", "<a href=\"#x\">"),
        (#"<input name="back" value="/places">"#, #"<input name="back" value="/places">"#),
        ("<b>a href=&quot;/x&quot;</b>", "<b>a href=&quot;/x&quot;</b>"), ("", ""), ("/", "/"),
    ])
    func `the path of the list is added to attributes with addresses`(_ markup: String, _ expected: String) {
        #expect(addresses.added(to: markup) == expected)
        #expect(ListAddresses(base: "").added(to: markup) == markup)
    }

    @Test(arguments: [
        ("/l/home/items", "/items"), ("/l/home", "/"), ("/l/home?x", "/?x"), ("/items", "/items"),
        ("/l/", "/"),
    ])
    func `the path of a list is removed from an address`(_ address: String, _ expected: String) {
        #expect(ListAddresses.local(address) == expected)
    }
}
