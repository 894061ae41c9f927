import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Journal, JournalEntry } from '../../src/core/ports/journal.ts'
import { openJournal, type JournalLimits } from '../../src/main/journal/disk-journal.ts'
import type { RecordedEvent } from '../../src/shared/conversation.ts'
import { createMemoryJournal } from '../fakes/memory-journal.ts'
import { readJournal } from '../fakes/read-journal.ts'

let folder: string
let opened: Journal[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-journal-'))
  opened = []
})
afterEach(async () => {
  for (const journal of opened) await journal.close()
  await rm(folder, { recursive: true, force: true })
})

const sessions = (): string => join(folder, 'sessions')
const file = (): string => join(sessions(), 'log.jsonl')
const names = (): string[] => readdirSync(sessions()).sort()
const archives = (): string[] => names().filter((name) => /^log\..+\.jsonl$/.test(name))
const bodies = (): string[] =>
  existsSync(join(sessions(), 'log.bodies')) ? readdirSync(join(sessions(), 'log.bodies')) : []

function open(limits: Partial<JournalLimits> = {}, now?: () => number): Journal {
  const journal = openJournal(file(), { limits, ...(now && { now }) })
  opened.push(journal)
  return journal
}

const said = (n: number): RecordedEvent => ({
  id: `id-${n}`,
  at: n,
  event: {
    type: 'transcript.updated',
    turnId: `t${n}`,
    segmentId: `t${n}:user`,
    text: `wörds\u2028\u2029\u0085 ${n}\r\n {"id":"x","at":1`,
    final: true,
  },
})

const shown = (n: number, content: string, artifactId = `a${n}`): RecordedEvent => ({
  id: `id-${n}`,
  at: n,
  event: {
    type: 'artifact.created',
    turnId: `t${n}`,
    artifact: { kind: 'code', id: artifactId, title: 'a.ts', content },
  },
})

const saidUpTo = (end: number, from = 0): RecordedEvent[] =>
  Array.from({ length: end - from }, (_, n) => said(from + n))

async function entriesOf(journal: Journal): Promise<JournalEntry[]> {
  const kept: JournalEntry[] = []
  for await (const event of (await journal.read())!.events) kept.push(event)
  return kept
}

function describeJournal(name: string, make: () => Journal): void {
  describe(name, () => {
    it('returns everything, in order', async () => {
      const journal = make()
      for (const record of saidUpTo(200)) journal.append(record)
      expect(await readJournal(journal)).toEqual(saidUpTo(200))
      expect((await journal.read())?.newest).toBe('id-199')
    })

    it('returns the events after an event', async () => {
      const journal = make()
      for (const record of saidUpTo(5)) journal.append(record)
      expect(await readJournal(journal, { after: 'id-2' })).toEqual([said(3), said(4)])
      expect(await readJournal(journal, { after: 'id-4' })).toEqual([])
    })

    it('returns the events before an event, newest first', async () => {
      const journal = make()
      for (const record of saidUpTo(5)) journal.append(record)
      const reading = await journal.read({ before: 'id-3' })
      const ids: string[] = []
      for await (const { id } of reading!.events) ids.push(id)
      expect(ids).toEqual(['id-2', 'id-1', 'id-0'])
      expect(await readJournal(journal, { before: 'id-0' })).toEqual([])
    })

    it('returns only the requested types', async () => {
      const journal = make()
      journal.append(said(1))
      journal.append(shown(2, 'text'))
      journal.append(said(3))
      const only = new Set(['artifact.created'] as const)
      expect(await readJournal(journal, { only })).toEqual([shown(2, 'text')])
      // Though it is not of a requested type.
      expect(await readJournal(journal, { only, after: 'id-1' })).toEqual([shown(2, 'text')])
    })

    it('says when it does not know an event', async () => {
      const journal = make()
      journal.append(said(1))
      expect(await readJournal(journal, { after: 'unknown' })).toBeNull()
      expect(await journal.read({ before: 'unknown' })).toBeNull()
    })

    it('says which artifacts have a newer version', async () => {
      const journal = make()
      journal.append(shown(1, 'half', 'output'))
      journal.append(shown(2, 'other'))
      journal.append(shown(3, 'all', 'output'))
      const kept = await entriesOf(journal)
      expect(kept.map(({ id, superseded }) => [id, superseded])).toEqual([
        ['id-3', false],
        ['id-2', false],
        ['id-1', true],
      ])
    })

    it('is empty at first', async () => {
      const journal = make()
      expect(await readJournal(journal)).toEqual([])
      expect((await journal.read())?.newest).toBeNull()
    })
  })
}

