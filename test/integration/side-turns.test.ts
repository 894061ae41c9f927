// Talking while an agent works: the built-in agent and Parley itself answer beside it, in a real room with a real window.
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { indexCodeWords } from '../../src/core/speech/hearing/code-word-index.ts'
import type { Brain } from '../../src/core/ports/brain.ts'
import { createToolbox } from '../../src/core/tools/toolbox.ts'
import type { AgentSwitch } from '../../src/main/agent/own-answers.ts'
import { createBuiltinBrain } from '../../src/main/brains/builtin/builtin-brain.ts'
import { createLocalRoom } from '../../src/main/rooms/local/local-room.ts'
import type { BrainOption } from '../../src/shared/brain-status.ts'
import type { BusyPolicy, ConversationEvent, ConversationEventOf } from '../../src/shared/conversation.ts'
import { reply, saySoFar } from '../fakes/fake-gateway.ts'
import { createFakeRecognizer } from '../fakes/fake-recognizer.ts'
import { createFakeRoom } from '../fakes/fake-room.ts'
import { createFakeSpeaker } from '../fakes/fake-speaker.ts'
import { createFakeWorkspace } from '../fakes/fake-workspace.ts'
import { createMemoryJournal } from '../fakes/memory-journal.ts'
import { createPlainAgent } from '../fakes/plain-agent.ts'
import { readJournal } from '../fakes/read-journal.ts'
import { isConnected, openRoomWindow, type WindowState } from '../fakes/room-window.ts'
import { createScriptedBrain, type BrainStep } from '../fakes/scripted-brain.ts'
import { CHAT_TOPIC } from '../../src/shared/wire/transcription.ts'
import { brainAt, gatewayThat } from './openclaw-in-test.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

const loud = new Int16Array(1600).fill(4000)

async function start(brain: Brain, whenBusy: BusyPolicy = 'interrupt') {
  const room = createLocalRoom({ agentIdentity: 'parley', newId: randomUUID, onError: () => {} })
  const publish = room.publishAudio
  let playedSamples = 0
  room.publishAudio = (samples, rate) => {
    playedSamples += samples.length
    publish(samples, rate)
  }
  const journal = createMemoryJournal()
  const tools = createToolbox(createFakeWorkspace({ files: { 'src/tide.ts': 'one\ntwo\n' } }), () => true)
  const side = createBuiltinBrain({ tools, newId: randomUUID })
  const heard = { text: '' }
  const speaker = createFakeSpeaker()
  const recognizer = createFakeRecognizer({ words: () => heard.text, now: Date.now })
  const agent = createPlainAgent({
    room,
    brain,
    side,
    tools,
    journal,
    whenBusy: () => whenBusy,
    speech: {
      recognizer: () => recognizer,
      speaker: () => speaker,
      names: () => indexCodeWords([]),
    },
    onError(what, error) {
      throw new Error(what, { cause: error })
    },
  })
  cleanUps.push(
    () => side.close(),
    () => agent.close(),
  )
  const window = openRoomWindow(room)
  cleanUps.push(() => window.client.close())
  await window.until(isConnected)

  /** `playedMs` is what the window says it has played of the current reply. */
  async function say(said: string, playedMs?: number): Promise<void> {
    heard.text = said
    const takeId = randomUUID()
    await window.client.startTalk(takeId, 'hold', playedMs)
    window.client.sendSound(loud)
    await window.until(({ transcript }) => transcript.some(({ text }) => text === said))
    await window.client.stopTalk(takeId)
  }

  async function recorded<K extends ConversationEvent['type']>(type: K): Promise<ConversationEventOf<K>[]> {
    return ((await readJournal(journal)) ?? [])
      .map(({ event }) => event)
      .filter((event): event is ConversationEventOf<K> => event.type === type)
  }
  return { ...window, ...window.client, say, recorded, speaker, playedSamples: () => playedSamples }
}

const hasReply =
  (text: string) =>
  ({ transcript }: WindowState): boolean =>
    transcript.some((entry) => entry.role === 'agent' && entry.isFinal && entry.text.includes(text))
const hasText =
  (text: string) =>
  ({ transcript }: WindowState): boolean =>
    transcript.some((entry) => entry.role === 'agent' && entry.text.includes(text))

