import {
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
  type FileHandle,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Journal } from '../../src/core/ports.ts'
import { openJournal } from '../../src/main/journal/disk-journal.ts'
import type { RecordedEvent } from '../../src/shared/conversation.ts'
import { createMemoryJournal } from '../fakes/memory-journal.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-journal-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const file = (): string => join(folder, 'sessions', 'log.jsonl')

const said = (n: number): RecordedEvent => ({
  id: `id-${n}`,
  at: n,
  event: {
    type: 'transcript.updated',
    turnId: `t${n}`,
    segmentId: `t${n}:user`,
    text: `wörds\u2028\u2029\u0085 ${n}\r\n`,
    final: true,
  },
})

function describeJournal(name: string, make: () => Promise<Journal>): void {
  describe(name, () => {
    it('gives back everything, in order', async () => {
      const journal = await make()
      const records = Array.from({ length: 200 }, (_, n) => said(n))
      await Promise.all(records.map((record) => journal.append(record)))
      expect(await journal.after(null)).toEqual({ found: true, records })
      await journal.close()
    })

    it('gives back what followed an event', async () => {
      const journal = await make()
      for (let n = 0; n < 5; n++) await journal.append(said(n))
      expect(await journal.after('id-2')).toEqual({ found: true, records: [said(3), said(4)] })
      expect(await journal.after('id-4')).toEqual({ found: true, records: [] })
      await journal.close()
    })

    it('says when it does not know an event', async () => {
      const journal = await make()
      await journal.append(said(1))
      expect(await journal.after('never heard of')).toEqual({ found: false, records: [said(1)] })
      await journal.close()
    })
  })
}

describeJournal('the journal in memory', async () => createMemoryJournal())
describeJournal('the journal on disk', () => openJournal(file()))

describe('the journal on disk', () => {
  it('is safe from a power cut once it says so, with all that was appended before', async () => {
    const probe = await open(join(folder, 'probe'), 'w')
    const order: string[] = []
    const handles = Object.getPrototypeOf(probe) as FileHandle
    const { appendFile, datasync } = handles
    await probe.close()
    vi.spyOn(handles, 'appendFile').mockImplementation(async function (this: FileHandle, ...args) {
      await appendFile.apply(this, args)
      order.push('written')
    })
    vi.spyOn(handles, 'datasync').mockImplementation(async function (this: FileHandle) {
      await datasync.call(this)
      order.push('safe')
    })
    const journal = await openJournal(file())
    void journal.append(said(1))
    await journal.sync()
    expect(order).toEqual(['written', 'safe'])
    await journal.close()
    vi.restoreAllMocks()
  })

  it('has an event that is tried again, though half of it was written the first time', async () => {
    const journal = await openJournal(file())
    const probe = await open(join(folder, 'probe'), 'w')
    const handles = Object.getPrototypeOf(probe) as FileHandle
    await probe.close()
    vi.spyOn(handles, 'appendFile').mockImplementationOnce(async function (this: FileHandle, data) {
      await this.write((data as string).slice(0, 20))
      throw new Error('The disk is full.')
    })
    await expect(journal.append(said(1))).rejects.toThrow('The disk is full.')
    await journal.append(said(1))
    await journal.close()
    vi.restoreAllMocks()
    const again = await openJournal(file())
    expect((await again.after(null)).records).toEqual([said(1)])
    await again.close()
  })

  it('is still there when opened again', async () => {
    const first = await openJournal(file())
    await first.append(said(1))
    await first.close()
    const second = await openJournal(file())
    await second.append(said(2))
    expect((await second.after(null)).records).toEqual([said(1), said(2)])
    await second.close()
  })

  it('loses no more than the line that a crash cut short', async () => {
    const first = await openJournal(file())
    for (let n = 0; n < 3; n++) await first.append(said(n))
    await first.close()
    await truncate(file(), (await stat(file())).size - 10)
    const second = await openJournal(file())
    await second.append(said(9))
    expect((await second.after(null)).records).toEqual([said(0), said(1), said(9)])
    await second.close()
  })

  it('passes over lines that are not its own', async () => {
    const journal = await openJournal(file())
    await journal.append(said(1))
    await writeFile(file(), 'garbage\n{"id":"x"}\nnull\n', { flag: 'a' })
    await journal.append(said(2))
    expect((await journal.after(null)).records).toEqual([said(1), said(2)])
    await journal.close()
  })

  it('can be read by nobody else', async () => {
    const journal = await openJournal(file())
    await journal.append(said(1))
    expect((await stat(file())).mode & 0o077).toBe(0)
    await journal.close()
  })

  it('sets a log that has grown very large aside, and loses nothing of it', async () => {
    const first = await openJournal(file())
    await first.append(said(1))
    await first.close()
    const kept = await readFile(file())
    await truncate(file(), 33 * 1024 * 1024)
    const second = await openJournal(file())
    expect((await second.after(null)).records).toEqual([])
    await second.close()
    const aside = (await readdir(join(folder, 'sessions'))).find((name) => name !== 'log.jsonl')!
    expect((await readFile(join(folder, 'sessions', aside))).subarray(0, kept.length)).toEqual(kept)
  })
})
