import LootCore
package import LootFormats

extension DocumentValue {
    package var text: String? { if case .text(let text) = content { text } else { nil } }
    package var digits: String? { if case .number(let digits) = content { digits } else { nil } }
    package var elements: [DocumentValue]? {
        if case .array(let elements) = content { elements } else { nil }
    }
    var revision: Revision? { digits.flatMap { UInt64($0) }.map { Revision(rawValue: $0) } }
}
