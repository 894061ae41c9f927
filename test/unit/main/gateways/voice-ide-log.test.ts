import { appendFile, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryOf, toldAfter } from '../../../../src/core/guests/voice-ide-log.ts'
import type { VoiceIdeRecord } from '../../../../src/core/guests/voice-ide-memory.ts'
import type { GuestConversation, GuestEvent } from '../../../../src/core/ports/guests.ts'
import { createSessionLog } from '../../../../src/main/gateways/voice-ide/session-log.ts'
import { createSessions } from '../../../../src/main/gateways/voice-ide/sessions.ts'
import type { VoiceIdeEvent } from '../../../../src/shared/wire/voice-ide.ts'
import { createFakeClock } from '../../../fakes/fake-clock.ts'
import { createTempFolder, type TempFolder } from '../../../temp-folder.ts'

let folder: TempFolder
beforeEach(() => {
  folder = createTempFolder()
})
afterEach(() => folder.remove())

const timestamp = '2025-01-15T10:30:00.000Z'
const told = (n: number, text = `wörds\u2028 ${n}`): VoiceIdeRecord => ({
  type: 'told',
  event: { id: `e${n}`, timestamp, kind: { assistantSpeechFinal: { text } } },
})
const patched = (n: number): VoiceIdeRecord => {
  const value = { type: 'error', id: `a${n}`, title: 't', message: 'm' }
  const patch = JSON.stringify({ op: 'add', path: '/cards/0', value })
  return { type: 'told', event: { id: `p${n}`, timestamp, kind: { assistantUIPatch: { patch } } } }
}
const file = (): string => join(folder.path, 'logs', 'one.jsonl')

describe('the log of a VoiceIDE session on disk', () => {
  it('gives back what was kept, in order, to whoever opens it next', async () => {
    const records: VoiceIdeRecord[] = [
      { type: 'said', id: 'c1', text: 'Hello' },
      told(1),
      { type: 'answered', id: 'c2', callId: 'call-1' },
      patched(1),
    ]
    const log = createSessionLog(file())
    expect(await log.read()).toEqual({ before: null, records: [] })
    await log.append(records.slice(0, 2))
    await log.append(records.slice(2))
    expect(await createSessionLog(file()).read()).toEqual({ before: null, records })
  })

  it('is nobody else’s to read', async () => {
    await createSessionLog(file()).append([told(1)])
    expect((await stat(file())).mode & 0o077).toBe(0)
  })

  it('passes over a last line that was cut short, and what comes after it is whole', async () => {
    await createSessionLog(file()).append([told(1), told(2)])
    await truncate(file(), (await stat(file())).size - 10)
    const log = createSessionLog(file())
    expect((await log.read()).records).toEqual([told(1)])
    await log.append([told(3)])
    expect((await log.read()).records).toEqual([told(1), told(3)])
  })

  it('passes over lines that are not of its making', async () => {
    const wrong: unknown[] = [
      'x',
      null,
      { type: 'told', event: {} },
      { type: 'told', event: { id: 'x', timestamp, kind: { assistantUIPatch: { patch: '{"op":"move"}' } } } },
      { type: 'told', event: { id: 'x', timestamp, kind: { sessionStart: { sessionId: 's' } } } },
      {
        type: 'told',
        event: {
          id: 'x',
          timestamp,
          kind: { toolCall: { callId: 'c', name: 'convo.setState', arguments: '{"state":"asleep"}' } },
        },
      },
      { type: 'before', memory: { cards: 'none' } },
    ]
    const log = createSessionLog(file())
    await log.append([told(1)])
    await appendFile(file(), wrong.map((line) => `${JSON.stringify(line)}\n`).join(''))
    await log.append([told(2)])
    expect(await createSessionLog(file()).read()).toEqual({ before: null, records: [told(1), told(2)] })
  })

  it('begins anew where the file is larger than any log of ours', async () => {
    await createSessionLog(file()).append([told(1)])
    await truncate(file(), 17 * 1024 * 1024)
    const log = createSessionLog(file())
    expect(await log.read()).toEqual({ before: null, records: [] })
    await log.append([told(2)])
    expect((await log.read()).records).toEqual([told(2)])
  })

  it('stays short, forgets nothing that a client should show, and says how far back it goes', async () => {
    const log = createSessionLog(file(), { records: 20, bytes: 1_000_000 })
    for (let n = 0; n < 100; n++) await log.append([n % 10 === 0 ? patched(n) : told(n)])
    const kept = await createSessionLog(file()).read()
    expect(kept.records.length).toBeLessThanOrEqual(20)
    expect(memoryOf(kept).cards.map(({ id }) => id)).toEqual(
      [90, 80, 70, 60, 50, 40, 30, 20, 10, 0].map((n) => `a${n}`),
    )
    expect(toldAfter(kept, 'e1')).toBeNull()
    expect(toldAfter(kept, null)).toBeNull()
    expect(toldAfter(kept, 'e98')).toMatchObject([{ id: 'e99' }])
    expect(toldAfter(kept, kept.before?.lastEventId ?? '')).toHaveLength(kept.records.length)
    expect(await readdir(join(folder.path, 'logs'))).toEqual(['one.jsonl'])
  })

  it('stays small however long the texts are', async () => {
    const limits = { records: 2_000, bytes: 200_000 }
    const log = createSessionLog(file(), limits)
    for (let n = 0; n < 100; n++) await log.append([told(n, '😀'.repeat(5_000))])
    expect((await stat(file())).size).toBeLessThan(2 * limits.bytes)
    expect((await log.read()).records.at(-1)).toMatchObject({ event: { id: 'e99' } })
  })
})

