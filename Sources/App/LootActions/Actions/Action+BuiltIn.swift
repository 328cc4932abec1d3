public import LootPlugins

extension Action {
    /// The actions of this package, in the order in which front ends list them.
    public static let builtIn: [Action] = [
        .favorite, .unfavorite, .lend, .takeBack, .service, .sell, .discard, .lose, .give, .bringBack, .use,
        .refill,
        .split, .join,
        .duplicate, .startStocktake, .scan, .finishStocktake, .cancelStocktake,
    ]
}
