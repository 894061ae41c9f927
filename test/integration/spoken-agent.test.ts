// Talking with the agent: the real room, agent and room client, with ears that hear what the test says, a voice whose
// sound can be counted, and a brain that follows a script.
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { indexCodeWords } from '../../src/core/ears/code-word-index.ts'
import type { Clock } from '../../src/core/ports.ts'
import type { TakeHead } from '../../src/core/ports/ears.ts'
import { createPlainAgent } from '../fakes/plain-agent.ts'
import { createLocalRoom } from '../../src/main/rooms/local/local-room.ts'
import type { RoomState } from '../../src/renderer/store/state.ts'
import { FaultError } from '../../src/shared/errors.ts'
import type { ConversationEvent, ConversationEventOf } from '../../src/shared/conversation.ts'
import { AGENT_STATE } from '../../src/shared/wire/transcription.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { createFakeEars } from '../fakes/fake-ears.ts'
import { createFakeSpeaker } from '../fakes/fake-speaker.ts'
import { createMemoryJournal } from '../fakes/memory-journal.ts'
import { isConnected, openRoomWindow } from '../fakes/room-window.ts'
import { createScriptedBrain, type BrainStep } from '../fakes/scripted-brain.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

type Kept = Map<string, TakeHead & { sound: Int16Array[] }>

const loud = new Int16Array(1600).fill(4000)
const quiet = new Int16Array(1600)
/** Takes two minutes to say: nobody is so slow that it is over before they stop it. */
const LONG = 'The harbour opens at six and closes when the last boat is in. '.repeat(200)

interface Options {
  script?: (text: string) => readonly BrainStep[]
  kept?: Kept
  journal?: ReturnType<typeof createMemoryJournal>
  hear?: () => string
  onError?: (what: string) => void
  recognised?: (takeId: string) => Promise<void>
  clock?: Clock
}

