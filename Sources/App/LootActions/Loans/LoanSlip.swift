import Localization
package import LootCore

/// A slip that a borrower signs: the loans of one person with lines for signatures.
package struct LoanSlip: Sendable {
    let list: LoanList
    /// The person whose loans the slip lists.
    package let borrower: String
    let presentation: ItemPresentation

    /// Creates the slip of the borrower with the rows of a list.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if the rows have several borrowers, or none.
    package init(_ list: LoanList, presentation: ItemPresentation) throws(LootError) {
        let names = Set(list.rows.map(\.loan.borrower))
        guard let name = names.first, names.count == 1 else {
            throw LootError(
                .invalidValue, "Can't create a slip.",
                reason: names.isEmpty
                    ? "Nobody has borrowed or reserved these items." : "A slip is for one person.",
                advice: "Choose the loans of one borrower.", field: "to")
        }
        (self.list, self.presentation, borrower) = (list, presentation, name)
    }

    /// The content of the document.
    package var html: HTML {
        let rows: [HTML] = list.rows.map { row in
            """
            <tr><td>\(row.item.number ?? row.item.id.short)</td><td><bdi>\(row.item.shownName)</bdi></td>\
            <td>\(row.item.serialNumber ?? "")</td><td>\(row.loan.pieces(of: row.item))</td>\
            <td>\(row.loan.from?.text(in: .current) ?? "")</td><td>\(row.loan.until?.text(in: .current) ?? "")</td></tr>

            """
        }
        return """
            <h1>\(localized: "Loan slip")</h1>
            <p>\(presentation.title.map { "<bdi>\($0)</bdi> · " } as HTML?)\(list.today.text(in: .current))</p>
            <p>\(localized: "Borrower"): <strong><bdi>\(borrower)</bdi></strong></p>
            <table>
            <thead><tr><th>\(localized: "Number")</th><th>\(localized: "Item")</th><th>\(localized: "Serial number")</th>\
            <th>\(localized: "Pieces")</th><th>\(localized: "From")</th><th>\(localized: "Until")</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>
            <p>\(localized: "Received in good condition (date and signature):") ____________________________</p>
            <p>\(localized: "Returned (date and signature):") ____________________________</p>

            """
    }

    /// A complete HTML document.
    package var document: String {
        let page: HTML = """
            <!doctype html>
            <html lang="\(Language.current.tag)"><head><meta charset="utf-8">
            <title>\(Language.current.titled(String(localized: "Loan slip"), borrower))</title>
            <style>
            body { font: 11pt/1.4 system-ui, sans-serif; margin: 2cm }
            table { border-collapse: collapse; width: 100% }
            th, td { border-bottom: 1px solid #999; padding: 4pt 6pt; text-align: start }
            p + p { margin-top: 1.5em }
            </style></head>
            <body>
            \(html)</body></html>

            """
        return page.markup
    }
}
