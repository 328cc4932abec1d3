/// A tree of routes, keyed by the segments of their patterns.
struct RouteTree: Sendable {
    private struct Node: Sendable {
        var fixed: [(segment: [UInt8], node: Int)] = []
        var placeholder: (name: String, node: Int)?
        var rest: (name: String, node: Int)?
        var routes: [(method: Method, route: Route)] = []
    }

    private var nodes = [Node()]

    /// Adds a route. Replaces a route with the same method and pattern.
    mutating func add(_ method: Method, _ pattern: String, _ route: Route) {
        precondition(
            pattern.utf8.first == UInt8(ascii: "/"), "The pattern \(pattern) does not begin with a slash.")
        var node = 0
        let segments = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            guard segment.first == "{", segment.last == "}" else {
                node = child(of: node, fixed: Array(segment.utf8))
                continue
            }
            let name = segment.dropFirst().dropLast()
            guard name.hasSuffix("...") else {
                node = child(of: node, at: \.placeholder, name: String(name))
                continue
            }
            precondition(
                index == segments.count - 1, "In the pattern \(pattern), {\(name)} is not the last segment.")
            node = child(of: node, at: \.rest, name: String(name.dropLast(3)))
        }
        nodes[node].routes.removeAll { $0.method == method }
        nodes[node].routes.append((method, route))
    }

    private mutating func child(of node: Int, fixed segment: [UInt8]) -> Int {
        if let known = nodes[node].fixed.first(where: { $0.segment == segment }) { return known.node }
        nodes.append(Node())
        nodes[node].fixed.append((segment, nodes.count - 1))
        return nodes.count - 1
    }

    private mutating func child(
        of node: Int, at place: WritableKeyPath<Node, (name: String, node: Int)?>, name: String
    ) -> Int {
        if let known = nodes[node][keyPath: place] {
            precondition(
                known.name == name, "Placeholder {\(name)} is called {\(known.name)} in another route.")
            return known.node
        }
        nodes.append(Node())
        nodes[node][keyPath: place] = (name, nodes.count - 1)
        return nodes.count - 1
    }

    /// The methods of all routes, without duplicates.
    var methods: [Method] {
        nodes.flatMap(\.routes).reduce(into: []) { methods, entry in
            if !methods.contains(entry.method) { methods.append(entry.method) }
        }
    }

    /// Returns the routes that match a request's encoded path, or `nil` if there are none.
    func find(_ path: ArraySlice<UInt8>, _ parameters: inout Parameters) -> [(method: Method, route: Route)]?
    {
        find(path.dropFirst(), below: 0, &parameters)
    }

    /// Searches below a node. `path` begins after a slash.
    private func find(
        _ path: ArraySlice<UInt8>, below node: Int, _ parameters: inout Parameters
    ) -> [(method: Method, route: Route)]? {
        let end = path.firstIndex(of: UInt8(ascii: "/"))
        let raw = path[..<(end ?? path.endIndex)]
        let segment =
            raw.contains(UInt8(ascii: "%")) ? PercentDecoding.bytes(raw, plusIsSpace: false)[...] : raw
        func follow(_ next: Int) -> [(method: Method, route: Route)]? {
            guard let end else { return nodes[next].routes.isEmpty ? nil : nodes[next].routes }
            return find(path[(end + 1)...], below: next, &parameters)
        }
        for (fixed, next) in nodes[node].fixed where fixed[...] == segment {
            if let found = follow(next) { return found }
        }
        guard !Self.isUnsafe(segment) else { return nil }
        if let (name, next) = nodes[node].placeholder, !segment.isEmpty {
            parameters.append(name, String(decoding: segment, as: UTF8.self))
            if let found = follow(next) { return found }
            parameters.removeLast()
        }
        guard let (name, next) = nodes[node].rest, !path.isEmpty else { return nil }
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { PercentDecoding.bytes($0, plusIsSpace: false) }
        guard !segments.contains(where: { Self.isUnsafe($0[...]) || $0.contains(UInt8(ascii: "/")) }) else {
            return nil
        }
        parameters.append(
            name, String(decoding: Array(segments.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self))
        return nodes[next].routes
    }

    /// Returns whether a decoded segment would be unsafe as a file name: `.`, `..` or text with a null byte.
    private static func isUnsafe(_ segment: ArraySlice<UInt8>) -> Bool {
        let dot = UInt8(ascii: ".")
        return segment.elementsEqual([dot]) || segment.elementsEqual([dot, dot]) || segment.contains(0)
    }
}
