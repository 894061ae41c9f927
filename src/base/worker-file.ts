// Finds the file of a worker. In the source it is beside the file that starts it. In a build it is beside the entries of
// the app, whose shared code is in the folder `chunks`.

/** `own` is the URL of the file that starts the worker; the result is relative to it. */
export function workerFile(own: string, name: string): string {
  if (own.endsWith('.ts')) return `./${name}.ts`
  return /\/chunks\/[^/]*$/.test(own) ? `../${name}.js` : `./${name}.js`
}
