/// A currency, identified by its ISO 4217 code: `EUR`.
public struct Currency: Hashable, Sendable, Comparable {
    /// The code in upper case.
    public let code: String

    /// Creates a currency with a code in upper or lower case. Returns `nil` if the text isn't three letters.
    public init?(_ code: some StringProtocol) {
        let letters = code.utf8
        guard letters.count == 3, letters.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }) else {
            return nil
        }
        self.code = code.uppercased()
    }

    /// Creates a currency from its most common sign, such as `€`, `$` or `kr.`, or from its code. Returns `nil` for
    /// other text.
    package init?(sign: String) {
        if let code = Currency.codes[sign.lowercased()] {
            self.init(code)
        } else {
            self.init(sign)
        }
    }

    /// The sign for amounts, or the code if the currency has no sign.
    package var sign: String { Currency.signs[code] ?? code }

    /// Compares currencies by their codes.
    public static func < (left: Currency, right: Currency) -> Bool { left.code < right.code }

    /// The signs that are unique to a currency, or most commonly mean it.
    private static let signs: [String: String] = [
        "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "RUB": "₽", "TRY": "₺", "KRW": "₩",
        "UAH": "₴",
        "ILS": "₪", "VND": "₫", "NGN": "₦", "PHP": "₱", "KZT": "₸", "GEL": "₾", "BRL": "R$", "PLN": "zł",
        "CZK": "Kč",
        "AUD": "A$", "CAD": "C$", "NZD": "NZ$", "HKD": "HK$", "SGD": "S$", "TWD": "NT$", "MXN": "MX$",
    ]

    /// The codes by lowercased sign.
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
