import LootCore

/// The parts of signing in that the lists of a server share, so that everyone signs in once.
final class SignInService: Sendable {
    let people: KnownPeople
    let throttle = LoginThrottle()
    let passwords: PasswordSignIn
    let provider: ProviderSignIn?

    init(_ configuration: HTTPConfiguration, log: @escaping @Sendable (String) -> Void) throws(LootError) {
        people = try KnownPeople(configuration.people, log: log)
        passwords = PasswordSignIn(log: log)
        provider = try ProviderSignIn(configuration)
    }
}