async function start(options: Options = {}) {
  const room = createLocalRoom({ agentIdentity: 'parley', newId: randomUUID, onError: () => {} })
  const journal = options.journal ?? createMemoryJournal()
  const brain = createScriptedBrain({ script: options.script ?? (() => [{ say: 'Here it is.' }]) })
  const heard = { words: 'open the session manager' }
  const understood = new Set<string>()
  const ears = createFakeEars({
    words() {
      understood.add(heard.words)
      return options.hear?.() ?? heard.words
    },
    now: Date.now,
    ...(options.recognised && { recognised: options.recognised }),
    ...(options.kept && { kept: options.kept }),
  })
  const paces: string[] = []
  const speaker = createFakeSpeaker()
  const agent = createPlainAgent({
    room,
    brain,
    journal,
    ...(options.clock && { clock: options.clock }),
    speech: {
      ears: () => ears,
      speaker: () => speaker,
      changePace: (how) => paces.push(how),
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

  /** Holds the key, says it, and lets go. */
  async function say(words: string): Promise<void> {
    heard.words = words
    const takeId = randomUUID()
    await client.startTalk(takeId, 'hold')
    client.sendSound(loud)
    await until(({ transcript }) => transcript.some(({ text }) => text === words))
    await client.stopTalk(takeId)
  }

  async function recorded<K extends ConversationEvent['type']>(type: K): Promise<ConversationEventOf<K>[]> {
    const { records } = await journal.after(null)
    return records
      .map(({ event }) => event)
      .filter((event) => event.type === type) as ConversationEventOf<K>[]
  }
  return { ...window, room, journal, brain, ears, speaker, heard, understood, paces, agent, say, recorded }
}

const index = indexCodeWords([{ name: 'parseConfig', kind: 'symbol' }])
const isIdle = (state: RoomState): boolean =>
  state.agentState === 'idle' && state.transcript.some(({ role, isFinal }) => role === 'agent' && isFinal)
const spoken = (state: RoomState): string[] => state.transcript.map(({ role, text }) => `${role}: ${text}`)

describe('talking with the agent', () => {
  it('shows it speaking from the first word to the last sound, and idle only then', async () => {
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

  it('is told what is being done when it takes long, in the words of whoever does it', async () => {
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
    // Time passes while both are said.
    while (!isIdle(store.get())) {
      await setImmediate()
      clock.advance(20)
    }
    expect(speaker.asked).toEqual(['Read from hello.txt.', 'It says hello.'])
  })

  it('is a turn like any other, and its times, what was heard and what was forgotten are known', async () => {
    const { say, until, ears, recorded } = await start()
    await say('what changed')
    const done = await until(isIdle)
    expect(spoken(done)).toEqual(['user: what changed', 'agent: Here it is.'])
    await expect.poll(() => recorded('reply.voiced')).toMatchObject([{ heard: 11, complete: true }])
    const [first] = await recorded('turn.timed')
    expect(first).toMatchObject({ recognised: expect.any(Number), firstWord: expect.any(Number) })
    await expect.poll(() => ears.kept.size).toBe(0)
  })

  it('keeps its sound until the words would survive a power cut', async () => {
    let safe: () => void = () => {}
    const synced = new Promise<void>((resolve) => (safe = resolve))
    const journal = { ...createMemoryJournal(), sync: () => synced }
    const { say, until, ears } = await start({ journal })
    await say('what changed')
    await until(isIdle)
    expect(ears.kept.size).toBe(1)
    safe()
    await expect.poll(() => ears.kept.size).toBe(0)
  })

  it('keeps its sound where the words cannot be made safe', async () => {
    const journal = { ...createMemoryJournal(), sync: () => Promise.reject(new Error('EIO')) }
    const errors: string[] = []
    const { say, ears } = await start({ journal, onError: (what) => errors.push(what) })
    await say('what changed')
    await expect.poll(() => errors).toEqual(['the session log could not be made safe'])
    expect(ears.kept.size).toBe(1)
  })

  it('counts its time from when the key was let go, as the window tells', async () => {
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

  it('takes words for names, and asks again with the words as they were when that was wrong', async () => {
    const { say, until, client, brain } = await start()
    const heard = 'jump to the definition of parse config'
    await say(heard)
    const corrected = await until(({ corrections }) => Object.keys(corrections).length > 0)
    expect(brain.asked.at(-1)!.text).toContain('parseConfig')
    const turnId = corrected.transcript.find(({ role }) => role === 'user')!.turnId!
    await client.restoreWords(turnId, heard.indexOf('parse'))
    await expect.poll(() => brain.asked.at(-1)!.text).toBe(heard)
  })

  it('takes a name back of what was said in an earlier run, and says plainly where it cannot', async () => {
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
    await expect(client.restoreWords(turnId!, 1)).rejects.toThrow('not on record')
    await expect(client.restoreWords('never', 0)).rejects.toThrow('not on record')
  })

  it('does what it can without anybody’s thinking', async () => {
    const { say, until, brain, paces } = await start()
    await say('louder')
    const shown = await until(({ control }) => control !== null)
    expect(shown.control).toMatchObject({ phrase: 'louder', done: 'Louder' })
    expect(shown.viewWish).toMatchObject({ action: 'voice.louder' })
    await say('slower')
    await expect.poll(() => paces).toEqual(['slower'])
    expect(brain.asked).toEqual([])
  })

  it('opens what a brain has found and reads out what it has shown, and the brain is not asked', async () => {
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
    await until(({ control }) => control?.done === 'Chosen')
    const opened = await until((state) => state.artifacts.length > 1)
    expect(opened.artifacts[1]!.artifact).toMatchObject({ kind: 'code', file: 'src/a.ts', focusLine: 1 })
    await say('read it out')
    const read = await until((state) => spoken(state).some((line) => line.includes(' places, in ')))
    expect(read.control).toMatchObject({ phrase: 'read it out', done: 'Reading it out' })
    expect(brain.asked.map(({ text }) => text)).toEqual(['look for one'])
  })

  it('answers what the agent asks', async () => {
    let deed = 0
    const approval = { id: 'q1', kind: 'command', title: 'Run it', action: 'make it' } as const
    const { say, until } = await start({
      script: () => [{ ask: approval, deed: () => deed++ }, { say: 'Done.' }],
    })
    await say('run the tests')
    await until(({ approvals }) => approvals.length === 1)
    await say('yes do it')
    await expect.poll(() => deed).toBe(1)
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
    // The window says how much of it came out of the loudspeaker: ten milliseconds for a character.
    expect(voiced).toMatchObject({ complete: false, heard: 12 })
    expect((await recorded('turn.ended'))[0]).toMatchObject({ outcome: 'interrupted' })
    await client.cancelTalk('over')
    brain.release('end')
    // The brain is told with the next words.
    await say('when does it open')
    await expect.poll(() => brain.asked.at(-1)).toMatchObject({ interrupted: { heard: 'The harbour' } })
  })

  it('lets a brain know nothing of a reply that was heard to its end', async () => {
    const { say, until, brain, recorded } = await start()
    await say('what changed')
    await until(isIdle)
    await expect.poll(() => recorded('reply.voiced')).toMatchObject([{ complete: true }])
    await say('and then')
    await expect.poll(() => brain.asked.length).toBe(2)
    expect(brain.asked[1]).not.toHaveProperty('interrupted')
  })

  it('is told to windows when its voice is stopped, and not when a voice ends by itself', async () => {
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
    // The answer to that, and not the one before it, which may still be shown to be spoken.
    await until(({ agentState, transcript }) => {
      const last = transcript.at(-1)
      return agentState === 'speaking' && last?.role === 'agent' && transcript.length === 6
    })
    await client.interrupt()
    await until((state) => state.voiceStopped !== voiceStopped)
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

  it('can be taken back while the words are being made out', async () => {
    const { client, heard, until, ears, brain } = await start({ recognised: () => new Promise(() => {}) })
    heard.words = 'what changed'
    await client.startTalk('meant', 'hold')
    client.sendSound(loud)
    await until(({ transcript }) => transcript.length > 0)
    await client.stopTalk('meant')
    await client.cancelTalk('meant')
    await until(
      ({ agentState, transcript }) => agentState === 'idle' && transcript.every(({ text }) => text === ''),
    )
    expect(ears.kept.size).toBe(0)
    expect(brain.asked).toEqual([])
  })

  it('keeps what could not be recognised, and says so', async () => {
    let guesses = 0
    const { client, until, ears, brain } = await start({
      hear() {
        if (guesses++ === 0) return 'what'
        throw new FaultError('ears_failed', 'It failed.', 'Try again.')
      },
    })
    await client.startTalk('unheard', 'hands_free')
    for (let parts = 0; parts < 60; parts++) client.sendSound(parts === 0 ? loud : quiet)
    const { artifacts } = await until((state) => state.artifacts.length > 0)
    expect(artifacts[0]!.artifact).toMatchObject({ kind: 'error', message: 'It failed.\nTry again.' })
    expect(ears.kept.size).toBe(1)
    expect(brain.asked).toEqual([])
    await client.stopTalk('unheard')
  })

  it('says the rest of a reply that an earlier run has said half of, and nothing of one that is gone', async () => {
    const journal = createMemoryJournal()
    const replied = {
      type: 'reply.ended',
      turnId: 'old',
      segmentId: 'old:agent',
      text: 'Half and half.',
    } as const
    await journal.append({ id: 'r1', at: 1, event: replied })
    const { client, recorded } = await start({ journal })
    await client.repeatReply('old', 5)
    await expect
      .poll(() => recorded('reply.voiced'))
      .toMatchObject([{ turnId: 'old', heard: 14, complete: true }])
    await expect(client.repeatReply('never', 0)).rejects.toThrow('not on record')
    await expect(client.settleTake('never', 'send')).rejects.toThrow('not kept')
  })

  it('is nothing where nothing was said', async () => {
    const { client, ears, store, brain } = await start()
    await client.startTalk('none', 'hold')
    client.sendSound(quiet)
    await client.stopTalk('none')
    await expect.poll(() => ears.kept.size).toBe(0)
    expect(store.get().transcript).toEqual([])
    expect(brain.asked).toEqual([])
  })

  it('is offered as it is kept where somebody spoke and no words were found', async () => {
    const { client, ears, until } = await start({ hear: () => '' })
    await client.startTalk('mumbled', 'hold')
    client.sendSound(loud)
    await client.stopTalk('mumbled')
    const { offeredTakes } = await until((state) => state.offeredTakes.length > 0)
    expect(offeredTakes).toMatchObject([{ text: null }])
    expect(ears.kept.size).toBe(1)
    await client.settleTake(offeredTakes[0]!.takeId, 'discard')
    await until((state) => state.offeredTakes.length === 0)
    expect(ears.kept.size).toBe(0)
  })

  it('is one person’s at a time', async () => {
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

  it('is not lost when the app is closed in the middle of a sentence, and is offered at the next start', async () => {
    const kept: Kept = new Map()
    const first = await start({ kept })
    first.heard.words = 'what changed'
    await first.client.startTalk('cut', 'hold')
    first.client.sendSound(loud)
    await first.until(({ transcript }) => transcript.length > 0)
    await first.agent.close()
    await expect.poll(() => kept.size).toBe(1)

    const next = await start({ kept })
    next.heard.words = 'what changed'
    const { offeredTakes } = await next.until((state) => state.offeredTakes.length > 0)
    expect(offeredTakes).toMatchObject([{ text: 'open the session manager' }])
    await next.client.settleTake(offeredTakes[0]!.takeId, 'send')
    await next.until(isIdle)
    expect(next.brain.asked.map(({ text }) => text)).toEqual(['open the session manager'])
    await expect.poll(() => kept.size).toBe(0)
  })

  const left = (takeId: string, sound: Int16Array) => ({
    takeId,
    session: 'mine',
    startedAt: 1,
    sound: [sound],
  })
  const offeredBefore = (takeId: string) => ({
    id: `offer-${takeId}`,
    at: 1,
    event: { type: 'take.offered', turnId: 't', takeId, startedAt: 1, durationMs: 100, text: null } as const,
  })

  it('was offered and turns out to be nothing: what shows it is taken back, whatever is done with it', async () => {
    const journal = createMemoryJournal([
      offeredBefore('empty'),
      offeredBefore('gone'),
      offeredBefore('lost'),
    ])
    const kept: Kept = new Map([['empty', left('empty', quiet)]])
    const { client, until, recorded } = await start({ kept, journal })
    await expect.poll(() => recorded('take.settled')).toMatchObject([{ takeId: 'empty' }])
    await expect.poll(() => kept.size).toBe(0)
    await client.settleTake('gone', 'discard')
    await expect(client.settleTake('lost', 'send')).rejects.toThrow('not kept')
    await until((state) => state.offeredTakes.length === 0)
    expect((await recorded('take.settled')).map(({ takeId }) => takeId)).toEqual(['empty', 'gone', 'lost'])
  })

  it('is offered as soon as it is recognised, and can be let go before the rest is', async () => {
    const kept: Kept = new Map(['first', 'second', 'third'].map((id) => [id, left(id, loud)]))
    const { client, until } = await start({
      kept,
      recognised: (takeId) => (takeId === 'first' ? Promise.resolve() : new Promise(() => {})),
    })
    await until(({ offeredTakes }) => offeredTakes.length === 1)
    await client.settleTake('first', 'send')
    await client.settleTake('third', 'discard')
    await until((state) => state.offeredTakes.length === 0 && isIdle(state))
    expect([...kept.keys()]).toEqual(['second'])
  })

  it('is kept where somebody speaks in it and no words are found at the second try either', async () => {
    const kept: Kept = new Map([['mumbled', left('mumbled', loud)]])
    const { client, until } = await start({ kept, hear: () => '' })
    await until(({ offeredTakes }) => offeredTakes[0]?.text === null)
    await expect(client.settleTake('mumbled', 'send')).rejects.toThrow('could still not be made out')
    expect(kept.size).toBe(1)
  })
})

describe('hands-free', () => {
  it('a nod does not stop an agent that works', async () => {
    const { say, client, heard, understood, ears, brain, recorded } = await start({
      script: () => [{ hold: 'thought' }, { say: 'Here it is.' }],
    })
    await say('what changed')
    await brain.held('thought')
    await client.startTalk('free', 'hands_free')
    heard.words = 'mm-hm'
    client.sendSound(loud)
    for (let parts = 0; parts < 20; parts++) client.sendSound(quiet)
    await expect.poll(() => understood.has('mm-hm') && ears.kept.size === 0).toBe(true)
    brain.release('thought')
    await expect.poll(() => recorded('turn.ended')).toMatchObject([{ outcome: 'completed' }])
    await client.stopTalk('free')
  })

  it('a nod and the agent’s own words do not stop it; other words do', async () => {
    // What sounds while they are heard is what these words are, on a machine that stands still for a while, too.
    const clock = createFakeClock()
    const { say, until, client, heard, understood, ears, store, recorded, brain } = await start({
      clock,
      script: (text) =>
        text === 'tell me about the harbour' ? [{ say: LONG }, { hold: 'end' }] : [{ say: 'Yes.' }],
    })
    await say('tell me about the harbour')
    await until(({ agentState }) => agentState === 'speaking')
    clock.advance(300)
    await client.startTalk('free', 'hands_free')
    for (const words of ['mm-hm', 'the harbour opens at six']) {
      heard.words = words
      client.sendSound(loud)
      for (let parts = 0; parts < 20; parts++) client.sendSound(quiet)
      // It was heard, judged and forgotten.
      await expect.poll(() => understood.has(words) && ears.kept.size === 0).toBe(true)
    }
    expect(store.get().agentState).toBe('speaking')
    expect(await recorded('reply.voiced')).toEqual([])
    heard.words = 'show me the diff instead'
    // Long enough not to be what the agent says, misheard.
    for (let parts = 0; parts < 13; parts++) client.sendSound(loud)
    await expect.poll(async () => (await recorded('reply.voiced')).length).toBe(1)
    for (let parts = 0; parts < 20; parts++) client.sendSound(quiet)
    await expect.poll(() => brain.asked.at(-1)!.text).toBe('show me the diff instead')
    brain.release('end')
    await client.stopTalk('free')
  })
})
