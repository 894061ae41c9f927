// Talking with the agent: the real room, agent and room client, with a scripted recognizer, a voice whose audio can be
// counted, and a scripted brain.
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { SETTLE_MS } from '../../src/core/conversation/approvals/judge-answer.ts'
import { indexCodeWords } from '../../src/core/speech/hearing/code-word-index.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import type { TakeHead } from '../../src/core/ports/recognizer.ts'
import { createPlainAgent } from '../fakes/plain-agent.ts'
import { createLocalRoom } from '../../src/main/rooms/local/local-room.ts'
import type { WindowState } from '../fakes/room-window.ts'
import { FaultError } from '../../src/shared/errors.ts'
import type { ConversationEvent, ConversationEventOf } from '../../src/shared/conversation.ts'
import { AGENT_STATE } from '../../src/shared/wire/transcription.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { createFakeRecognizer } from '../fakes/fake-recognizer.ts'
import { createFakeSpeaker } from '../fakes/fake-speaker.ts'
import { createMemoryJournal } from '../fakes/memory-journal.ts'
import { isConnected, openRoomWindow } from '../fakes/room-window.ts'
import { createScriptedBrain, type BrainStep } from '../fakes/scripted-brain.ts'
import { readJournal } from '../fakes/read-journal.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

type StoredTakes = Map<string, TakeHead & { sound: Int16Array[] }>

const loud = new Int16Array(1600).fill(4000)
const quiet = new Int16Array(1600)
/** Takes two minutes to say, so that it is never over before a test stops it. */
const LONG = 'The harbour opens at six and closes when the last boat is in. '.repeat(200)

interface Options {
  script?: (text: string) => readonly BrainStep[]
  takes?: StoredTakes
  journal?: ReturnType<typeof createMemoryJournal>
  hear?: () => string
  onError?: (what: string) => void
  transcribe?: (takeId: string) => Promise<void>
  clock?: Clock
}

async function start(options: Options = {}) {
  const room = createLocalRoom({ agentIdentity: 'parley', newId: randomUUID, onError: () => {} })
  const journal = options.journal ?? createMemoryJournal()
  const brain = createScriptedBrain({ script: options.script ?? (() => [{ say: 'Here it is.' }]) })
  const heard = { text: 'open the session manager' }
  const understood = new Set<string>()
  const recognizer = createFakeRecognizer({
    words() {
      understood.add(heard.text)
      return options.hear?.() ?? heard.text
    },
    now: Date.now,
    ...(options.transcribe && { recognised: options.transcribe }),
    ...(options.takes && { kept: options.takes }),
  })
  const speaker = createFakeSpeaker()
  const agent = createPlainAgent({
    room,
    brain,
    journal,
    ...(options.clock && { clock: options.clock }),
    speech: {
      recognizer: () => recognizer,
      speaker: () => speaker,
      names: () => index,
    },
    onError(what, error) {
      if (!options.onError) throw new Error(what, { cause: error })
      options.onError(what)
    },
  })
  cleanUps.push(() => agent.close())
  const window = openRoomWindow(room)
  cleanUps.push(() => window.client.close())
  await window.until(isConnected)
  const { client, until } = window

  /** Holds the key, says it, and releases the key. */
  async function say(said: string): Promise<void> {
    heard.text = said
    const takeId = randomUUID()
    await client.startTalk(takeId, 'hold')
    client.sendSound(loud)
    await until(({ transcript }) => transcript.some(({ text }) => text === said))
    await client.stopTalk(takeId)
  }

  async function recorded<K extends ConversationEvent['type']>(type: K): Promise<ConversationEventOf<K>[]> {
    const records = (await readJournal(journal)) ?? []
    return records
      .map(({ event }) => event)
      .filter((event) => event.type === type) as ConversationEventOf<K>[]
  }
  return {
    ...window,
    room,
    journal,
    brain,
    recognizer,
    speaker,
    heard,
    understood,
    agent,
    say,
    recorded,
  }
}

const index = indexCodeWords([{ name: 'parseConfig', kind: 'symbol' }])
const isIdle = (state: WindowState): boolean =>
  state.agentState === 'idle' && state.transcript.some(({ role, isFinal }) => role === 'agent' && isFinal)
const spoken = (state: WindowState): string[] => state.transcript.map(({ role, text }) => `${role}: ${text}`)

