#if os(Linux)
    import Testing

    extension InBrowser {
        @Suite struct `The page in a language with long words` {
            /// The texts that extend beyond their block or the window, and the chosen options that don't fit next to
            /// the arrow.
            private static let cutOff = """
                (() => {
                  const found = [];
                  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
                    let block = text.parentElement;
                    if (!text.data.trim() || block.closest("script, option, .skip") || !block.checkVisibility()) continue;
                    if (getComputedStyle(block).clipPath !== "none") continue;
                    while (getComputedStyle(block).display.startsWith("inline")) block = block.parentElement;
                    const range = document.createRange();
                    range.selectNodeContents(text);
                    const { left, right } = block.getBoundingClientRect();
                    const isCutOff = [...range.getClientRects()].some((rect) => rect.width > 1
                      && (rect.right > Math.min(right, innerWidth) + 6 || rect.left < Math.max(left, 0) - 6));
                    if (isCutOff) found.push(text.data.trim());
                  }
                  const pen = document.createElement("canvas").getContext("2d");
                  const arrow = 18;
                  for (const select of document.querySelectorAll("select")) {
                    if (!select.checkVisibility()) continue;
                    const style = getComputedStyle(select);
                    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
                    pen.font = style.font;
                    const text = select.selectedOptions[0]?.text ?? "";
                    if (pen.measureText(text).width > room) found.push(text);
                  }
                  return found.join("; ");
                })()
                """

            @Test func `no text is cut off on a narrow screen`() async throws {
                try await browsing { browser, served in
                    try served.add(
                        "Lamp", 1_234_567, ["location": "House / Attic", "quantity": 12, "minimum": 20])
                    try served.add("Clock", 123_456, ["currency": "EUR", "location": "House"])
                    for number in 1...9 { try served.add("Thing \(number)", 40, ["location": "Garage"]) }
                    try served.loot("lend", "Clock", "--to", "Ann", "--until", "+14d")
                    try served.loot("serviced", "Lamp", "--note", "New bulb", "--cost", "25")
                    try served.loot("undo")
                    try browser.resize(320, 800)
                    try browser.open("/")
                    for tag in ["de", "en-XA"] {
                        try browser.run("document.cookie = 'loot-language=\(tag); path=/'")
                        for path in [
                            "/", "/?search=lamp", "/places", "/loans", "/shopping", "/care", "/settings",
                            "/more",
                            "/items/new", "/import",
                        ] {
                            try browser.open(path)
                            try browser.until(
                                "document.readyState === 'complete' && document.documentElement.lang === '\(tag)'"
                            )
                            #expect(
                                try browser.text("document.documentElement.scrollWidth") == "320", "\(path)")
                            #expect(try browser.text(Self.cutOff) == "", "\(tag): \(path)")
                        }
                        // The total has the width of the list, even if changes can be undone and redone.
                        try browser.open("/")
                        #expect(try browser.text("document.querySelectorAll('.history form').length") == "2")
                        #expect(
                            try browser.text("document.querySelector('#total').offsetWidth > 200") == "true")
                    }
                }
            }
        }
    }
#endif
