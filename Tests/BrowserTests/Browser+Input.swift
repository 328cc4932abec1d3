#if os(Linux)
    import Foundation

    /// Input by keyboard, mouse and touch.
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

        /// Presses keys in sequence while others are held.
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

        /// Types text into the focused element.
        func type(_ text: String) throws {
            let actions = text.flatMap { character -> [[String: Any]] in
                ["keyDown", "keyUp"].map { ["type": $0, "value": String(character)] }
            }
            try perform([["type": "key", "id": "keyboard", "actions": actions]])
        }

        /// Presses Tab until an element has the focus. It must be reachable.
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

        /// Swipes over an element with a finger.
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

        /// Touches the middle of an element and moves down without releasing. The DevTools protocol can cancel such a
        /// touch.
        func touch(_ selector: String, thenDown distance: Int) throws {
            let (x, y) = try middle(selector)
            func point(_ down: Int) -> [String: Any] { ["x": x, "y": y + down] }
            try inspect("Input.dispatchTouchEvent", ["type": "touchStart", "touchPoints": [point(0)]])
            for step in 1...10 {
                try inspect(
                    "Input.dispatchTouchEvent",
                    ["type": "touchMove", "touchPoints": [point(distance * step / 10)]])
            }
        }

        // MARK: Step by step

        /// Presses a pointer at the center of an element.
        func grip(_ selector: String, _ pointer: String) throws {
            held = try middle(selector)
            try perform(pointer, [move(to: held), ["type": "pointerDown", "button": 0]])
        }

        /// Moves the pressed pointer by a distance with each event.
        func pull(through down: Int = 0, sideways: Int = 0, by step: Int, _ pointer: String) throws {
            let count = max(1, max(abs(down), abs(sideways)) / step)
            let steps = (1...count).map {
                move(to: (held.x + sideways * $0 / count, held.y + down * $0 / count), in: 0)
            }
            held = (held.x + sideways, held.y + down)
            try perform(pointer, steps)
        }

        /// Releases the pointer.
        func letGo(_ pointer: String) throws { try perform(pointer, [["type": "pointerUp", "button": 0]]) }

        /// Returns the distance from one element down to another.
        func distance(_ selector: String, _ other: String) throws -> Int {
            let script = """
                const [a, b] = [...arguments].map((selector) => document.querySelector(selector).getBoundingClientRect());
                return Math.round(b.top - a.top);
                """
            return try run(script, [selector, other]) as? Int ?? 0
        }

        /// Runs a function while a key is held.
        func holding(_ key: Key, _ body: () throws -> Void) throws {
            func perform(_ kind: String) throws {
                try self.perform([
                    ["type": "key", "id": "keyboard", "actions": [["type": kind, "value": key.rawValue]]]
                ])
            }
            try perform("keyDown")
            try body()
            try perform("keyUp")
        }

        /// The driver doesn't keep a finger pressed between two commands, so its actions are performed together on
        /// release.
        private func perform(_ pointer: String, _ actions: [[String: Any]]) throws {
            finger += actions
            if pointer == "touch", actions.last?["type"] as? String != "pointerUp" { return }
            defer { finger = [] }
            try perform([
                [
                    "type": "pointer", "id": "held-\(pointer)", "parameters": ["pointerType": pointer],
                    "actions": finger,
                ]
            ])
        }

        private func move(to point: (x: Int, y: Int), in milliseconds: Int) -> [String: Any] {
            [
                "type": "pointerMove", "duration": milliseconds, "x": point.x, "y": point.y,
                "origin": "viewport",
            ]
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
