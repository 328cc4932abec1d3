package import LootCore
import LootFormats

extension RequestPart {
    /// A body of JSON.
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
                    throw error.reading("the request's body")
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

extension RequestPart where Value == Transaction {
    static let transaction = RequestPart.json("Batch") { transaction, bytes in
        ChangeWriter().append(transaction, to: &bytes)
    } read: {
        $0.transaction($1)
    }
}

/// The photos that a client needs, and how long one that nothing needs rests before it goes.
package struct PhotoSweep: Hashable, Sendable {
    /// The photos to keep, besides those that items name.
    package var kept: Set<PhotoID>
    /// In seconds.
    package var age: Int

    /// A sweep.
    package init(keeping kept: Set<PhotoID>, olderThan age: Int) {
        self.kept = kept
        self.age = age
    }
}

extension RequestPart where Value == PhotoSweep {
    static let photoSweep = RequestPart.json("PhotoSweep") { sweep, bytes in
        let names = sweep.kept.sorted().map { JSON($0.description) }
        bytes += (["olderThan": JSON(sweep.age), "keep": JSON(names)] as JSON).bytes
    } read: { reader, value in
        guard reader.object(value, keys: ["keep", "olderThan"]) != nil else { return nil }
        let age = reader.member("olderThan", of: value) { $0.position($1) } ?? 30 * 86_400
        let kept = reader.member("keep", of: value) { reader, list -> [PhotoID]? in
            guard case .array(let names) = list.content else {
                reader.refuse("a list of photos' names should stand here")
                return nil
            }
            // A name that is none could be meant for a photo that has to stay.
            return names.compactMap { name in
                guard let text = reader.text(name) else { return nil }
                if let photo = PhotoID(text) { return photo }
                reader.refuse("a photo's name, 64 lower-case hexadecimal digits, should stand here")
                return nil
            }
        }
        return PhotoSweep(keeping: Set(kept ?? []), olderThan: age)
    }
}

extension RequestPart where Value == [UInt8] {
    /// A photo, whose kind its bytes tell.
    static let photo = RequestPart(
        about: RequestPartDescription(
            body: .init(types: PhotoKind.allCases.map(\.mediaType), schema: nil), failures: [413, 415, 501]),
        read: { _, content in
            guard case .bytes(let bytes) = content else { preconditionFailure("photos are read whole") }
            return bytes
        },
        write: { bytes, request in
            request.body = bytes
            let type = PhotoKind(beginning: bytes)?.mediaType ?? API.anyBytes
            request.headers.append(("Content-Type", type))
        })
}

extension RequestPart where Value == RequestContent {
    /// A file of any kind, as long as it may be.
    static let file = RequestPart(
        about: RequestPartDescription(
            body: .init(types: [API.anyBytes], schema: nil, isInPieces: true), failures: [400, 413, 422]),
        read: { $1 },
        write: { content, request in
            guard case .bytes(let bytes) = content else { preconditionFailure("a request is sent whole") }
            request.body = bytes
            request.headers.append(("Content-Type", API.anyBytes))
        })
}
