/// A currency, by the three letters of ISO 4217: `EUR`.
public struct Currency: Hashable, Sendable, Comparable {
    /// The three letters, in upper case.
    public let code: String

    /// The currency with this code, in upper or lower case; nil for a text that is not three letters.
    public init?(_ code: some StringProtocol) {
        let letters = code.utf8
        guard letters.count == 3, letters.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }) else {
            return nil
        }
        self.code = code.uppercased()
    }

    /// The currency that a sign stands for in most places: `€`, `$`, `kr.`; or that a code names. Nil for anything else.
    package init?(sign: String) {
        if let code = Currency.codes[sign.lowercased()] {
            self.init(code)
        } else {
            self.init(sign)
        }
    }

    /// What stands before an amount: its sign, or its code where it has none of its own.
    package var sign: String { Currency.signs[code] ?? code }

    /// By code.
    public static func < (left: Currency, right: Currency) -> Bool { left.code < right.code }

    /// The signs that belong to one currency alone, or that most people mean so.
    private static let signs: [String: String] = [
        "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "RUB": "₽", "TRY": "₺", "KRW": "₩",
        "UAH": "₴",
        "ILS": "₪", "VND": "₫", "NGN": "₦", "PHP": "₱", "KZT": "₸", "GEL": "₾", "BRL": "R$", "PLN": "zł",
        "CZK": "Kč",
        "AUD": "A$", "CAD": "C$", "NZD": "NZ$", "HKD": "HK$", "SGD": "S$", "TWD": "NT$", "MXN": "MX$",
    ]

    /// The codes by sign, in lower case.
    private static let codes: [String: String] = {
        var codes = [
            "us$": "USD", "ca$": "CAD", "au$": "AUD", "fr.": "CHF", "sfr": "CHF", "sfr.": "CHF",
            "euro": "EUR",
            "euros": "EUR", "dollars": "USD", "dollar": "USD",
        ]
        for (code, sign) in signs { codes[sign.lowercased()] = code }
        return codes
    }()
}

extension Currency: CustomStringConvertible {
    /// The code.
    public var description: String { code }
}