/** An OpenClaw gateway whose first run has said something and works on. */
async function workingGateway(whenBusy?: BusyPolicy) {
  const keys: string[] = []
  const gateway = await gatewayThat({
    onTurn(key, _, on) {
      keys.push(key)
      if (keys.length > 1) return reply(on, key, 'The second answer.')
      saySoFar(on, key, 'I look into it. ')
      on.agent(key, 'tool', { phase: 'start', name: 'edit', toolCallId: 'c1', args: { path: 'src/quay.ts' } })
    },
  })
  const { brain, ready } = brainAt(gateway.port)
  await ready()
  const window = await start(brain, whenBusy)
  await window.ask('mend the quay')
  await window.until(hasText('I look into it.'))
  await window.until(({ status }) => status?.action === 'editing_file')
  const finish = (): void => {
    saySoFar(gateway, keys[0]!, 'I look into it. It is mended.', 'It is mended.')
    gateway.chat(keys[0]!, { state: 'final' })
  }
  return { ...window, gateway, finish }
}

describe('beside a working OpenClaw agent', () => {
  it('the built-in agent opens a file at once, and the agent works on undisturbed', async () => {
    const { ask, until, recorded, finish, gateway, store } = await workingGateway()
    await ask('open tide.ts')
    await until(({ artifacts }) => artifacts.some(({ artifact }) => artifact.title.includes('tide.ts')))
    await expect.poll(async () => (await recorded('turn.ended')).length).toBe(1)
    expect(store.get().status).toMatchObject({ action: 'editing_file' })
    finish()
    await until(hasReply('It is mended.'))
    const [main, beside] = await recorded('turn.started')
    expect(main).toMatchObject({ by: 'OpenClaw' })
    expect(beside).toEqual({
      type: 'turn.started',
      turnId: expect.any(String),
      by: 'Built-in',
      beside: main?.turnId,
    })
    expect((await recorded('turn.ended')).map(({ outcome }) => outcome)).toEqual(['completed', 'completed'])
    expect(gateway.asked.filter(({ method }) => method === 'chat.abort')).toEqual([])
  })

  it('Parley says what the agent does when asked aloud, and the reply of the agent is spoken afterwards', async () => {
    const { say, until, recorded, finish, gateway, speaker } = await workingGateway()
    await say('what are you doing')
    await until(hasReply('I am editing quay.ts.'))
    finish()
    await until(hasReply('It is mended.'))
    expect((await recorded('turn.started'))[1]).toMatchObject({ by: 'Parley' })
    await expect.poll(() => speaker.asked.join('|')).toContain('It is mended.')
    expect(speaker.asked.join('|')).toContain('I am editing quay.ts.')
    expect(gateway.asked.filter(({ method }) => method === 'chat.abort')).toEqual([])
  })

  it('what the built-in agent cannot do follows the setting, and the agent learns what the user heard', async () => {
    const { say, until, recorded, gateway, playedSamples } = await workingGateway()
    // The voice needs ten samples and ten milliseconds for a character.
    await expect.poll(playedSamples).toBe('I look into it. '.length * 10)
    await say('make it blue instead', 'I look '.length * 10)
    await until(hasReply('The second answer.'))
    expect(gateway.asked.filter(({ method }) => method === 'chat.abort')).toHaveLength(1)
    expect((await recorded('turn.ended')).map(({ outcome }) => outcome)).toEqual(['interrupted', 'completed'])
    const sent = gateway.asked.filter(({ method }) => method === 'chat.send')
    expect(sent.at(-1)?.params['message']).toBe(
      '[I heard your last reply only up to: I look]\n\nmake it blue instead',
    )
  })

  it('“ask OpenClaw …” passes the rest on, even if the built-in agent could answer it', async () => {
    const { ask, until, finish, gateway, store } = await workingGateway('followup')
    await ask('ask OpenClaw to open tide.ts')
    finish()
    await until(hasReply('The second answer.'))
    const sent = gateway.asked.filter(({ method }) => method === 'chat.send')
    expect(sent.at(-1)?.params['message']).toMatch(/^open tide\.ts/)
    expect(store.get().transcript.map(({ text }) => text)).toContain('ask OpenClaw to open tide.ts')
  })
})

