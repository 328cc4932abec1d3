extension Currency {
    /// The active ISO 4217 currencies.
    package static let all: [Currency] = """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP
        CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF
        IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD
        MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB
        RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD
        UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
        """.split(whereSeparator: \.isWhitespace).compactMap { Currency($0) }

    /// Creates a currency from a code or a sign that a person typed.
    ///
    /// - Throws: ``LootError`` with code `invalid-value` that suggests a similar code.
    package init(named text: String) throws(LootError) {
        let text = text.trimmed
        if let currency = Currency(sign: text), Currency.all.contains(currency) {
            self = currency
            return
        }
        throw LootError(
            .invalidValue, "can't use the currency \(TextRules.quoted(text))",
            because: "no currency has that code or sign",
            next: Suggestions.sentence(for: text.uppercased(), among: Currency.all.map(\.code)))
    }
}
