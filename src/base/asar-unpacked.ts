// A packaged app is one archive. Programs, native libraries and the files they open cannot be used inside it, so they are
// in a folder beside it.

/** Where the file really is; the same path where nothing is packaged. */
export const asarUnpacked = (path: string): string =>
  path.replace(/\bapp\.asar(?!\.unpacked)(?=[\\/])/, 'app.asar.unpacked')
