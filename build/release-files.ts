// node build/release-files.ts FROM TO: collects the packages of all systems in one folder, with their checksums.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Each Mac architecture writes an update list with the same name; the release needs one list with both. */
export function mergeUpdateLists(one: string, other: string): string {
  const entries = /(?<=^files:\n)(?:^[ -].*\n)+/m
  const added = entries.exec(other)?.[0]
  if (!added || !entries.test(one)) throw new Error('An update list has no files.')
  return one.replace(entries, (own) => own + added)
}

export function gatherRelease(from: string, to: string): string[] {
  mkdirSync(to, { recursive: true })
  const contents = new Map<string, Buffer>()
  for (const entry of globSync('**/*', { cwd: from, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const content = readFileSync(join(entry.parentPath, entry.name))
    const other = contents.get(entry.name)
    contents.set(entry.name, other && !other.equals(content) ? both(entry.name, other, content) : content)
  }
  const lines = [...contents]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, content]) => {
      writeFileSync(join(to, name), content)
      return `${createHash('sha256').update(content).digest('hex')}  ${name}`
    })
  writeFileSync(join(to, 'SHA256SUMS'), `${lines.join('\n')}\n`)
  return lines
}

function both(name: string, one: Buffer, other: Buffer): Buffer {
  if (!name.endsWith('-mac.yml')) throw new Error(`Two systems created different files called ${name}.`)
  return Buffer.from(mergeUpdateLists(one.toString('utf8'), other.toString('utf8')))
}

if (import.meta.main) {
  const [from, to] = process.argv.slice(2)
  if (!from || !to) throw new Error('Usage: node build/release-files.ts FROM TO')
  process.stdout.write(`${gatherRelease(from, to).join('\n')}\n`)
}
