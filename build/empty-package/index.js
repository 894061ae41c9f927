// Nothing may load this. It replaces packages that a dependency names but Parley does not use.
throw new Error('An empty package replaces this one (see "overrides" in package.json).')
