/** The last part of a path, whichever way its slashes lean. */
export function baseName(file: string): string {
  return file.split(/[\\/]/).findLast((part) => part !== '') ?? file
}
