import LootCore
import Testing

@Suite struct `A barcode` {
    @Test(arguments: [
        ("96385074", "96385074"), ("036000291452", "036000291452"), ("0036000291452", "036000291452"),
        ("00036000291452", "036000291452"), ("4006381333931", "4006381333931"),
        ("10012345678902", "10012345678902"), (" 0-36000 29145-2 ", "036000291452"),
    ])
    func `a barcode has the right number of digits, whatever the separators`(
        text: String, digits: String
    ) throws {
        #expect(try Barcode(text).digits == digits)
    }

    @Test func `the error for a wrong check digit contains the correct one`() {
        let error = #expect(throws: LootError.self) { try Barcode("036000291453") }
        #expect(error?.code == .invalidValue)
        #expect(error?.reason.text == "Its last digit must be 2 if the others are correct.")
    }

    @Test(arguments: ["", "1", "1234567890", "123456789012345", "03600029145X", "٠٣٦٠٠٠٢٩١٤٥٢"])
    func `other text isn't a barcode`(text: String) {
        #expect(throws: LootError.self) { try Barcode(text) }
    }

    @Test(arguments: ["036000291452", "0036000291452", "00036000291452"])
    func `items are found by barcode in any spelling`(text: String) throws {
        var item = Item(name: "Tissues", value: nil)
        item.custom = ["barcode": .text(text)]
        #expect(try Barcode("036000291452").filter.matches(item))
        #expect(try !Barcode("96385074").filter.matches(item))
    }
}
