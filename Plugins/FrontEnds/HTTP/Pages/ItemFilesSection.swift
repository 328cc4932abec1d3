import LootActions
import LootCore
import LootFormats

/// The files of an item: thumbnails of pictures, kinds of other files, and separate forms to add and change them.
struct ItemFilesSection {
    let item: Item
    let files: [FileEntry]
    let canWrite: Bool
    let back: String

    private var path: String { "/items/\(item.id)/files" }

    var html: HTML {
        let list: HTML? =
            files.isEmpty ? nil : "<ul class=\"file-list\">\(files.enumerated().map(entry))</ul>"
        return """
            <section class="card files" aria-labelledby="files-title"><h2 id="files-title">\(localized: "Files")</h2>\
            \(list)\(canWrite ? form : nil)<p class="problem" role="alert" hidden></p></section>
            """
    }

    private var form: HTML {
        """
        <form class="files-form" method="post" action="\(path)" enctype="multipart/form-data">\
        \(Fragment.hidden([("back", back)]))\(ItemFilesSection.drop(String(localized: "Add files"), String(localized: "Drop files here, or choose them"), isRequired: true))\
        <button class="button apply">\(localized: "Upload")</button></form>
        """
    }

    /// Returns an input that accepts files by choosing or dropping them.
    static func drop(_ title: String, _ hint: String, isRequired: Bool = false) -> HTML {
        """
        <label class="drop" for="files"><span>\(title)</span> <small>\(hint)</small>\
        <input type="file" id="files" name="files" multiple\(isRequired ? " required" : nil)></label>
        """
    }

    private func entry(_ index: Int, _ file: FileEntry) -> HTML {
        let reference = PercentEncoding.encode(FileEntry.reference(to: file, in: files))
        let address = "/api/items/\(item.id)/files/\(reference)"
        let facts = [
            file.id == item.photo ? String(localized: "Photo") : "", ItemPresentation.size(of: file),
        ].filter {
            !$0.isEmpty
        }
        let fields = [("file", file.description), ("back", back)]
        let name = ItemFilesSection.shownName(of: file)
        let first: HTML? =
            index == 0
            ? nil
            : Fragment.button(
                "\(path)/first", "\(localized: "Move to top")", kind: "quiet",
                title: String(localized: "Move \(name) to the top"),
                fields: fields)
        let remove = Fragment.button(
            "\(path)/remove", "\(localized: "Remove")", kind: "quiet",
            title: String(localized: "Remove \(name)"), fields: fields)
        return """
            <li><a class="file" href="\(address)">\(ItemFilesSection.tile(file))\
            <span><bdi>\(name)</bdi> <small>\(Language.current.list(facts, .none))</small></span></a>\
            <span class="actions"><a class="quiet" href="\(address)" download="\(file.name)" \
            aria-label="\(localized: "Download \(name)")">\(localized: "Download")</a>\(canWrite ? first : nil)\(canWrite ? remove : nil)</span></li>
            """
    }

    /// Returns the name of the given file with visible bidirectional control characters, so that they can't disguise
    /// the file extension.
    static func shownName(of file: FileEntry) -> String {
        file.name.unicodeScalars.map { scalar in
            scalar.properties.isBidiControl
                ? "<U+\(String(scalar.value, radix: 16, uppercase: true))>" : String(scalar)
        }.joined()
    }

    private static func tile(_ file: FileEntry) -> HTML {
        if file.isPicture {
            return """
                <img class="thumb" src="/api/files/\(file.id.description)?thumbnail" alt="" width="48" height="48" \
                loading="lazy" decoding="async">
                """
        }
        return "<span class=\"thumb\" aria-hidden=\"true\">\(kind(of: file))</span>"
    }

    /// Returns the kind of the given file, such as `PDF`, in at most four letters.
    private static func kind(of file: FileEntry) -> String {
        let ending = file.name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last ?? ""
        let isShort = (1...4).contains(ending.count) && ending.allSatisfy { $0.isLetter || $0.isNumber }
        return isShort ? ending.uppercased() : String(localized: "File")
    }
}
