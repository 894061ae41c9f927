// Lists the libraries that a Windows program needs to load: those in its import table. Libraries in the table of delayed
// imports are loaded when they are first used.
export function importsOf(file: Buffer): string[] {
  const header = file.readUInt32LE(0x3c)
  const optional = header + 24
  const sections = optional + file.readUInt16LE(header + 20)
  /** The file offset of a memory address. */
  const place = (address: number): number => {
    for (let n = 0; n < file.readUInt16LE(header + 6); n++) {
      const at = sections + 40 * n
      const start = file.readUInt32LE(at + 12)
      if (address >= start && address < start + file.readUInt32LE(at + 16))
        return address - start + file.readUInt32LE(at + 20)
    }
    throw new Error(`No section of the file contains address ${address}.`)
  }
  const names: string[] = []
  // The second table of a 64-bit file; each entry has five numbers, and the fourth is the address of the name.
  for (let entry = place(file.readUInt32LE(optional + 120)); ; entry += 20) {
    const name = file.readUInt32LE(entry + 12)
    if (name === 0) return names
    const from = place(name)
    names.push(file.toString('latin1', from, file.indexOf(0, from)))
  }
}