describeJournal('the journal in memory', () => createMemoryJournal())
describeJournal('the journal on disk', () => open())
describeJournal('the journal on disk in many small files', () => open({ segmentBytes: 300 }))

describe('the journal on disk', () => {
  it('has an event on disk when `append` returns', () => {
    const journal = open()
    journal.append(said(1))
    expect(readFileSync(file(), 'utf8')).toBe(`${JSON.stringify(said(1))}\n`)
  })

  it('has its events when it is opened again', async () => {
    const first = open()
    first.append(said(1))
    await first.sync()
    await first.close()
    const second = open()
    expect((await second.read())?.newest).toBe('id-1')
    second.append(said(2))
    expect(await readJournal(second)).toEqual([said(1), said(2)])
  })

  it('can be read only by its user', () => {
    open().append(shown(1, 'x'.repeat(50_000)))
    expect(statSync(file()).mode & 0o077).toBe(0)
    expect(statSync(join(sessions(), 'log.bodies')).mode & 0o077).toBe(0)
    expect(statSync(join(sessions(), 'log.bodies', bodies()[0]!)).mode & 0o077).toBe(0)
  })

  it('begins another segment when one is full, while it runs, and reads them all', async () => {
    const journal = open({ segmentBytes: 2_000 })
    for (const record of saidUpTo(100)) journal.append(record)
    expect(archives().length).toBeGreaterThan(5)
    expect(statSync(file()).size).toBeLessThan(2_000)
    expect(await readJournal(journal)).toEqual(saidUpTo(100))
    expect(await readJournal(journal, { after: 'id-3' })).toEqual(saidUpTo(100, 4))
    expect(await readJournal(journal, { before: 'id-50' })).toEqual(saidUpTo(50))
    await journal.sync()
  })

  it('keeps its order when the clock is set back', async () => {
    let time = 1_800_000_000_000
    const journal = open({ segmentBytes: 300 }, () => (time -= 1_000))
    for (const record of saidUpTo(30)) journal.append(record)
    expect(await readJournal(journal)).toEqual(saidUpTo(30))
  })

  it('finishes a reading that began before its segment was archived', async () => {
    const journal = open({ segmentBytes: 20_000 })
    for (const record of saidUpTo(50)) journal.append(record)
    const { events } = (await journal.read())!
    for (const record of saidUpTo(300, 50)) journal.append(record)
    expect(archives().length).toBeGreaterThan(0)
    const ids: string[] = []
    for await (const { id } of events) ids.push(id)
    expect(ids.toReversed()).toEqual(saidUpTo(50).map(({ id }) => id))
  })

  it('deletes the oldest archives, and the bodies that only they refer to, when it exceeds its limit', async () => {
    let time = 1_000_000
    const journal = open({ segmentBytes: 2_000, totalBytes: 10_000 }, () => time)
    const old = { ...shown(0, 'old'.repeat(10_000)), at: time }
    const always = { ...shown(1, 'always'.repeat(10_000)), at: time }
    journal.append(old)
    journal.append(always)
    expect(bodies()).toHaveLength(2)
    time += 60_000
    for (const record of saidUpTo(200, 2)) journal.append({ ...record, at: time })
    journal.append({ ...always, id: 'again', at: time })
    for (const record of saidUpTo(230, 200)) journal.append({ ...record, at: time })
    const size = names().reduce((sum, name) => sum + statSync(join(sessions(), name)).size, 0)
    expect(size).toBeLessThan(20_000)
    expect(bodies()).toHaveLength(1)
    const left = (await readJournal(journal))!
    expect(left.at(-1)?.id).toBe('id-229')
    expect(left.find(({ id }) => id === 'again')?.event).toEqual(always.event)
  })

  it('reads a journal of an earlier version, of any size, with its archives', async () => {
    const journal = open()
    await journal.close()
    // Written without references, and archived at a start in the past.
    const old = join(sessions(), 'log.2026-01-02T03-04-05-678Z.jsonl')
    const big = shown(1, 'x'.repeat(300_000))
    writeFileSync(old, `${JSON.stringify(said(0))}\n${JSON.stringify(big)}\n`)
    writeFileSync(
      file(),
      saidUpTo(60_000, 2)
        .map((record) => `${JSON.stringify(record)}\n`)
        .join(''),
    )
    expect(statSync(file()).size).toBeGreaterThan(8 * 1024 * 1024)
    const again = open()
    expect(archives()).toHaveLength(2)
    again.append(said(60_000))
    const newest = (await again.read())!
    const ids: string[] = []
    for await (const { id } of newest.events) if (ids.push(id) === 3) break
    expect(ids).toEqual(['id-60000', 'id-59999', 'id-59998'])
    expect(await readJournal(again, { before: 'id-3' })).toEqual([said(0), big, said(2)])
  })
})

