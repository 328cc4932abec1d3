package import LootCore

/// The reason why a sign-in at a provider doesn't succeed.
package struct ProviderFailure: Error, Hashable {
    /// The kinds of failures.
    package enum Kind: Hashable, Sendable {
        /// The answer isn't valid: it was used before, has expired, or is for another sign-in.
        case invalid
        /// The provider can't be reached, or its answer can't be understood.
        case unavailable
    }

    /// The kind of the failure.
    package let kind: Kind
    /// The reason as a complete sentence.
    package let reason: Message

    init(_ kind: Kind, _ reason: Message) { (self.kind, self.reason) = (kind, reason) }
}
