// What a client that was away, or is new, gets from a journal on disk, within a limit.
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Agent } from '../../../../src/main/agent/agent.ts'
import { openJournal } from '../../../../src/main/journal/disk-journal.ts'
import type { RecordedEvent } from '../../../../src/shared/conversation.ts'
import type { EarlierAnswer, ResumeAnswer } from '../../../../src/shared/wire/room-calls.ts'
import { EARLIER_METHOD, RESUME_METHOD } from '../../../../src/shared/wire/transcription.ts'
import { createFakeRoom } from '../../../fakes/fake-room.ts'
import { createPlainAgent } from '../../../fakes/plain-agent.ts'
import { createScriptedBrain } from '../../../fakes/scripted-brain.ts'
import { createTempFolder, type TempFolder } from '../../../temp-folder.ts'

let folder: TempFolder
let agent: Agent | null = null
beforeEach(() => {
  folder = createTempFolder()
})
afterEach(async () => {
  await agent?.close()
  folder.remove()
})

const shown = (n: number, characters: number): RecordedEvent => ({
  id: `shown-${n}`,
  at: n,
  event: {
    type: 'artifact.created',
    turnId: 't',
    artifact: { kind: 'code', id: `a${n}`, title: 'a.ts', content: `${n} `.padEnd(characters, 'x') },
  },
})

/** An agent with these events in its journal, and its answers. */
function startWith(records: readonly RecordedEvent[]) {
  const journal = openJournal(join(folder.path, 'log.jsonl'), { limits: { segmentBytes: 2_000 } })
  for (const record of records) journal.append(record)
  const room = { ...createFakeRoom(['window']), publishData: () => {} }
  agent = createPlainAgent({
    room,
    brain: createScriptedBrain({ script: () => [] }),
    journal,
    onError: (what, error) => {
      throw new Error(what, { cause: error })
    },
  })
  const call = async <T>(method: string, payload: unknown): Promise<T> =>
    JSON.parse(await room.call(method, { caller: 'window', payload: JSON.stringify(payload) })) as T
  return {
    resume: (payload: unknown) => call<ResumeAnswer>(RESUME_METHOD, payload),
    earlier: (payload: unknown) => call<EarlierAnswer>(EARLIER_METHOD, payload),
  }
}

describe('a client that resumes', () => {
  it('gets what it missed', async () => {
    const { resume } = startWith(Array.from({ length: 30 }, (_, n) => shown(n, 10_000)))
    expect(await resume({ after: 'shown-26' })).toMatchObject({ found: true, last: 'shown-29', events: 3 })
    expect(await resume({ after: 'shown-29' })).toMatchObject({ found: true, last: 'shown-29', events: 0 })
    expect(await resume({ after: 'unknown' })).toMatchObject({ found: false, last: null, events: 0 })
  })

  it('pages through a whole journal, each event once', async () => {
    const { resume, earlier } = startWith(Array.from({ length: 30 }, (_, n) => shown(n, 10_000)))
    const first = await resume({ after: null, limit: 55_000 })
    expect(first).toMatchObject({ found: true, last: 'shown-29', events: 5, earlier: 'shown-25' })
    const pages: (string | undefined)[] = []
    for (let before = first.earlier; before !== undefined; before = pages.at(-1))
      pages.push((await earlier({ before, limit: 55_000 })).earlier)
    expect(pages).toEqual(['shown-20', 'shown-15', 'shown-10', 'shown-5', undefined])
    expect(await earlier({ before: 'unknown', limit: 1_000 })).toEqual({ found: false })
  })

  it('starts afresh when it missed more than the limit', async () => {
    const { resume } = startWith(Array.from({ length: 20 }, (_, n) => shown(n, 1_000_000)))
    expect(await resume({ after: 'shown-0' })).toMatchObject({ found: false, events: 0 })
    expect(await resume({ after: 'shown-18' })).toMatchObject({ found: true, events: 1 })
    expect(await resume({ after: 'shown-0', limit: 2_500_000 })).toMatchObject({ found: true, events: 2 })
    expect(await resume({ after: 'unknown', limit: 2_500_000 })).toMatchObject({ found: false })
  })
})