describe('the sessions of VoiceIDE clients', () => {
  /** A house that answers "goodbye" and nothing else, and counts its open conversations. */
  function createQuietHouse() {
    let open = 0
    const conversation = (): GuestConversation => {
      open++
      let tell: (event: GuestEvent) => void = () => {}
      return {
        ask(turnId, text) {
          if (text === 'goodbye') tell({ type: 'turn.ended', turnId, outcome: 'completed', reply: '' })
        },
        interrupt() {},
        onEvent(listener) {
          tell = listener
          return () => {}
        },
        close: () => void open--,
      }
    }
    return {
      open: () => open,
      house: {
        converse: conversation,
        ears: () => {
          throw new Error('Nobody listens here.')
        },
      },
    }
  }

  let runs = 0

  function start(limits: { inMemory?: number; onDisk?: number } = {}) {
    const quiet = createQuietHouse()
    const clock = createFakeClock()
    const errors: string[] = []
    const run = ++runs
    let made = 0
    const sessions = createSessions({
      house: quiet.house,
      clock,
      newId: () => `run${run}-${++made}`,
      onError: (what) => void errors.push(what),
      logFolder: folder.path,
      source: 'Test',
      limits,
    })
    const heard: VoiceIdeEvent[] = []
    const client = () => ({
      send: (event: VoiceIdeEvent) => void heard.push(event),
      describe() {},
      replaced() {},
    })
    const say = (id: string, text = 'Hello') =>
      ({ type: 'client', event: { id, timestamp, kind: { userAudioTranscriptFinal: { text } } } }) as const
    return { ...quiet, clock, errors, sessions, heard, client, say }
  }

  it('are let go of once nobody came back for a while and nothing goes on', async () => {
    const { sessions, client, say, open, clock } = start()
    const place = await sessions.enter('s', client())
    place.take(say('c1'))
    await place.settled()
    place.leave()
    clock.advance(60 * 60_000)
    // Whoever enters after it waits until it is gone.
    const again = await sessions.enter('s', client())
    expect(open()).toBe(1)
    again.take(say('c2', 'goodbye'))
    await again.settled()
    again.leave()
    clock.advance(60 * 60_000)
    await sessions.enter('s', client())
    expect(open()).toBe(0)
    await sessions.close()
  })

  it('are read again from disk, with a word on the turn that was lost', async () => {
    const { sessions, client, say, open, heard, errors } = start()
    const place = await sessions.enter('s', client())
    place.take(say('c1'))
    await place.settled()
    await sessions.close()
    expect(open()).toBe(0)

    const later = start()
    await (await later.sessions.enter('s', later.client(), null)).settled()
    expect(later.heard.slice(0, heard.length)).toEqual(heard)
    expect(later.heard.slice(heard.length).map(({ kind }) => kind)).toMatchObject([
      { error: { code: 'turn_lost' } },
      { toolCall: { arguments: '{"state":"idle"}' } },
    ])
    await later.sessions.close()
    expect(errors).toEqual([])
  })

  it('in memory are no more than some, those in use aside', async () => {
    const { sessions, client, say, open } = start({ inMemory: 2 })
    const stays = await sessions.enter('stays', client())
    stays.take(say('c'))
    for (let n = 0; n < 6; n++) {
      const place = await sessions.enter(`s${n}`, client())
      place.take(say('c'))
      await place.settled()
      place.leave()
    }
    expect(open()).toBe(2)
    await sessions.close()
    expect(open()).toBe(0)
  })

  it('with a turn under way stay in memory as long as there are others to let go', async () => {
    const { sessions, client, say, open } = start({ inMemory: 2 })
    const busy = await sessions.enter('busy', client())
    busy.take(say('c'))
    await busy.settled()
    busy.leave()
    for (let n = 0; n < 6; n++) (await sessions.enter(`s${n}`, client())).leave()
    expect(open()).toBe(1)
    await sessions.close()
  })

  it('on disk are no more than some, the oldest given up', async () => {
    const { sessions, client, say } = start({ onDisk: 3, inMemory: 1 })
    const seen: string[][] = []
    for (let n = 0; n < 5; n++) {
      const before = await readdir(folder.path)
      const place = await sessions.enter(`s${n}`, client())
      place.take(say('c'))
      await place.settled()
      place.leave()
      const names = await readdir(folder.path)
      const made = names.find((name) => !before.includes(name)) ?? ''
      await utimes(join(folder.path, made), n, n)
      seen.push([made])
    }
    expect((await readdir(folder.path)).sort()).toEqual(seen.slice(2).flat().sort())
    await sessions.close()
  })

  it('go on where the disk cannot be written, which is told once', async () => {
    await writeFile(join(folder.path, 'in-the-way'), '')
    const errors: string[] = []
    const heard: VoiceIdeEvent[] = []
    let made = 0
    const sessions = createSessions({
      house: createQuietHouse().house,
      clock: createFakeClock(),
      newId: () => `id-${++made}`,
      onError: (what) => void errors.push(what),
      logFolder: join(folder.path, 'in-the-way', 'logs'),
      source: 'Test',
    })
    const client = { send: (event: VoiceIdeEvent) => void heard.push(event), describe() {}, replaced() {} }
    const place = await sessions.enter('s', client)
    for (const id of ['c1', 'c2']) {
      const kind = { userAudioTranscriptFinal: { text: 'Hello' } }
      place.take({ type: 'client', event: { id, timestamp, kind } })
      await place.settled()
    }
    expect(heard).toHaveLength(2)
    expect(errors).toEqual(['A VoiceIDE session could not be written to disk'])
    await sessions.close()
    expect(await readFile(join(folder.path, 'in-the-way'), 'utf8')).toBe('')
  })
})
