// G2 glasses at the real house: a real socket, the real built-in agent over a real folder, and what they say put right.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { indexCodeWords } from '../../src/core/ears/code-word-index.ts'
import type { Workspace } from '../../src/core/workspace.ts'
import { createBuiltinBrain } from '../../src/main/brains/builtin/builtin-brain.ts'
import { systemClock } from '../../src/main/clock.ts'
import { createG2Wire } from '../../src/main/gateways/g2/g2-wire.ts'
import { createHouse, type OpenHouse } from '../../src/main/gateways/house/house.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { createWorkspaceTools } from '../../src/main/workspace/workspace-tools.ts'
import { FaultError } from '../../src/shared/errors.ts'
import { g2Outbound, type G2Outbound } from '../../src/shared/wire/g2.ts'
import { createFakeEars, type FakeEars } from '../fakes/fake-ears.ts'
import { connect, startGateway, type ClientInTest, type GatewayInTest } from '../fakes/gateway-in-test.ts'
import { createMemoryJournal } from '../fakes/memory-journal.ts'

let folder: string
let workspace: Workspace
let house: OpenHouse
let gateway: GatewayInTest
let ears: FakeEars
let hasFolder: boolean
const shown: string[] = []
const problems: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-glasses-'))
  await writeFile(join(folder, 'config.ts'), 'export function parseConfig() {\n  return 1\n}\n')
  workspace = await openWorkspace(folder)
  hasFolder = true
  const tools = createWorkspaceTools(workspace)
  ears = createFakeEars({ words: () => 'search for parse config' })
  const onError = (what: string): void => void problems.push(what)
  house = createHouse({
    openBrain() {
      if (!hasFolder) throw new FaultError('no_workspace', 'No folder is open.', 'Open one.')
      return createBuiltinBrain({ tools, newId: randomUUID })
    },
    openJournal: async () => createMemoryJournal([]),
    show: (_, artifact, source) => void shown.push(`${artifact.kind} of ${source}`),
    ears: () => ears,
    state: () => 'ready',
    onState: () => () => {},
    wake: () => {},
    names: () => indexCodeWords([{ name: 'parseConfig', kind: 'symbol' }]),
    newId: randomUUID,
    now: Date.now,
    onError,
  })
  const wire = createG2Wire({ house, clock: systemClock, newId: randomUUID, onError })
  gateway = await startGateway({ wires: [wire] })
})
afterEach(async () => {
  await gateway.close()
  await house.close()
  await workspace.close()
  await rm(folder, { recursive: true, force: true })
  expect(problems.splice(0)).toEqual([])
  shown.length = 0
})

/** All that is told until the session rests again. */
async function turn(phone: ClientInTest): Promise<G2Outbound[]> {
  const frames: G2Outbound[] = []
  for (;;) {
    const frame = g2Outbound.parse(JSON.parse(await phone.next()))
    frames.push(frame)
    if (frame.type === 'status' && frame.status === 'idle') return frames
  }
}

const wordsOf = (frames: readonly G2Outbound[]): string =>
  frames.flatMap((frame) => (frame.type === 'assistant' ? [frame.delta] : [])).join('')
const say = (message: string): string => JSON.stringify({ type: 'text', message })

describe('glasses', () => {
  it('ask aloud, with the names of the folder put right, and the desktop shows what was found', async () => {
    const phone = await connect(gateway.url('/'))
    await phone.next()
    phone.send('{"type":"start_audio","sampleRate":16000,"channels":1,"sampleWidth":2}')
    const loud = Int16Array.from({ length: 1600 }, (_, index) => (index % 2 ? 8000 : -8000))
    phone.send(new Uint8Array(loud.buffer))
    phone.send('{"type":"stop_audio"}')
    const told = await turn(phone)
    expect(told.slice(0, 5)).toEqual([
      { type: 'status', status: 'recording' },
      { type: 'status', status: 'transcribing' },
      { type: 'transcription', text: 'search for parseConfig' },
      { type: 'status', status: 'thinking' },
      { type: 'status', status: 'streaming' },
    ])
    expect(wordsOf(told)).toContain('config.ts')
    expect(told.slice(-2)).toEqual([{ type: 'end' }, { type: 'status', status: 'idle' }])
    expect(shown).toContain('search_results of G2 glasses')
  })

  it('are asked before anything is changed, and answer in the next turn', async () => {
    const phone = await connect(gateway.url('/'))
    await phone.next()
    phone.send(say('replace parseConfig with readConfig in config.ts'))
    expect(wordsOf(await turn(phone))).toContain('Say yes or no.')
    phone.send(say('no'))
    expect((await turn(phone)).at(-2)).toEqual({ type: 'end' })
  })

  it('are told in words where no folder is open', async () => {
    hasFolder = false
    const phone = await connect(gateway.url('/'))
    await phone.next()
    phone.send(say('search for parseConfig'))
    expect(await turn(phone)).toEqual([
      { type: 'status', status: 'thinking' },
      { type: 'error', detail: 'No folder is open. Open one.', code: 'OPENCLAW_ERROR' },
      { type: 'status', status: 'idle' },
    ])
  })
})
