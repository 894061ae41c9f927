// Every event that a participant has seen is on disk, whenever the app is killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openJournal } from '../../src/main/journal/disk-journal.ts'

/** 500 for a measurement; fewer for everyday runs. */
const KILLS = Number(process.env['PARLEY_KILLS'] ?? 60)
const AT_ONCE = 4

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-killed-'))
  // One file starts in a tenth of the time.
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: resolve('test/talk-until-killed.ts'), outDir: folder },
    ssr: { noExternal: true },
  })
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The events that were seen, and those of them that are not on disk. */
async function killedAfter(
  events: number,
  ms: number,
  path: string,
): Promise<{ seen: number; lost: string[] }> {
  const child = spawn(process.execPath, [join(folder, 'talk-until-killed.js'), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'close')
  let text = ''
  child.stdout.setEncoding('utf8')
  const begun = new Promise<void>((begin) => {
    child.stdout.on('data', (data: string) => {
      text += data
      if (text.split('\n').length > events) begin()
    })
  })
  await Promise.race([begun, gone])
  // At another point of the turn each time.
  await setTimeout(ms)
  child.kill('SIGKILL')
  await gone
  const seen = new Set(text.split('\n').slice(0, -1))
  const journal = openJournal(path)
  const kept = new Set<string>()
  for await (const { id } of (await journal.read())!.events) kept.add(id)
  await journal.close()
  return { seen: seen.size, lost: [...seen].filter((id) => !kept.has(id)) }
}

it(
  `has every event that was seen, after ${KILLS} kills`,
  async () => {
    let next = 0
    const outcomes: { seen: number; lost: string[] }[] = []
    const kill = async (): Promise<void> => {
      while (next < KILLS) {
        const n = next++
        outcomes.push(await killedAfter(20 + (n % 37), n % 7, join(folder, `${n}.jsonl`)))
        rmSync(join(folder, `${n}.jsonl`), { force: true })
        rmSync(join(folder, `${n}.bodies`), { recursive: true, force: true })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, kill))
    expect(outcomes).toHaveLength(KILLS)
    expect(Math.min(...outcomes.map(({ seen }) => seen))).toBeGreaterThanOrEqual(10)
    expect(outcomes.flatMap(({ lost }) => lost)).toEqual([])
  },
  KILLS * 5_000,
)
