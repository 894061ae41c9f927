// A packaged app is one archive. Programs, libraries and what libraries open by themselves cannot be used from inside it, so
// they lie in a folder beside it.

/** Where the file really is; the same path where nothing is packaged. */
export const besideArchive = (path: string): string =>
  path.replace(/\bapp\.asar(?!\.unpacked)(?=[\\/])/, 'app.asar.unpacked')