describe('large parts of events', () => {
  const BIG = 'const a = "ü"\n'.repeat(20_000)

  it('are stored once, however often they are shown', async () => {
    const journal = open()
    for (let n = 0; n < 50; n++) journal.append(shown(n, BIG))
    expect(statSync(file()).size).toBeLessThan(20_000)
    expect(bodies()).toHaveLength(1)
    expect(await readJournal(journal)).toEqual(Array.from({ length: 50 }, (_, n) => shown(n, BIG)))
    await journal.sync()
    const [kept] = await entriesOf(journal)
    expect(kept!.size).toBeGreaterThan(BIG.length)
  })

  it('are stored for approvals and search results too', async () => {
    const journal = open()
    const results = Array.from({ length: 2_000 }, (_, line) => ({ file: 'a.ts', line, content: 'found' }))
    const asked: RecordedEvent = {
      id: 'asked',
      at: 1,
      event: {
        type: 'approval.requested',
        turnId: 't',
        approval: { id: 'p', kind: 'edit', title: 'Edit', action: 'edit', diff: BIG },
      },
    }
    const found: RecordedEvent = {
      id: 'found',
      at: 2,
      event: {
        type: 'artifact.created',
        turnId: 't',
        artifact: { kind: 'search_results', id: 's', title: 'found', query: 'found', results },
      },
    }
    journal.append(asked)
    journal.append(found)
    expect(statSync(file()).size).toBeLessThan(2_000)
    expect(await readJournal(journal)).toEqual([asked, found])
  })

  it('of older versions of a growing artifact are deleted', async () => {
    const journal = open()
    for (let n = 0; n < 40; n++) journal.append(shown(n, BIG.slice(0, 10_000 + n * 1_000), 'output'))
    expect(bodies()).toHaveLength(1)
    expect((await (await entriesOf(journal))[0]!.read())!).toEqual(shown(39, BIG.slice(0, 49_000), 'output'))
  })

  it('of an older version stay if another artifact has the same', async () => {
    const journal = open()
    journal.append(shown(1, BIG, 'output'))
    journal.append(shown(2, BIG, 'file'))
    journal.append(shown(3, `${BIG}more`, 'output'))
    expect((await readJournal(journal))![1]).toEqual(shown(2, BIG, 'file'))
  })

  it('are deleted, least recently used first, when they exceed their limit', async () => {
    let time = 1_000
    const journal = open({ bodiesBytes: 100_000 }, () => (time += 1_000))
    for (let n = 0; n < 20; n++) journal.append(shown(n, `${n}`.repeat(10_000)))
    const total = bodies().reduce((sum, name) => sum + statSync(join(sessions(), 'log.bodies', name)).size, 0)
    expect(total).toBeLessThanOrEqual(100_000)
    const records = (await readJournal(journal))!
    expect(records).toHaveLength(20)
    expect(records[19]).toEqual(shown(19, '19'.repeat(10_000)))
    expect(JSON.stringify(records[0])).toContain('was deleted because')
  })

  it.each([
    ['missing', (path: string) => rmSync(path)],
    ['cut short', (path: string) => truncateSync(path, 100)],
    ['another text', (path: string) => writeFileSync(path, JSON.stringify('x'.repeat(BIG.length)))],
    ['not text', (path: string) => writeFileSync(path, Buffer.alloc(5_000, 0xff))],
  ])('that are %s leave a note in their place, and do not affect the rest', async (_, spoil) => {
    const journal = open()
    journal.append(said(1))
    journal.append(shown(2, BIG))
    spoil(join(sessions(), 'log.bodies', bodies()[0]!))
    const records = (await readJournal(journal))!
    expect(records[0]).toEqual(said(1))
    expect(records[1]).toMatchObject({ id: 'id-2', event: { artifact: { title: 'a.ts' } } })
    expect(JSON.stringify(records[1])).toContain('was deleted because')
  })
})

