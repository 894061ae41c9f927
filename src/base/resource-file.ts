// Finds a file that ships with the app, in the folder `resources`, from the source and from a build.

/** `own` is the URL of a file in `src/main/<module>`; the result is relative to it. */
export function resourceFile(own: string, name: string): string {
  // A build has the entries of the app in one folder, and shared code in a folder `chunks` there.
  const isDeep = own.endsWith('.ts') || /\/chunks\/[^/]*$/.test(own)
  return `${isDeep ? '../../../' : '../../'}resources/${name}`
}
