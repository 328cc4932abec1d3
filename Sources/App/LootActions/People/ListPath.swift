/// The paths of the lists on a server that serves several lists.
package enum ListPath {
    /// The beginning of the paths. No other addresses begin with it.
    package static let beginning = "/l/"

    /// Returns the path of the list with the given name: `/l/NAME`.
    package static func path(of name: String) -> String { beginning + name }
}
