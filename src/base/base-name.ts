/** The last part of a path, with slashes or backslashes. */
export function baseName(file: string): string {
  return file.split(/[\\/]/).findLast((part) => part !== '') ?? file
}