describe('a damaged journal', () => {
  const written = (): Buffer => readFileSync(file())
  const afterDamage = async (): Promise<RecordedEvent[]> => {
    const journal = open()
    journal.append(said(9))
    return (await readJournal(journal))!
  }
  beforeEach(async () => {
    const journal = open()
    for (const record of saidUpTo(3)) journal.append(record)
    await journal.close()
  })

  it('loses only the line that was cut short, wherever that was', async () => {
    const whole = written()
    const second = whole.indexOf(0x0a) + 1
    const third = whole.indexOf(0x0a, second) + 1
    for (let end = third; end < whole.length; end += 7) {
      writeFileSync(file(), whole.subarray(0, end))
      // If the last line is whole, only its line feed is missing.
      expect(await afterDamage()).toEqual([said(0), said(1), said(9)])
    }
    writeFileSync(file(), whole.subarray(0, -1))
    expect(await afterDamage()).toEqual([said(0), said(1), said(2), said(9)])
  })

  it('loses at most one line to a wrong byte, wherever it is', async () => {
    const whole = written()
    for (let at = 0; at < whole.length; at += 3) {
      const spoilt = Buffer.from(whole)
      spoilt[at] = 0x00
      writeFileSync(file(), spoilt)
      const left = await afterDamage()
      const right = left.filter(({ id }) => ['id-0', 'id-1', 'id-2'].includes(id))
      expect(left.at(-1)).toEqual(said(9))
      expect(right.length).toBeGreaterThanOrEqual(2)
      for (const record of right) expect([said(0), said(1), said(2)]).toContainEqual(record)
    }
  })

  it('finds an event behind zeros or half of another', async () => {
    appendFileSync(file(), Buffer.alloc(4_096))
    expect(await afterDamage()).toEqual([...saidUpTo(3), said(9)])
    appendFileSync(file(), `${JSON.stringify(said(4)).slice(0, 90)}${JSON.stringify(said(5))}\n`)
    const journal = open()
    expect(await readJournal(journal)).toEqual([...saidUpTo(3), said(9), said(5)])
  })

  it('skips lines that are not events', async () => {
    appendFileSync(
      file(),
      'garbage\n{"id":"x"}\nnull\n[]\n\n{"id":"y","at":1,"event":{"type":"turn.started"}}\n',
    )
    expect(await afterDamage()).toEqual([...saidUpTo(3), said(9)])
  })

  it('reads events with their fields in another order', async () => {
    const { id, at, event } = said(4)
    appendFileSync(file(), `${JSON.stringify({ event, at, id })}\n`)
    expect(await afterDamage()).toEqual([...saidUpTo(3), said(4), said(9)])
  })

  it('skips a line of 50 MB without holding all of it in memory', async () => {
    for (let part = 0; part < 50; part++) appendFileSync(file(), Buffer.alloc(1024 * 1024, 0x78))
    appendFileSync(file(), '\n')
    const journal = open()
    journal.append(said(9))
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const left: string[] = []
    for await (const { id } of (await journal.read())!.events) {
      most = Math.max(most, process.memoryUsage().arrayBuffers)
      left.push(id)
    }
    expect(left.toReversed()).toEqual(['id-0', 'id-1', 'id-2', 'id-9'])
    expect(most - before).toBeLessThan(48 * 1024 * 1024)
  })

  it('searches for an event that is not at its remembered place', async () => {
    const journal = open()
    const kept = await entriesOf(journal)
    kept[0]!.remember()
    expect(await readJournal(journal, { before: 'id-2' })).toEqual([said(0), said(1)])
    // The same file with other lines, so that the place is inside one of them.
    const lines = written().toString().split('\n')
    const other = `${JSON.stringify({ ...said(7), id: 'other' })}\n`
    writeFileSync(file(), `${other}${lines.join('\n')}`)
    expect((await readJournal(journal, { before: 'id-2' }))!.map(({ id }) => id)).toEqual([
      'other',
      'id-0',
      'id-1',
    ])
    writeFileSync(file(), '')
    expect(await journal.read({ before: 'id-2' })).toBeNull()
  })

  it('works without an archive that was deleted', async () => {
    const journal = open({ segmentBytes: 300 })
    for (const record of saidUpTo(30, 3)) journal.append(record)
    const reading = (await journal.read())!
    rmSync(join(sessions(), archives()[2]!))
    const ids: string[] = []
    for await (const { id } of reading.events) ids.push(id)
    expect(ids[0]).toBe('id-29')
    expect(ids.at(-1)).toBe('id-0')
    expect(ids.length).toBeLessThan(30)
  })

  it('continues in a new segment when its own was deleted', async () => {
    const journal = open()
    rmSync(sessions(), { recursive: true })
    journal.append(said(9))
    expect(await readJournal(journal)).toEqual([said(9)])
  })
})

