#if os(Linux)
    import Foundation

    /// Hands: keys, the mouse, a finger.
    extension Browser {
        enum Key: String {
            case tab = "\u{E004}"
            case enter = "\u{E007}"
            case escape = "\u{E00C}"
            case space = " "
            case up = "\u{E013}"
            case down = "\u{E015}"
            case alt = "\u{E00A}"
            case control = "\u{E009}"
            case shift = "\u{E008}"
        }

        /// Presses keys one after the other, while others are held.
        func press(_ keys: String..., holding held: Key...) throws {
            var actions: [[String: Any]] = held.map { ["type": "keyDown", "value": $0.rawValue] }
            for key in keys {
                for kind in ["keyDown", "keyUp"] { actions.append(["type": kind, "value": key]) }
            }
            actions += held.reversed().map { ["type": "keyUp", "value": $0.rawValue] }
            try perform([["type": "key", "id": "keyboard", "actions": actions]])
        }

        func press(_ key: Key, holding held: Key...) throws {
            var actions: [[String: Any]] = held.map { ["type": "keyDown", "value": $0.rawValue] }
            for kind in ["keyDown", "keyUp"] { actions.append(["type": kind, "value": key.rawValue]) }
            actions += held.reversed().map { ["type": "keyUp", "value": $0.rawValue] }
            try perform([["type": "key", "id": "keyboard", "actions": actions]])
        }

        /// Types a text where the focus is.
        func type(_ text: String) throws {
            let actions = text.flatMap { character -> [[String: Any]] in
                ["keyDown", "keyUp"].map { ["type": $0, "value": String(character)] }
            }
            try perform([["type": "key", "id": "keyboard", "actions": actions]])
        }

        /// Goes on with Tab until an element has the focus; that it comes round at all is part of the test.
        func tab(to selector: String, backwards: Bool = false) throws {
            for _ in 0..<200 {
                if try run("return document.activeElement.matches(arguments[0])", [selector]) as? Bool == true
                {
                    return
                }
                if backwards { try press(.tab, holding: .shift) } else { try press(.tab) }
            }
            throw PlainClient.Failure(description: "Tab never came to \(selector)")
        }

        /// Drags with the mouse from the middle of one element to the middle of another.
        func drag(_ selector: String, to target: String) throws {
            let (from, to) = (try middle(selector), try middle(target))
            let steps = (1...8).map { step -> [String: Any] in
                move(to: (from.x + (to.x - from.x) * step / 8, from.y + (to.y - from.y) * step / 8))
            }
            try perform([
                [
                    "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"],
                    "actions": [move(to: from), ["type": "pointerDown", "button": 0]] + steps + [
                        ["type": "pointerUp", "button": 0]
                    ],
                ]
            ])
        }

        /// Swipes with a finger over an element.
        func swipe(_ selector: String, by distance: Int) throws {
            let from = try middle(selector)
            let steps = (1...8).map { move(to: (from.x + distance * $0 / 8, from.y)) }
            try perform([
                [
                    "type": "pointer", "id": "finger", "parameters": ["pointerType": "touch"],
                    "actions": [move(to: from), ["type": "pointerDown", "button": 0]] + steps + [
                        ["type": "pointerUp", "button": 0]
                    ],
                ]
            ])
        }

        private func move(to point: (x: Int, y: Int)) -> [String: Any] {
            ["type": "pointerMove", "duration": 20, "x": point.x, "y": point.y, "origin": "viewport"]
        }

        private func middle(_ selector: String) throws -> (x: Int, y: Int) {
            _ = try find(selector)
            let script = """
                const element = document.querySelector(arguments[0]);
                element.scrollIntoView({ block: "center", behavior: "instant" });
                const box = element.getBoundingClientRect();
                return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
                """
            let point = try run(script, [selector]) as? [Int] ?? []
            guard point.count == 2 else { throw PlainClient.Failure(description: "\(selector) is nowhere") }
            return (point[0], point[1])
        }

        private func perform(_ sources: [[String: Any]]) throws {
            try command("POST", "/actions", ["actions": sources])
        }
    }
#endif
