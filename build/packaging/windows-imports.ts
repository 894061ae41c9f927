// Which libraries a program or library of Windows cannot be loaded without: those in its table of imports. What is in the table
// of delayed imports is looked for when it is first used.
export function importsOf(file: Buffer): string[] {
  const header = file.readUInt32LE(0x3c)
  const optional = header + 24
  const sections = optional + file.readUInt16LE(header + 20)
  /** Where in the file something lies that is named by its place in memory. */
  const place = (address: number): number => {
    for (let n = 0; n < file.readUInt16LE(header + 6); n++) {
      const at = sections + 40 * n
      const start = file.readUInt32LE(at + 12)
      if (address >= start && address < start + file.readUInt32LE(at + 16))
        return address - start + file.readUInt32LE(at + 20)
    }
    throw new Error(`Nothing in the file is at ${address}.`)
  }
  const names: string[] = []
  // The second of the tables a 64-bit file has; each entry is five numbers, of which the fourth says where the name is.
  for (let entry = place(file.readUInt32LE(optional + 120)); ; entry += 20) {
    const name = file.readUInt32LE(entry + 12)
    if (name === 0) return names
    const from = place(name)
    names.push(file.toString('latin1', from, file.indexOf(0, from)))
  }
}
