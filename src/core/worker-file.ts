// Where the code of a worker is: beside the file that starts it while that is source, in the folder above once it is
// built, where everything shared between the entries of the app goes into a folder of its own.

/** `own` is the address of the file that starts it; the answer is relative to that. */
export function workerFile(own: string, name: string): string {
  if (own.endsWith('.ts')) return `./${name}.ts`
  return /\/chunks\/[^/]*$/.test(own) ? `../${name}.js` : `./${name}.js`
}
