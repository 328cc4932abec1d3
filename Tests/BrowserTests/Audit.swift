#if os(Linux)
    import Foundation

    /// Checks the rules of WCAG 2.2 that a program can check: names and roles, structure, contrast, size, focus.
    enum Audit {
        /// Returns all problems of the current page.
        static func problems(of browser: Browser) throws -> [String] {
            let seen = try browser.run(script) as? [String] ?? ["the audit says nothing"]
            return try seen + names(browser)
        }

        /// Checks that all controls have a name in the accessibility tree.
        private static func names(_ browser: Browser) throws -> [String] {
            let usable: Set<String> = [
                "button", "link", "textbox", "searchbox", "combobox", "listbox", "checkbox", "switch",
                "radio", "slider",
                "spinbutton", "img", "image", "dialog", "alertdialog", "navigation", "region", "group",
                "Date", "DateTime",
                "InputTime", "progressbar", "DisclosureTriangle",
            ]
            let nodes =
                try browser.inspect("Accessibility.getFullAXTree", [:])["nodes"] as? [[String: Any]] ?? []
            func text(_ node: [String: Any], _ member: String) -> String {
                (node[member] as? [String: Any])?["value"] as? String ?? ""
            }
            return nodes.compactMap { node in
                guard node["ignored"] as? Bool != true, usable.contains(text(node, "role")),
                    text(node, "name").filter({ !$0.isWhitespace }).isEmpty
                else { return nil }
                // A group that only combines elements needs no name.
                return text(node, "role") == "group" ? nil : "a \(text(node, "role")) without a name"
            }
        }

        /// Presses Tab until the end of the page. Each focused element must be in document order, visible, and
        /// marked.
        static func focusProblems(of browser: Browser) throws -> [String] {
            try browser.run("document.activeElement.blur(); scrollTo(0, 0); window.stops = []")
            var problems: [String] = []
            for _ in 0..<150 {
                try browser.press(.tab)
                let stop = try browser.run(stopScript) as? [String: Any] ?? [:]
                if stop["isEnd"] as? Bool == true { break }
                problems += stop["problems"] as? [String] ?? []
            }
            return problems
        }

        private static let stopScript = """
            const element = document.activeElement;
            if (element === document.body || window.stops.includes(element)) return { isEnd: true };
            const problems = [];
            const last = window.stops.at(-1);
            const what = element.outerHTML.slice(0, 120);
            if (last && !(last.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
              && !last.matches("[type=radio]")) problems.push("focus goes back: " + what);
            window.stops.push(element);
            const box = element.getBoundingClientRect();
            const style = getComputedStyle(element);
            const parent = element.closest("label") ?? element;
            const isMarked = [element, parent].some((e) => {
              const s = getComputedStyle(e);
              return s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2;
            });
            if (!isMarked) problems.push("focus is not marked: " + what);
            if (box.bottom <= 0 || box.top >= innerHeight) problems.push("focus is out of sight: " + what);
            const bar = document.querySelector(".bar")?.getBoundingClientRect();
            if (bar && !element.closest(".bar, .skip, .index") && box.bottom < bar.bottom) {
              problems.push("focus is behind the bar: " + what);
            }
            return { problems };
            """

        private static let script = #"""
            const problems = [];
            const all = [...document.querySelectorAll("body *")];
            const isShown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true })
              && e.getClientRects().length > 0 && !e.closest(".hidden, .skip");
            const what = (e) => e.outerHTML.replace(/\s+/g, " ").slice(0, 140);

            // Structure
            if (document.documentElement.lang === "") problems.push("the page has no language");
            if (document.title.trim() === "") problems.push("the page has no title");
            if (document.querySelectorAll("main").length !== 1) problems.push("there is not one main part");
            if (document.querySelectorAll("h1").length !== 1) problems.push("there is not one first heading");
            let level = 0;
            for (const heading of document.querySelectorAll("h1, h2, h3, h4")) {
              const next = Number(heading.tagName[1]);
              if (next > level + 1) problems.push("a heading skips a level: " + what(heading));
              level = next;
            }
            const ids = all.map((e) => e.id).filter(Boolean);
            for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) problems.push("an id twice: " + id);
            for (const element of all) {
              for (const name of ["for", "aria-labelledby", "aria-describedby", "aria-controls"]) {
                for (const id of (element.getAttribute(name) ?? "").split(" ").filter(Boolean)) {
                  if (!document.getElementById(id)) problems.push(`${name} leads nowhere: ${what(element)}`);
                }
              }
              if (element.tabIndex > 0) problems.push("a positive tabindex: " + what(element));
              if (element.matches("ul, ol")) for (const child of element.children) {
                if (child.tagName !== "LI") problems.push("a list contains an element that isn't an item: " + what(child));
              }
            }
            if (document.documentElement.scrollWidth > innerWidth + 1) problems.push("the page scrolls sideways");

            // Contrast, computed from the rendered colors.
            const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
            const known = new Map();
            const color = (text) => {
              if (!known.has(text)) {
                pen.clearRect(0, 0, 1, 1);
                pen.fillStyle = text;
                pen.fillRect(0, 0, 1, 1);
                const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
                known.set(text, [r, g, b, a / 255]);
              }
              return known.get(text);
            };
            const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
            const canvas = matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
            const ground = (element) => {
              const layers = [];
              for (let e = element; e; e = e.parentElement) layers.push(color(getComputedStyle(e).backgroundColor));
              return layers.reverse().reduce((below, top) => over(top, below), canvas);
            };
            const light = (c) => c.slice(0, 3).map((v) => v / 255)
              .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
              .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
            const contrast = (a, b) => {
              const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
              return (x + 0.05) / (y + 0.05);
            };
            for (const element of all) {
              const holdsText = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
              const isField = element.matches("input:not([type=checkbox], [type=radio], [type=range], [type=hidden]), select, textarea");
              if (!(holdsText || isField) || !isShown(element) || element.closest(":disabled, option, noscript, script")) continue;
              const style = getComputedStyle(element);
              const size = parseFloat(style.fontSize);
              const isLarge = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
              const below = ground(element);
              const ratio = contrast(over(color(style.color), below), below);
              if (ratio < (isLarge ? 3 : 4.5)) problems.push(`contrast ${ratio.toFixed(2)}: ${what(element)}`);
              if (isField && style.borderTopWidth !== "0px") {
                const edge = contrast(over(color(style.borderTopColor), below), ground(element.parentElement));
                if (edge < 3) problems.push(`edge ${edge.toFixed(2)}: ${what(element)}`);
              }
            }

            // Targets must be at least 24 by 24 pixels, except for links in text.
            for (const element of document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")) {
              if (!isShown(element) || element.closest("p") && element.matches("a")) continue;
              const own = element.getBoundingClientRect();
              const label = element.closest("label")?.getBoundingClientRect() ?? own;
              if (Math.max(own.width, label.width) < 23.9 || Math.max(own.height, label.height) < 23.9) {
                problems.push(`target of ${Math.round(own.width)} by ${Math.round(own.height)}: ${what(element)}`);
              }
            }
            return problems;
            """#
    }
#endif