describe('a journal that two processes have open', () => {
  it('knows whether another process has it open', async () => {
    const journal = open()
    expect([journal.isShared(), open().isShared()]).toEqual([false, false])
    const other = join(sessions(), `log.${process.ppid}.open`)
    writeFileSync(other, '')
    expect(journal.isShared()).toBe(true)
    rmSync(other)
    // A killed process could not delete its file.
    const { pid } = spawnSync(process.execPath, ['--version'])
    writeFileSync(join(sessions(), `log.${pid}.open`), '')
    expect(journal.isShared()).toBe(false)
    await journal.close()
    expect(names()).toEqual(['log.jsonl'])
  })

  it('has the whole lines of both, through every change of segments', async () => {
    const one = open({ segmentBytes: 2_000 })
    const other = open({ segmentBytes: 2_000 })
    for (let n = 0; n < 100; n++) {
      one.append(said(2 * n))
      other.append(said(2 * n + 1))
    }
    for (const journal of [one, other, open()]) {
      const ids = (await readJournal(journal))!.map(({ id }) => id)
      expect(new Set(ids)).toEqual(new Set(saidUpTo(200).map(({ id }) => id)))
      expect(ids).toHaveLength(200)
    }
  })
})

describe('a journal that cannot be written', () => {
  it('keeps unwritten events in memory, and writes them first when it can', async () => {
    // A file in place of the folder has the same effect as a read-only disk.
    writeFileSync(sessions(), '')
    const journal = open()
    expect(() => journal.append(said(1))).toThrow()
    expect(() => journal.append(shown(2, 'x'.repeat(50_000)))).toThrow()
    expect(await readJournal(journal)).toEqual([said(1), shown(2, 'x'.repeat(50_000))])
    expect(await readJournal(journal, { before: 'id-2' })).toEqual([said(1)])
    rmSync(sessions())
    // An event that is appended again is there once.
    journal.append(shown(2, 'x'.repeat(50_000)))
    journal.append(said(3))
    expect(await readJournal(open())).toEqual([said(1), shown(2, 'x'.repeat(50_000)), said(3)])
  })
})
