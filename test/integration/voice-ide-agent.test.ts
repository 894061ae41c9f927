// A VoiceIDE client and the real built-in agent over a real folder: what it asks is answered, spoken and shown as a card.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { indexCodeWords } from '../../src/core/speech/hearing/code-word-index.ts'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { createBuiltinBrain } from '../../src/main/brains/builtin/builtin-brain.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import { createGuestHost, type OpenGuestHost } from '../../src/main/gateways/guest-host/guest-host.ts'
import { createVoiceIdeServer } from '../../src/main/gateways/voice-ide/voice-ide-server.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { createToolbox } from '../../src/core/tools/toolbox.ts'
import { parseVoiceIdeEvent, type VoiceIdeEvent } from '../../src/shared/wire/voice-ide.ts'
import { createFakeRecognizer } from '../fakes/fake-recognizer.ts'
import { connect, startGateway, type GatewayInTest } from '../fakes/gateway-in-test.ts'
import { createFakeOwner } from '../fakes/fake-owner.ts'
import { createMemoryJournal } from '../fakes/memory-journal.ts'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'

let folder: TempFolder
let logs: TempFolder
let workspace: Workspace
let guestHost: OpenGuestHost
let gateway: GatewayInTest
const shown: string[] = []
const problems: string[] = []

beforeEach(async () => {
  folder = createTempFolder({ 'config.ts': 'export function parseConfig() {\n  return 1\n}\n' })
  logs = createTempFolder()
  workspace = await openWorkspace(folder.path)
  const tools = createToolbox(workspace, () => true)
  const onError = (what: string): void => void problems.push(what)
  guestHost = createGuestHost({
    openBrain: () => createBuiltinBrain({ tools, newId: randomUUID }),
    openJournal: () => createMemoryJournal([]),
    show: (_, { kind }, source) => void shown.push(`${source}: ${kind}`),
    recognizer: () => createFakeRecognizer({ words: () => '' }),
    state: () => 'off',
    onState: () => () => {},
    wake: () => {},
    names: () => indexCodeWords([]),
    newId: randomUUID,
    clock: systemClock,
    askOwner: createFakeOwner().ask,
    hasWindow: () => true,
    onError,
  })
  const wire = createVoiceIdeServer({
    guestHost,
    clock: systemClock,
    newId: randomUUID,
    onError,
    folder: join(logs.path, 'voice-ide'),
  })
  gateway = await startGateway({ servers: [wire] })
})
afterEach(async () => {
  await gateway.close()
  await guestHost.close()
  await workspace.close()
  folder.remove()
  logs.remove()
})

it('a VoiceIDE client asks for something, sees it, says the answer and is idle again', async () => {
  const client = await connect(gateway.url('/events'))
  const send = (kind: object): void =>
    client.send(JSON.stringify({ id: randomUUID(), timestamp: new Date().toISOString(), kind }))
  send({ sessionStart: { sessionId: 'abc123' } })
  send({ userAudioTranscriptFinal: { text: 'search for parseConfig' } })

  const heard: VoiceIdeEvent['kind'][] = []
  for (let idle = false; !idle;) {
    const parsed = parseVoiceIdeEvent(JSON.parse(await client.next()))
    if (!parsed.ok) throw new Error('That is no event.')
    const { kind } = parsed.event
    heard.push(kind)
    if (!('toolCall' in kind)) continue
    send({ toolResult: { callId: kind.toolCall.callId, result: '{}', error: null } })
    idle = kind.toolCall.arguments === '{"state":"idle"}'
  }

  const spoken = heard.flatMap((kind) =>
    'assistantSpeechFinal' in kind ? [kind.assistantSpeechFinal.text] : [],
  )
  expect(spoken).toEqual(['I found one place in config.ts.'])
  const calls = heard.flatMap((kind) => ('toolCall' in kind ? [kind.toolCall.name] : []))
  expect(calls).toEqual(['convo.setState', 'tts.speak', 'convo.setState'])
  const patches = heard.flatMap((kind) => ('assistantUIPatch' in kind ? [kind.assistantUIPatch.patch] : []))
  expect(JSON.parse(patches[0] ?? '')).toMatchObject({
    op: 'add',
    path: '/cards/0',
    value: { type: 'search_results', results: [{ file: 'config.ts', line: 1 }] },
  })
  expect(shown).toContain('VoiceIDE client: search_results')
  expect(problems).toEqual([])
})