describe('talking with the agent', () => {
  it('shows it speaking from the first word to the last audio, and idle only then', async () => {
    const { room, say, until } = await start()
    const states: string[] = []
    const tell = room.setAttributes
    room.setAttributes = (changed) => {
      if (changed[AGENT_STATE]) states.push(changed[AGENT_STATE])
      tell(changed)
    }
    await say('what changed')
    await until(isIdle)
    expect(states).toEqual(['listening', 'thinking', 'speaking', 'idle'])
  })

  it('says what it does when it takes long, in the brain’s words', async () => {
    const clock = createFakeClock()
    const { say, brain, speaker, store } = await start({
      clock,
      script: () => [
        {
          tool: 'read',
          title: 'Read from hello.txt',
          outcome: { ok: true, output: { text: 'hello' } },
          while: 'reading',
        },
        { say: 'It says hello.' },
      ],
    })
    await say('what does the file say')
    await brain.held('reading')
    clock.advance(3_900)
    expect(speaker.asked).toEqual([])
    clock.advance(200)
    await expect.poll(() => speaker.asked).toEqual(['Read from hello.txt.'])
    brain.release('reading')
    // Time passes while both are spoken.
    while (!isIdle(store.get())) {
      await setImmediate()
      clock.advance(20)
    }
    expect(speaker.asked).toEqual(['Read from hello.txt.', 'It says hello.'])
  })

  it('is a turn like any other, with its timing, what was heard of it, and no audio left', async () => {
    const { say, until, recognizer, recorded } = await start()
    await say('what changed')
    const done = await until(isIdle)
    expect(spoken(done)).toEqual(['user: what changed', 'agent: Here it is.'])
    await expect.poll(() => recorded('reply.voiced')).toMatchObject([{ heard: 11, complete: true }])
    const [first] = await recorded('turn.timed')
    expect(first).toMatchObject({ recognised: expect.any(Number), firstWord: expect.any(Number) })
    await expect.poll(() => recognizer.kept.size).toBe(0)
  })

  it('keeps the audio until the transcript would survive a power cut', async () => {
    let safe: () => void = () => {}
    const synced = new Promise<void>((resolve) => (safe = resolve))
    const journal = { ...createMemoryJournal(), sync: () => synced }
    const { say, until, recognizer } = await start({ journal })
    await say('what changed')
    await until(isIdle)
    expect(recognizer.kept.size).toBe(1)
    safe()
    await expect.poll(() => recognizer.kept.size).toBe(0)
  })

  it('keeps the audio if the journal cannot be synced', async () => {
    const journal = { ...createMemoryJournal(), sync: () => Promise.reject(new Error('EIO')) }
    const errors: string[] = []
    const { say, recognizer } = await start({ journal, onError: (what) => errors.push(what) })
    await say('what changed')
    await expect.poll(() => errors).toEqual(['the journal could not be synced'])
    expect(recognizer.kept.size).toBe(1)
  })

  it('counts its time from the release of the key, as the window reports it', async () => {
    const { client, until, recorded } = await start()
    await client.startTalk('k', 'hold')
    client.sendSound(loud)
    await until(({ transcript }) => transcript.length > 0)
    await expect(client.stopTalk('k', 10_000_000)).rejects.toThrow()
    await client.stopTalk('k', 5000)
    await until(isIdle)
    const [first] = await recorded('turn.timed')
    expect(first!.recognised).toBeGreaterThanOrEqual(5000)
    expect(first!.firstWord).toBeGreaterThanOrEqual(5000)
  })

  it('corrects names, and asks again with the original words when the user undoes a correction', async () => {
    const { say, until, client, brain } = await start()
    const heard = 'jump to the definition of parse config'
    await say(heard)
    const corrected = await until(({ corrections }) => Object.keys(corrections).length > 0)
    expect(brain.asked.at(-1)!.text).toContain('parseConfig')
    const turnId = corrected.transcript.find(({ role }) => role === 'user')!.turnId!
    await client.restoreWords(turnId, heard.indexOf('parse'))
    await expect.poll(() => brain.asked.at(-1)!.text).toBe(heard)
  })

  it('undoes a correction from before a restart, and says so if it cannot', async () => {
    const journal = createMemoryJournal()
    const first = await start({ journal })
    const heard = 'show me parse config and where parse config is used'
    await first.say(heard)
    const { transcript } = await first.until(({ corrections }) => Object.keys(corrections).length > 0)
    const { turnId, text } = transcript.find(({ role }) => role === 'user')!
    expect(text).toBe('show me parseConfig and where parseConfig is used')
    await first.agent.close()

    const { client, brain } = await start({ journal })
    await client.restoreWords(turnId!, text.lastIndexOf('parseConfig'))
    await expect
      .poll(() => brain.asked.at(-1)?.text)
      .toBe('show me parseConfig and where parse config is used')
    await expect(client.restoreWords(turnId!, 1)).rejects.toThrow('no longer in the conversation’s log')
    await expect(client.restoreWords('never', 0)).rejects.toThrow('no longer in the conversation’s log')
  })

  it('performs commands without the brain', async () => {
    const { say, until, brain } = await start()
    await say('louder')
    const shown = await until(({ command }) => command !== null)
    expect(shown.command).toMatchObject({ phrase: 'louder', done: 'Louder' })
    expect(shown.viewCommand).toMatchObject({ action: 'voice.louder' })
    await say('slower')
    await until(({ viewCommand }) => viewCommand?.action === 'voice.slower')
    expect(brain.asked).toEqual([])
  })

  it('opens results and reads out artifacts without asking the brain again', async () => {
    const found = 'src/b.ts:2:one more\nsrc/a.ts:1:one\n'
    const { say, until, client, brain } = await start({
      script: () => [
        { tool: 'grep', args: { pattern: 'one' }, outcome: { ok: true, output: { text: found } } },
        { say: 'Two places.' },
      ],
    })
    await say('look for one')
    const { artifacts } = await until((state) => isIdle(state) && state.artifacts.length > 0)
    expect(artifacts[0]!.artifact).toMatchObject({ kind: 'search_results' })
    await client.reportView({ kind: 'search_results' })
    await say('open the second one')
    await until(({ command }) => command?.done === 'Chosen')
    const opened = await until((state) => state.artifacts.length > 1)
    expect(opened.artifacts[1]!.artifact).toMatchObject({ kind: 'code', file: 'src/a.ts', focusLine: 1 })
    await say('read it out')
    const read = await until((state) => spoken(state).some((line) => line.includes(' places, in ')))
    expect(read.command).toMatchObject({ phrase: 'read it out', done: 'Reading it out' })
    expect(brain.asked.map(({ text }) => text)).toEqual(['look for one'])
  })

  const approval = { id: 'q1', kind: 'command', title: 'Run it', action: 'make it' } as const

  it('answers an approval once the question has been there', async () => {
    const clock = createFakeClock()
    let deed = 0
    const { say, until, store } = await start({
      clock,
      script: () => [{ say: 'I build it. ' }, { ask: approval, deed: () => deed++ }, { say: 'Done.' }],
    })
    await say('run the tests')
    await until(({ approvals }) => approvals.length === 1)
    // An utterance that began before the question does not answer it.
    await say('yes do it')
    await until(({ command }) => command?.done === 'Not counted: it came before the question')
    expect(store.get().approvals).toHaveLength(1)
    clock.advance(SETTLE_MS)
    await say('yes do it')
    await until(({ command }) => command?.done === 'Allowed')
    await expect.poll(() => deed).toBe(1)
  })

  it('speaks the question before the reply is over, and the rest of the reply after it', async () => {
    const clock = createFakeClock()
    const { client, brain, speaker, recorded } = await start({
      clock,
      script: () => [{ say: 'I build it. ' }, { ask: approval, while: 'asked' }, { say: 'Done.' }],
    })
    await client.ask('build it')
    const said = (): string[] => {
      clock.advance(100)
      return speaker.asked.map((text) => text.trim())
    }
    await expect.poll(said).toEqual(['I build it.', 'May I run `make it`?'])
    await client.answerApproval('q1', 'allow')
    brain.release('asked')
    await expect.poll(said).toEqual(['I build it.', 'May I run `make it`?', 'Done.'])
    await expect
      .poll(async () => said() && (await recorded('reply.voiced')).at(-1))
      .toMatchObject({ complete: true, heard: 'I build it. Done.'.length })
  })

  it('counts from the press of the key: pressed before the question, it answers nothing', async () => {
    const clock = createFakeClock()
    const { client, until, brain, heard } = await start({
      clock,
      script: () => [{ hold: 'thought' }, { ask: approval, while: 'asked' }],
    })
    await client.ask('build it')
    await brain.held('thought')
    heard.text = 'yes'
    await client.startTalk('early', 'hold')
    brain.release('thought')
    await until(({ approvals }) => approvals.length === 1)
    clock.advance(1_000)
    client.sendSound(loud)
    await client.stopTalk('early')
    await until(({ command }) => command?.done === 'Not counted: it came before the question')
    expect(brain.answers).toEqual([])
  })

  it('silences the agent, which then knows what was heard', async () => {
    const { say, until, client, recorded, brain } = await start({
      script: () => [{ say: LONG }, { hold: 'end' }],
    })
    await say('tell me about the harbour')
    await until(({ agentState }) => agentState === 'speaking')
    await client.startTalk('over', 'hold', 120)
    await expect.poll(async () => (await recorded('reply.voiced')).length).toBe(1)
    const [voiced] = await recorded('reply.voiced')
    // The window reports how much of it was played: ten milliseconds per character.
    expect(voiced).toMatchObject({ complete: false, heard: 12 })
    expect((await recorded('turn.ended'))[0]).toMatchObject({ outcome: 'interrupted' })
    await client.cancelTalk('over')
    brain.release('end')
    // The brain gets this with the next request.
    await say('when does it open')
    await expect.poll(() => brain.asked.at(-1)).toMatchObject({ interrupted: { heard: 'The harbour' } })
  })

  it('tells the brain nothing about a reply that was heard to its end', async () => {
    const { say, until, brain, recorded } = await start()
    await say('what changed')
    await until(isIdle)
    await expect.poll(() => recorded('reply.voiced')).toMatchObject([{ complete: true }])
    await say('and then')
    await expect.poll(() => brain.asked.length).toBe(2)
    expect(brain.asked[1]).not.toHaveProperty('interrupted')
  })

  it('tells windows when its voice is stopped, and not when the reply ends', async () => {
    const { say, until, client, store, recorded } = await start({
      script: (text) => [{ say: text === 'what changed' ? 'Here it is.' : LONG }],
    })
    await say('what changed')
    await expect.poll(() => recorded('reply.voiced')).toMatchObject([{ complete: true }])
    expect(store.get().voiceStopped).toBe(null)
    await say('tell me about the harbour')
    await until(({ agentState }) => agentState === 'speaking')
    await client.ask('and about the boats')
    const { voiceStopped } = await until((state) => state.voiceStopped !== null)
    // The new reply, not the previous one, which may still be shown as spoken.
    await until(({ agentState, transcript }) => {
      const last = transcript.at(-1)
      return agentState === 'speaking' && last?.role === 'agent' && transcript.length === 6
    })
    await client.interrupt()
    await until((state) => state.voiceStopped !== voiceStopped)
  })

  it('gets the reply aloud and never the thoughts, which are only shown', async () => {
    const { say, brain, until, recorded, speaker } = await start({
      script: () => [{ think: 'Let me look at it.' }, { hold: 'thinks' }, { say: 'Here it is.' }],
    })
    await say('what changed')
    await brain.held('thinks')
    await until(({ thought }) => thought?.text === 'Let me look at it.')
    brain.release('thinks')
    await expect.poll(() => recorded('reply.voiced')).toMatchObject([{ heard: 11, complete: true }])
    expect(speaker.asked.join('')).toBe('Here it is.')
  })

  it('is not talked over by a reply that comes meanwhile', async () => {
    const { say, until, client, brain, store, recorded } = await start({
      script: () => [{ hold: 'thought' }, { say: 'Here it is.' }],
    })
    await say('what changed')
    await brain.held('thought')
    await client.startTalk('meanwhile', 'hold')
    brain.release('thought')
    await until(({ transcript }) => transcript.some(({ text }) => text === 'Here it is.'))
    expect(store.get().agentState).toBe('listening')
    expect(await recorded('reply.voiced')).toEqual([])
    await client.cancelTalk('meanwhile')
    await expect.poll(() => recorded('reply.voiced')).toMatchObject([{ heard: 11, complete: true }])
  })

  it('can be cancelled while it is being transcribed', async () => {
    const { client, heard, until, recognizer, brain } = await start({
      transcribe: () => new Promise(() => {}),
    })
    heard.text = 'what changed'
    await client.startTalk('meant', 'hold')
    client.sendSound(loud)
    await until(({ transcript }) => transcript.length > 0)
    await client.stopTalk('meant')
    await client.cancelTalk('meant')
    await until(
      ({ agentState, transcript }) => agentState === 'idle' && transcript.every(({ text }) => text === ''),
    )
    expect(recognizer.kept.size).toBe(0)
    expect(brain.asked).toEqual([])
  })

  it('keeps a take that could not be transcribed, and says so', async () => {
    let guesses = 0
    const { client, until, recognizer, brain } = await start({
      hear() {
        if (guesses++ === 0) return 'what'
        throw new FaultError('ears_failed', 'It failed.', 'Try again.')
      },
    })
    await client.startTalk('unheard', 'hands_free')
    for (let parts = 0; parts < 60; parts++) client.sendSound(parts === 0 ? loud : quiet)
    const { artifacts } = await until((state) => state.artifacts.length > 0)
    expect(artifacts[0]!.artifact).toMatchObject({ kind: 'error', message: 'It failed.\nTry again.' })
    expect(recognizer.kept.size).toBe(1)
    expect(brain.asked).toEqual([])
    await client.stopTalk('unheard')
  })

  it('speaks the rest of a reply from before a restart, and nothing of one that is gone', async () => {
    const journal = createMemoryJournal()
    const replied = {
      type: 'reply.ended',
      turnId: 'old',
      segmentId: 'old:agent',
      text: 'Half and half.',
    } as const
    journal.append({ id: 'r1', at: 1, event: replied })
    const { client, recorded } = await start({ journal })
    await client.repeatReply('old', 5)
    await expect
      .poll(() => recorded('reply.voiced'))
      .toMatchObject([{ turnId: 'old', heard: 14, complete: true }])
    await expect(client.repeatReply('never', 0)).rejects.toThrow('no longer in the conversation’s log')
    await expect(client.settleTake('never', 'send')).rejects.toThrow('does not exist')
  })

  it('does nothing if nothing was said', async () => {
    const { client, recognizer, store, brain } = await start()
    await client.startTalk('none', 'hold')
    client.sendSound(quiet)
    await client.stopTalk('none')
    await expect.poll(() => recognizer.kept.size).toBe(0)
    expect(store.get().transcript).toEqual([])
    expect(brain.asked).toEqual([])
  })

  it('offers a take if somebody spoke and no words were recognized', async () => {
    const { client, recognizer, until } = await start({ hear: () => '' })
    await client.startTalk('mumbled', 'hold')
    client.sendSound(loud)
    await client.stopTalk('mumbled')
    const { offeredTakes } = await until((state) => state.offeredTakes.length > 0)
    expect(offeredTakes).toMatchObject([{ text: null }])
    expect(recognizer.kept.size).toBe(1)
    await client.settleTake(offeredTakes[0]!.takeId, 'discard')
    await until((state) => state.offeredTakes.length === 0)
    expect(recognizer.kept.size).toBe(0)
  })

  it('hears one participant at a time', async () => {
    const { client, room } = await start()
    const other = openRoomWindow(room)
    cleanUps.push(() => other.client.close())
    await other.until(isConnected)
    await client.startTalk('mine', 'hold')
    await expect(other.client.startTalk('theirs', 'hold')).rejects.toThrow('Somebody else is talking.')
    await client.stopTalk('mine')
    await other.client.startTalk('theirs', 'hold')
    await other.client.cancelTalk('theirs')
  })

  it('offers a sentence at the next start if the app was closed in the middle of it', async () => {
    const takes: StoredTakes = new Map()
    const first = await start({ takes })
    first.heard.text = 'what changed'
    await first.client.startTalk('cut', 'hold')
    first.client.sendSound(loud)
    await first.until(({ transcript }) => transcript.length > 0)
    await first.agent.close()
    await expect.poll(() => takes.size).toBe(1)

    const next = await start({ takes })
    next.heard.text = 'what changed'
    const { offeredTakes } = await next.until((state) => state.offeredTakes.length > 0)
    expect(offeredTakes).toMatchObject([{ text: 'open the session manager' }])
    await next.client.settleTake(offeredTakes[0]!.takeId, 'send')
    await next.until(isIdle)
    expect(next.brain.asked.map(({ text }) => text)).toEqual(['open the session manager'])
    await expect.poll(() => takes.size).toBe(0)
  })

  const storedTake = (takeId: string, audio: Int16Array) => ({
    takeId,
    session: 'mine',
    startedAt: 1,
    sound: [audio],
  })
  const offeredBefore = (takeId: string) => ({
    id: `offer-${takeId}`,
    at: 1,
    event: { type: 'take.offered', turnId: 't', takeId, startedAt: 1, durationMs: 100, text: null } as const,
  })

  it('withdraws an offered take that turns out to be empty or gone, whatever the user decides', async () => {
    const journal = createMemoryJournal([
      offeredBefore('empty'),
      offeredBefore('gone'),
      offeredBefore('lost'),
    ])
    const takes: StoredTakes = new Map([['empty', storedTake('empty', quiet)]])
    const { client, until, recorded } = await start({ takes, journal })
    await expect.poll(() => recorded('take.settled')).toMatchObject([{ takeId: 'empty' }])
    await expect.poll(() => takes.size).toBe(0)
    await client.settleTake('gone', 'discard')
    await expect(client.settleTake('lost', 'send')).rejects.toThrow('does not exist')
    await until((state) => state.offeredTakes.length === 0)
    expect((await recorded('take.settled')).map(({ takeId }) => takeId)).toEqual(['empty', 'gone', 'lost'])
  })

  it('offers a take as soon as it is transcribed, and lets the user discard it before the rest', async () => {
    const takes: StoredTakes = new Map(['first', 'second', 'third'].map((id) => [id, storedTake(id, loud)]))
    const { client, until } = await start({
      takes,
      transcribe: (takeId) => (takeId === 'first' ? Promise.resolve() : new Promise(() => {})),
    })
    await until(({ offeredTakes }) => offeredTakes.length === 1)
    await client.settleTake('first', 'send')
    await client.settleTake('third', 'discard')
    await until((state) => state.offeredTakes.length === 0 && isIdle(state))
    expect([...takes.keys()]).toEqual(['second'])
  })

  it('keeps a take with speech if no words are recognized at the second attempt either', async () => {
    const takes: StoredTakes = new Map([['mumbled', storedTake('mumbled', loud)]])
    const { client, until } = await start({ takes, hear: () => '' })
    await until(({ offeredTakes }) => offeredTakes[0]?.text === null)
    await expect(client.settleTake('mumbled', 'send')).rejects.toThrow('still cannot transcribe')
    expect(takes.size).toBe(1)
  })
})

