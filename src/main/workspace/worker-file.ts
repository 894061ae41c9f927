// Where the code of a worker is: beside this file while it is source, in the folder above once it is built, where
// everything shared between the entries of the app goes into a folder of its own.

export function workerFile(name: string): URL {
  const own = import.meta.url
  if (own.endsWith('.ts')) return new URL(`./${name}.ts`, own)
  return new URL(/\/chunks\/[^/]*$/.test(own) ? `../${name}.js` : `./${name}.js`, own)
}
