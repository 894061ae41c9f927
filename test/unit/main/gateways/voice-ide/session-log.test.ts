import { appendFile, readdir, readFile, readlink, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryOf, eventsAfter } from '../../../../../src/core/wires/voice-ide/log.ts'
import type { VoiceIdeRecord } from '../../../../../src/core/wires/voice-ide/memory.ts'
import type { GuestConversation, GuestEvent } from '../../../../../src/core/ports/guests.ts'
import { createSessionLog } from '../../../../../src/main/gateways/voice-ide/session-log.ts'
import { createSessions } from '../../../../../src/main/gateways/voice-ide/sessions.ts'
import type { VoiceIdeEvent } from '../../../../../src/shared/wire/voice-ide.ts'
import { createFakeClock } from '../../../../fakes/fake-clock.ts'
import { createTempFolder, type TempFolder } from '../../../../temp-folder.ts'

let folder: TempFolder
beforeEach(() => {
  folder = createTempFolder()
})
afterEach(() => folder.remove())

const device = { id: 'device', name: 'Device', isShared: false }
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
  it('returns the stored records, in order, when it is opened again', async () => {
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

  it('can be read only by its owner', async () => {
    await createSessionLog(file()).append([told(1)])
    expect((await stat(file())).mode & 0o077).toBe(0)
  })

  it('ignores an incomplete last line, and appends complete ones', async () => {
    await createSessionLog(file()).append([told(1), told(2)])
    await truncate(file(), (await stat(file())).size - 10)
    const log = createSessionLog(file())
    expect((await log.read()).records).toEqual([told(1)])
    await log.append([told(3)])
    expect((await log.read()).records).toEqual([told(1), told(3)])
  })

  it('ignores lines that it did not write', async () => {
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

  it('starts again if the file is larger than any log of Parley', async () => {
    await createSessionLog(file()).append([told(1)])
    await truncate(file(), 17 * 1024 * 1024)
    const log = createSessionLog(file())
    expect(await log.read()).toEqual({ before: null, records: [] })
    await log.append([told(2)])
    expect((await log.read()).records).toEqual([told(2)])
  })

  it.runIf(process.platform === 'linux')('has its file open once, until it is closed', async () => {
    const isOurs = (descriptor: string): Promise<boolean> =>
      readlink(join('/proc/self/fd', descriptor)).then(
        (path) => path === file(),
        () => false,
      )
    const opened = async (): Promise<number> =>
      (await Promise.all((await readdir('/proc/self/fd')).map(isOurs))).filter(Boolean).length
    const log = createSessionLog(file(), { records: 20, bytes: 1_000_000 })
    // Enough to shorten the file in between, which replaces it.
    for (let n = 0; n < 50; n++) await log.append([told(n)])
    expect(await opened()).toBe(1)
    log.close()
    expect(await opened()).toBe(0)
    await log.append([told(50)])
    expect((await log.read()).records.at(-1)).toEqual(told(50))
    log.close()
  })

  it('stays short, keeps everything that a client should show, and says how far back it goes', async () => {
    const log = createSessionLog(file(), { records: 20, bytes: 1_000_000 })
    for (let n = 0; n < 100; n++) await log.append([n % 10 === 0 ? patched(n) : told(n)])
    const kept = await createSessionLog(file()).read()
    expect(kept.records.length).toBeLessThanOrEqual(20)
    expect(memoryOf(kept).cards.map(({ id }) => id)).toEqual(
      [90, 80, 70, 60, 50, 40, 30, 20, 10, 0].map((n) => `a${n}`),
    )
    expect(eventsAfter(kept, 'e1')).toBeNull()
    expect(eventsAfter(kept, null)).toBeNull()
    expect(eventsAfter(kept, 'e98')).toMatchObject([{ id: 'e99' }])
    expect(eventsAfter(kept, kept.before?.lastEventId ?? '')).toHaveLength(kept.records.length)
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
  /** A guest host that only answers "goodbye", and counts its open conversations. */
  function createQuietGuestHost() {
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
      guestHost: {
        converse: conversation,
        recognizer: () => {
          throw new Error('This guest host has no recognizer.')
        },
      },
    }
  }

  let runs = 0

  function start(limits: { inMemory?: number; onDisk?: number } = {}) {
    const quiet = createQuietGuestHost()
    const clock = createFakeClock()
    const errors: string[] = []
    const run = ++runs
    let made = 0
    const sessions = createSessions({
      guestHost: quiet.guestHost,
      clock,
      newId: () => `run${run}-${++made}`,
      onError: (what) => void errors.push(what),
      folder: folder.path,
      source: 'Test',
      limits,
    })
    const heard: VoiceIdeEvent[] = []
    const client = () => ({
      send: (event: VoiceIdeEvent) => void heard.push(event),
      describe() {},
      mayApprove: () => false,
      replaced() {},
    })
    const say = (id: string, text = 'Hello') =>
      ({ type: 'client', event: { id, timestamp, kind: { userAudioTranscriptFinal: { text } } } }) as const
    const begin = async (id: string) => (await sessions.start(device, id, false, client())).session
    const resume = (sessionId: string) =>
      sessions.resume(device, { sessionId, secret: null, lastEventId: null }, client())
    return { ...quiet, clock, errors, sessions, heard, client, begin, resume, say }
  }

  it('are closed if no client returns for a while and no turn runs', async () => {
    const { sessions, begin, say, open, clock } = start()
    const session = await begin('s')
    session.receive(say('c1'))
    await session.settled()
    session.leave()
    clock.advance(60 * 60_000)
    // A client that joins now waits until it is closed.
    const again = await begin('s')
    expect(open()).toBe(1)
    again.receive(say('c2', 'goodbye'))
    await again.settled()
    again.leave()
    clock.advance(60 * 60_000)
    await begin('s')
    expect(open()).toBe(0)
    await sessions.close()
  })

  it('are read from disk again, and report the turn that was lost', async () => {
    const { sessions, begin, say, open, heard, errors } = start()
    const session = await begin('s')
    session.receive(say('c1'))
    await session.settled()
    await sessions.close()
    expect(open()).toBe(0)

    const later = start()
    await (await later.resume('s'))!.settled()
    expect(later.heard.slice(0, heard.length)).toEqual(heard)
    expect(later.heard.slice(heard.length).map(({ kind }) => kind)).toMatchObject([
      { error: { code: 'turn_lost' } },
      { toolCall: { arguments: '{"state":"idle"}' } },
    ])
    await later.sessions.close()
    expect(errors).toEqual([])
  })

  it('in memory are limited, apart from those in use', async () => {
    const { sessions, begin, say, open } = start({ inMemory: 2 })
    const stays = await begin('stays')
    stays.receive(say('c'))
    for (let n = 0; n < 6; n++) {
      const session = await begin(`s${n}`)
      session.receive(say('c'))
      await session.settled()
      session.leave()
    }
    expect(open()).toBe(2)
    await sessions.close()
    expect(open()).toBe(0)
  })

  it('with a running turn stay in memory while others can be closed', async () => {
    const { sessions, begin, say, open } = start({ inMemory: 2 })
    const busy = await begin('busy')
    busy.receive(say('c'))
    await busy.settled()
    busy.leave()
    for (let n = 0; n < 6; n++) (await begin(`s${n}`)).leave()
    expect(open()).toBe(1)
    await sessions.close()
  })

  it('on disk are limited, and the oldest are deleted', async () => {
    const { sessions, begin, say } = start({ onDisk: 3, inMemory: 1 })
    const seen: string[][] = []
    for (let n = 0; n < 5; n++) {
      const before = await readdir(folder.path)
      const session = await begin(`s${n}`)
      session.receive(say('c'))
      await session.settled()
      session.leave()
      const names = await readdir(folder.path)
      const made = names.find((name) => !before.includes(name)) ?? ''
      await utimes(join(folder.path, made), n, n)
      seen.push([made])
    }
    expect((await readdir(folder.path)).sort()).toEqual(seen.slice(2).flat().sort())
    await sessions.close()
  })

  it('continue if the disk cannot be written, which is logged once', async () => {
    await writeFile(join(folder.path, 'in-the-way'), '')
    const errors: string[] = []
    const heard: VoiceIdeEvent[] = []
    let made = 0
    const sessions = createSessions({
      guestHost: createQuietGuestHost().guestHost,
      clock: createFakeClock(),
      newId: () => `id-${++made}`,
      onError: (what) => void errors.push(what),
      folder: join(folder.path, 'in-the-way', 'logs'),
      source: 'Test',
    })
    const client = {
      send: (event: VoiceIdeEvent) => void heard.push(event),
      describe() {},
      mayApprove: () => false,
      replaced() {},
    }
    const { session } = await sessions.start(device, 's', false, client)
    for (const id of ['c1', 'c2']) {
      const kind = { userAudioTranscriptFinal: { text: 'Hello' } }
      session.receive({ type: 'client', event: { id, timestamp, kind } })
      await session.settled()
    }
    expect(heard).toHaveLength(2)
    expect(errors).toEqual(['A VoiceIDE session could not be written to disk'])
    await sessions.close()
    expect(await readFile(join(folder.path, 'in-the-way'), 'utf8')).toBe('')
  })
})