describe('hands-free', () => {
  it('a nod does not stop a busy agent', async () => {
    const { say, client, heard, understood, recognizer, brain, recorded } = await start({
      script: () => [{ hold: 'thought' }, { say: 'Here it is.' }],
    })
    await say('what changed')
    await brain.held('thought')
    await client.startTalk('free', 'hands_free')
    heard.text = 'mm-hm'
    client.sendSound(loud)
    for (let parts = 0; parts < 20; parts++) client.sendSound(quiet)
    await expect.poll(() => understood.has('mm-hm') && recognizer.kept.size === 0).toBe(true)
    brain.release('thought')
    await expect.poll(() => recorded('turn.ended')).toMatchObject([{ outcome: 'completed' }])
    await client.stopTalk('free')
  })

  it('a nod and the agent’s own words do not stop it; other words do', async () => {
    // Even on a machine that stalls, these words are what is being played while they are heard.
    const clock = createFakeClock()
    const { say, until, client, heard, understood, recognizer, store, recorded, brain } = await start({
      clock,
      script: (text) =>
        text === 'tell me about the harbour' ? [{ say: LONG }, { hold: 'end' }] : [{ say: 'Yes.' }],
    })
    await say('tell me about the harbour')
    await until(({ agentState }) => agentState === 'speaking')
    clock.advance(300)
    await client.startTalk('free', 'hands_free')
    for (const words of ['mm-hm', 'the harbour opens at six']) {
      heard.text = words
      client.sendSound(loud)
      for (let parts = 0; parts < 20; parts++) client.sendSound(quiet)
      // It was heard, judged and deleted.
      await expect.poll(() => understood.has(words) && recognizer.kept.size === 0).toBe(true)
    }
    expect(store.get().agentState).toBe('speaking')
    expect(await recorded('reply.voiced')).toEqual([])
    heard.text = 'show me the diff instead'
    // Too long to be a misheard echo.
    for (let parts = 0; parts < 13; parts++) client.sendSound(loud)
    await expect.poll(async () => (await recorded('reply.voiced')).length).toBe(1)
    for (let parts = 0; parts < 20; parts++) client.sendSound(quiet)
    await expect.poll(() => brain.asked.at(-1)!.text).toBe('show me the diff instead')
    brain.release('end')
    await client.stopTalk('free')
  })
})
