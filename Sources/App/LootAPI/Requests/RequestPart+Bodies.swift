package import LootCore
import LootFormats
import LootQueryText

extension RequestPart {
    /// Returns a part for a JSON body.
    static func json(
        _ schema: String, types: [String] = ["application/json"],
        write: @escaping @Sendable (Value, inout [UInt8]) -> Void,
        read: @escaping @Sendable (inout ChangeReader, DocumentValue) -> Value?
    ) -> RequestPart {
        RequestPart(
            about: RequestPartDescription(
                body: .init(types: types, schema: schema), failures: [400, 411, 413, 415, 422]),
            read: { _, content in
                guard case .bytes(let bytes) = content else { preconditionFailure("JSON is read whole") }
                let document: DocumentValue
                do throws(FormatError) { document = try DocumentValue(json: bytes.span, strict: true) } catch
                {
                    throw error.reading("the body of the request")
                }
                return try ChangeReader.read(document, read)
            },
            write: { value, request in
                var body: [UInt8] = []
                write(value, &body)
                request.body = body
                request.headers.append(("Content-Type", types[0]))
            })
    }
}

extension RequestPart where Value == Item {
    static let newItem = RequestPart.json("NewItem") { item, bytes in
        JSONItemWriter().append(item, to: &bytes)
    } read: {
        $0.item($1)
    }
}

extension RequestPart where Value == Patch {
    static let patch = RequestPart.json(
        "ItemPatch", types: ["application/merge-patch+json", "application/json"]
    ) { patch, bytes in
        ChangeWriter().append(patch, to: &bytes)
    } read: {
        $0.patch($1)
    }
}

extension RequestPart where Value == Destination {
    static let destination = RequestPart.json("Move") { destination, bytes in
        ChangeWriter().append(destination, to: &bytes)
    } read: {
        $0.destination($1)
    }
}

extension RequestPart where Value == ItemTransaction {
    static let transaction = RequestPart.json("Batch") { transaction, bytes in
        ChangeWriter().append(transaction, to: &bytes)
    } read: {
        $0.transaction($1)
    }
}

/// A request to rename or move a place.
package struct MovedPlace: Hashable, Sendable {
    /// The current path.
    package let source: PlacePath
    /// The new path.
    package let target: PlacePath

    /// Creates a move from one path to another.
    package init(from source: PlacePath, to target: PlacePath) {
        self.source = source
        self.target = target
    }
}

extension RequestPart where Value == MovedPlace {
    static let movedPlace = RequestPart.json("PlaceMove") { move, bytes in
        let texts = (JSON(move.source.description), JSON(move.target.description))
        bytes += (["from": texts.0, "to": texts.1] as JSON).bytes
    } read: { reader, value in
        guard reader.object(value, keys: ["from", "to"]) != nil else { return nil }
        func path(_ key: String) -> PlacePath? {
            guard value[key] != nil else {
                reader.refuse("The key “\(key)” is missing.")
                return nil
            }
            return reader.member(key, of: value) { reader, value in
                guard let text = reader.text(value) else { return nil }
                if !text.isEmpty, PlacePath.isWhole(text) { return PlacePath(text) }
                reader.refuse("A part of the path is empty.")
                return nil
            }
        }
        guard let source = path("from"), let target = path("to") else { return nil }
        return MovedPlace(from: source, to: target)
    }
}

extension RequestPart where Value == SavedView {
    /// A view without its name, which is part of the URL.
    static let view = RequestPart.json("View") { view, bytes in
        view.json.appendJSON(to: &bytes)
    } read: { reader, value in
        do throws(LootError) { return try SavedView("", json: ForeignValue(value)) } catch {
            reader.refuse(error.explanation)
            return nil
        }
    }
}

/// The parameters for removing unused files.
package struct FileSweep: Hashable, Sendable {
    /// Files to keep even if no item refers to them.
    package var kept: Set<FileID>
    /// The minimum age in seconds of files to remove.
    package var age: Int

    /// Creates parameters.
    package init(keeping kept: Set<FileID>, olderThan age: Int) {
        self.kept = kept
        self.age = age
    }
}

extension RequestPart where Value == FileSweep {
    static let fileSweep = RequestPart.json("FileSweep") { sweep, bytes in
        let names = sweep.kept.sorted().map { JSON($0.description) }
        bytes += (["olderThan": JSON(sweep.age), "keep": JSON(names)] as JSON).bytes
    } read: { reader, value in
        guard reader.object(value, keys: ["keep", "olderThan"]) != nil else { return nil }
        let age = reader.member("olderThan", of: value) { $0.position($1) } ?? 30 * 86_400
        let kept = reader.member("keep", of: value) { reader, list -> [FileID]? in
            guard case .array(let names) = list.content else {
                reader.refuse("This must be a list of file hashes.")
                return nil
            }
            // Reject invalid names, since one might refer to a file that must be kept.
            return names.compactMap { name in
                guard let text = reader.text(name) else { return nil }
                if let file = FileID(text) { return file }
                reader.refuse("This must be a file hash of 64 lowercase hexadecimal digits.")
                return nil
            }
        }
        return FileSweep(keeping: Set(kept ?? []), olderThan: age)
    }
}

extension RequestPart where Value == [UInt8] {
    /// A photo. Its contents determine the type.
    static let photo = whole(FileKind.pictures.map(\.mediaType), failing: [413, 415, 501])

    /// A file of any type, which its contents and name determine.
    static let anyFile = whole([API.anyBytes], failing: [413, 422, 501])

    private static func whole(_ types: [String], failing failures: [Int]) -> RequestPart {
        RequestPart(
            about: RequestPartDescription(body: .init(types: types, schema: nil), failures: failures),
            read: { _, content in
                guard case .bytes(let bytes) = content else { preconditionFailure("files aren't streamed") }
                return bytes
            },
            write: { bytes, request in
                request.body = bytes
                let type = types.count > 1 ? FileKind(beginning: bytes).mediaType : types[0]
                request.headers.append(("Content-Type", type))
            })
    }
}

extension RequestPart where Value == RequestContent {
    /// A streamed file of any type and length.
    static let file = RequestPart(
        about: RequestPartDescription(
            body: .init(types: [API.anyBytes], schema: nil, isInPieces: true), failures: [400, 413, 422]),
        read: { $1 },
        write: { content, request in
            guard case .bytes(let bytes) = content else {
                preconditionFailure("the body of a request isn't streamed")
            }
            request.body = bytes
            request.headers.append(("Content-Type", API.anyBytes))
        })
}