const model: BrainOption = {
  id: 'model',
  name: 'Model',
  kind: 'model',
  value: 'm1',
  choices: [
    { value: 'm1', name: 'Sonnet', description: null },
    { value: 'm2', name: 'Swift 4', description: 'small and fast' },
    { value: 'm3', name: 'Swift 4 long', description: null },
  ],
}

/** An agent with options in a room of two: the owner and a participant. */
function withOptions(script: (text: string) => readonly BrainStep[] = () => [{ say: 'Hello.' }]) {
  const scripted = createScriptedBrain({ script })
  let value = 'm1'
  const brain: Brain = {
    ...scripted,
    status: () => ({ ...scripted.status(), name: 'goose', options: [{ ...model, value }] }),
    setOption: async (_, wanted) => void (value = wanted),
  }
  const room = createFakeRoom(['owner', 'visitor'])
  room.roles['visitor'] = 'participant'
  const used: (readonly [string, string | null])[] = []
  const agents: AgentSwitch = {
    known: async () => [
      { id: 'codex', title: 'Codex', version: null, install: 'npm i -g codex', inUse: false },
      { id: 'claude', title: 'Claude Code', version: '2.1.0', install: 'npm i -g claude', inUse: false },
    ],
    use: async (...to) => void used.push(to),
  }
  const journal = createMemoryJournal()
  const agent = createPlainAgent({
    room,
    brain,
    agents,
    journal,
    onError(what, error) {
      throw new Error(what, { cause: error })
    },
  })
  cleanUps.push(() => agent.close())

  /** The reply to what somebody typed. */
  async function answer(text: string, from = 'owner'): Promise<string> {
    const replies = async (): Promise<string[]> =>
      ((await readJournal(journal)) ?? []).flatMap(({ event }) =>
        event.type === 'reply.ended' ? [event.text] : [],
      )
    const before = (await replies()).length
    room.type(CHAT_TOPIC, text, from)
    await expect.poll(async () => (await replies()).length).toBe(before + 1)
    return (await replies()).at(-1)!
  }
  return { answer, used, value: () => value, brain: scripted }
}

describe('words about the agent', () => {
  it('change its model for the owner, and the reply says what the agent reports', async () => {
    const { answer, value } = withOptions()
    expect(await answer('use the small model')).toBe('The model is now Swift 4.')
    expect(value()).toBe('m2')
    expect(await answer('which model are you using')).toBe('The model is Swift 4.')
  })

  it('that fit several choices are settled by a number, unless something else is asked first', async () => {
    const { answer, value } = withOptions()
    expect(await answer('use the 4 model')).toBe('Two fit: 1, Swift 4; 2, Swift 4 long. Which number?')
    expect(await answer('the second one')).toBe('The model is now Swift 4 long.')
    expect(value()).toBe('m3')
    await answer('use the 4 model')
    expect(await answer('hello there')).toBe('Hello.')
    expect(await answer('number one')).toBe('Hello.')
    expect(value()).toBe('m3')
  })

  it('switch to another agent that is installed, and name the command for one that is not', async () => {
    const { answer, used } = withOptions()
    expect(await answer('use codex')).toBe('Codex is not installed. Install it with: npm i -g codex')
    expect(await answer('use Claude Code')).toBe('From now on, Claude Code answers.')
    expect(await answer('use the built-in agent')).toBe('From now on, the built-in agent answers.')
    await expect
      .poll(() => used)
      .toEqual([
        ['acp', 'claude'],
        ['builtin', null],
      ])
  })

  it('of a participant change nothing', async () => {
    const { answer, used, value } = withOptions()
    const refusal = 'Only the owner can change that, in their own window.'
    expect(await answer('use Claude Code', 'visitor')).toBe(refusal)
    expect(await answer('use the small model', 'visitor')).toBe(refusal)
    expect(await answer('which model are you using', 'visitor')).toBe('The model is Sonnet.')
    expect([used, value()]).toEqual([[], 'm1'])
  })

  it('are no requests to the agent itself', async () => {
    const { answer, brain } = withOptions()
    expect(await answer('what are you doing')).toBe('I am not working on anything.')
    expect(await answer('hello there')).toBe('Hello.')
    expect(brain.asked.map(({ text }) => text)).toEqual(['hello there'])
  })
})
