import LootCore
import LootPlugins
import Synchronization

/// A cache of sectionings and the keys that their programs returned. A list requests its sectioning each time it is
/// shown.
final class MadeSectionings: Sendable {
    private struct Key: Hashable {
        let digest: FileID
        let offer: Offer
        let settings: PluginSettings
    }

    /// The maximum number of cached sectionings.
    private static let most = 16
    private let made = Mutex<[(key: Key, sectioning: any Sectioning)]>([])

    /// Returns the sectioning that a program offers, with the given settings.
    func sectioning(
        _ program: TrustedProgram, _ offer: Offer, _ settings: PluginSettings, _ bridge: BridgeContext
    ) throws(LootError) -> any Sectioning {
        let key = Key(digest: program.digest, offer: offer, settings: settings)
        if let known = made.withLock({ $0.first { $0.key == key }?.sectioning }) { return known }
        let new: any Sectioning =
            offer.features.contains("rule")
            ? try DeclaredSectioning(program, offer, settings, bridge)
            : BridgedSectioning(program, offer, settings, bridge)
        made.withLock { made in
            made.append((key, new))
            if made.count > Self.most { made.removeFirst() }
        }
        return new
    }
}
