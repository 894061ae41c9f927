// Saves settings and writes a journal on a disk that becomes full or read-only, and prints the outcome.
import { execFileSync } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openJournal } from '../src/main/journal/disk-journal.ts'
import { openSettings } from '../src/main/storage/settings-store.ts'
import { FaultError } from '../src/shared/errors.ts'
import { readJournal } from './fakes/read-journal.ts'

const [folder, how] = process.argv.slice(2) as [string, string]
const ballast = join(folder, 'ballast')
const settings = await openSettings(folder, { flags: {}, environment: {} })
await settings.save({ theme: 'dark' })
let journal = openJournal(join(folder, 'log.jsonl'))

const appended: string[] = []
let failures = 0
function append(text: string): void {
  const id = `id-${appended.length}`
  appended.push(id)
  try {
    journal.append({
      id,
      at: 0,
      event: { type: 'transcript.updated', turnId: 't', segmentId: 's', text, final: true },
    })
  } catch {
    failures++
  }
}

append('first')
if (how === 'read-only') {
  await journal.close()
  execFileSync('mount', ['-o', 'remount,ro', folder])
  journal = openJournal(join(folder, 'log.jsonl'))
} else fill()
const fault = await settings.save({ theme: 'light' }).then(
  () => null,
  (error: unknown) => (error instanceof FaultError ? error.fault : String(error)),
)
for (let n = 0; n < 5; n++) append('x'.repeat(3_000))
const files = readdirSync(folder).sort()
const saved: unknown = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))
if (how === 'full') {
  rmSync(ballast)
  append('last')
}
const afterwards = (await readJournal(openJournal(join(folder, 'log.jsonl'))))?.map(({ id }) => id)
process.stdout.write(JSON.stringify({ fault, settings: saved, files, failures, appended, afterwards }))

/** Fills the disk to the last byte. */
function fill(): void {
  for (let size = 16_384; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) appendFileSync(ballast, Buffer.alloc(size))
    } catch {
      continue
    }
  }
}
