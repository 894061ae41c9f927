// G2 glasses with the real guest host: a real socket, the real built-in brain over a real folder, and corrected names.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { indexCodeWords } from '../../src/core/speech/hearing/code-word-index.ts'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { createBuiltinBrain } from '../../src/main/brains/builtin/builtin-brain.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import { createG2Server } from '../../src/main/gateways/g2/g2-server.ts'
import { createGuestHost, type OpenGuestHost } from '../../src/main/gateways/guest-host/guest-host.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { createToolbox } from '../../src/core/tools/toolbox.ts'
import { FaultError } from '../../src/shared/errors.ts'
import { g2Outbound, type G2Outbound } from '../../src/shared/wire/g2.ts'
import { createFakeRecognizer, type FakeRecognizer } from '../fakes/fake-recognizer.ts'
import { createFakeOwner } from '../fakes/fake-owner.ts'
import { connect, startGateway, type ClientInTest, type GatewayInTest } from '../fakes/gateway-in-test.ts'
import { createMemoryJournal } from '../fakes/memory-journal.ts'

let folder: string
let workspace: Workspace
let guestHost: OpenGuestHost
let gateway: GatewayInTest
let recognizer: FakeRecognizer
let hasFolder: boolean
let owner: ReturnType<typeof createFakeOwner>
const shown: string[] = []
const problems: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-glasses-'))
  await writeFile(join(folder, 'config.ts'), 'export function parseConfig() {\n  return 1\n}\n')
  workspace = await openWorkspace(folder)
  hasFolder = true
  owner = createFakeOwner()
  const tools = createToolbox(workspace, () => true)
  recognizer = createFakeRecognizer({ words: () => 'search for parse config' })
  const onError = (what: string): void => void problems.push(what)
  guestHost = createGuestHost({
    openBrain() {
      if (!hasFolder) throw new FaultError('no_workspace', 'No folder is open.', 'Open one.')
      return createBuiltinBrain({ tools, newId: randomUUID })
    },
    openJournal: () => createMemoryJournal([]),
    show: (_, artifact, source) => void shown.push(`${artifact.kind} of ${source}`),
    recognizer: () => recognizer,
    state: () => 'ready',
    onState: () => () => {},
    wake: () => {},
    names: () => indexCodeWords([{ name: 'parseConfig', kind: 'symbol' }]),
    newId: randomUUID,
    clock: systemClock,
    askOwner: owner.ask,
    hasWindow: () => true,
    onError,
  })
  const wire = createG2Server({ guestHost, clock: systemClock, newId: randomUUID, onError })
  gateway = await startGateway({ servers: [wire] })
})
afterEach(async () => {
  await gateway.close()
  await guestHost.close()
  await workspace.close()
  await rm(folder, { recursive: true, force: true })
  expect(problems.splice(0)).toEqual([])
  shown.length = 0
})

/** All frames until the session is idle again. */
async function turn(phone: ClientInTest): Promise<G2Outbound[]> {
  const frames: G2Outbound[] = []
  for (;;) {
    const frame = g2Outbound.parse(JSON.parse(await phone.next()))
    frames.push(frame)
    if (frame.type === 'status' && frame.status === 'idle') return frames
  }
}

const replyOf = (frames: readonly G2Outbound[]): string =>
  frames.flatMap((frame) => (frame.type === 'assistant' ? [frame.delta] : [])).join('')
const say = (message: string): string => JSON.stringify({ type: 'text', message })

describe('glasses', () => {
  it('ask by voice, with corrected names, and the desktop shows the results', async () => {
    const phone = await connect(gateway.url('/'))
    await phone.next()
    phone.send('{"type":"start_audio","sampleRate":16000,"channels":1,"sampleWidth":2}')
    const loud = Int16Array.from({ length: 1600 }, (_, index) => (index % 2 ? 8000 : -8000))
    phone.send(new Uint8Array(loud.buffer))
    phone.send('{"type":"stop_audio"}')
    const frames = await turn(phone)
    expect(frames.slice(0, 5)).toEqual([
      { type: 'status', status: 'recording' },
      { type: 'status', status: 'transcribing' },
      { type: 'transcription', text: 'search for parseConfig' },
      { type: 'status', status: 'thinking' },
      { type: 'status', status: 'streaming' },
    ])
    expect(replyOf(frames)).toContain('config.ts')
    expect(frames.slice(-2)).toEqual([{ type: 'end' }, { type: 'status', status: 'idle' }])
    expect(shown).toContain('search_results of G2 glasses')
  })

  it('wait for the desktop to approve a change, and get its answer', async () => {
    const phone = await connect(gateway.url('/'))
    await phone.next()
    phone.send(say('replace parseConfig with readConfig in config.ts'))
    expect(await owner.next()).toMatchObject({ source: 'G2 glasses' })
    owner.answer('deny')
    const frames = await turn(phone)
    expect(replyOf(frames)).toMatch(/Waiting for approval on the desktop.*Denied on the desktop/s)
    expect(frames.at(-2)).toEqual({ type: 'end' })
  })

  it('get a readable error if no folder is open', async () => {
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
