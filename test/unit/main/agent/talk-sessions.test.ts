// Who talks, and which utterances are meant for the agent: with a fake clock, a scripted recognizer, and a playback log
// instead of a voice.
import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ConversationInput } from '../../../../src/core/conversation/conversation-state.ts'
import type { Room } from '../../../../src/core/ports/room.ts'
import { TAKE_LIMIT_MS } from '../../../../src/core/ports/recognizer.ts'
import { createPlaybackLog, type PlaybackLog } from '../../../../src/main/agent/playback-log.ts'
import { createTalkSessions, type TalkSessions } from '../../../../src/main/agent/talk-sessions.ts'
import type { HeardUtterance } from '../../../../src/main/agent/take-transcripts.ts'
import { createFakeClock, type FakeClock } from '../../../fakes/fake-clock.ts'
import { createFakeRecognizer, type FakeRecognizer } from '../../../fakes/fake-recognizer.ts'

const loud = new Int16Array(1600).fill(9000)
const quiet = new Int16Array(1600)

let clock: FakeClock
let recognizer: FakeRecognizer
let played: PlaybackLog
let sessions: TalkSessions
let sent: ConversationInput[]
let asked: HeardUtterance[]
let ignored: string[]
let faults: string[]
let wordless: string[]
let eager: boolean[]
let words: string
let busy: boolean
let transcribe: () => Promise<void>
let sendAudio: (samples: Int16Array, from?: string) => void
let speakers: string[]
let again: string[]
let away: boolean
let openMicrophone: (identity: string | null) => void

beforeEach(() => {
  clock = createFakeClock()
  played = createPlaybackLog()
  sent = []
  asked = []
  ignored = []
  faults = []
  wordless = []
  speakers = []
  again = []
  away = false
  eager = []
  words = ''
  busy = false
  transcribe = async () => {}
  recognizer = createFakeRecognizer({ words: () => words, now: clock.now, recognised: () => transcribe() })
  let ids = 0
  const room: Partial<Room> = {
    onAudio(listener) {
      sendAudio = (samples, from = 'me') => listener(samples, 16_000, from)
      return () => {}
    },
    onTalker(listener) {
      openMicrophone = listener
      return () => {}
    },
    participants: () => ['me', 'guest'],
    mayBeAway: () => away,
  }
  sessions = createTalkSessions({
    room: room as Room,
    recognizer: () => ({
      ...recognizer,
      open(options) {
        eager.push(options.eager ?? false)
        return recognizer.open(options)
      },
    }),
    conversationId: 's',
    clock,
    newId: () => `id-${++ids}`,
    whenBusy: () => 'interrupt',
    pauseMs: () => 300,
    isCommand: () => false,
    playedBetween: played.between,
    isAnswering: () => false,
    isBusy: () => busy,
    send: (input) => sent.push(input),
    noteSpeaker: (_, { identity }) => void speakers.push(identity),
    async onUtterance(heard) {
      asked.push(heard)
      return true
    },
    onWordless(_, heard) {
      wordless.push(heard)
      return heard === 'speech'
    },
    onAgain: (takeId) => void again.push(takeId),
    onIgnored: (_, text) => ignored.push(text),
    onFault: ({ message }) => faults.push(message),
  })
})

/** The agent says this, and so many milliseconds pass. */
function agentSays(text: string, ms: number): void {
  const now = clock.now()
  played.note({ of: { text }, to: text.length, from: now, until: now + ms })
  clock.advance(ms)
}

/** Somebody says this within a second, and pauses long enough to have finished. */
async function say(text: string): Promise<void> {
  words = text
  hear(loud, 10)
  hear(quiet, 30)
  await settle()
}

function hear(samples: Int16Array, times: number): void {
  for (let parts = 0; parts < times; parts++) {
    sendAudio(samples)
    clock.advance(100)
  }
}

async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await setImmediate()
}

const texts = (): string[] => asked.map(({ text }) => text)

describe('a hands-free utterance', () => {
  it('is an answer once the agent is silent, though it repeats the agent’s words', async () => {
    sessions.start('me', 'free', 'hands_free')
    agentSays('Which one, the session manager or the login handler?', 3000)
    clock.advance(700)
    await say('login handler')
    expect(texts()).toEqual(['login handler'])
    expect(recognizer.kept.size).toBe(0)
  })

  it('is an answer while the agent speaks, if it said these words a while ago', async () => {
    sessions.start('me', 'free', 'hands_free')
    busy = true
    agentSays('There are two: session manager and login handler.', 3000)
    clock.advance(600)
    const rest = 'They are in the folder of the server, and each has tests of its own beside it.'
    played.note({ of: { text: rest }, to: rest.length, from: clock.now(), until: clock.now() + 5000 })
    await say('session manager')
    expect(texts()).toEqual(['session manager'])
  })

  it('is the agent’s own voice if it is what is being played, and the user is told', async () => {
    sessions.start('me', 'free', 'hands_free')
    const text = 'The login handler calls it.'
    played.note({ of: { text }, to: text.length, from: clock.now(), until: clock.now() + 3000 })
    await say('login handler')
    expect(texts()).toEqual([])
    expect(ignored).toEqual(['login handler'])
    expect(sent).toEqual([])
  })

  it('stops the agent even with a word that the agent has just said', async () => {
    sessions.start('me', 'free', 'hands_free')
    const text = 'I could stop there.'
    played.note({ of: { text }, to: text.length, from: clock.now(), until: clock.now() + 3000 })
    await say('stop')
    expect(sent[0]).toMatchObject({ type: 'talk.started' })
    expect(texts()).toEqual(['stop'])
  })
})

describe('the first partial transcript of a hands-free utterance', () => {
  it('comes early while the agent speaks or works, and only then', async () => {
    sessions.start('me', 'free', 'hands_free')
    await say('run the tests')
    agentSays('They are running.', 1000)
    await say('which ones')
    clock.advance(5000)
    await say('and now')
    busy = true
    await say('stop')
    expect(eager).toEqual([false, true, false, true])
  })
})

describe('a take that is cancelled while it is being transcribed', () => {
  it.each(['hold', 'hands_free'] as const)('is no request: %s', async (mode) => {
    transcribe = () => new Promise(() => {})
    sessions.start('me', 'taken', mode)
    await say('delete everything')
    if (mode === 'hold') sessions.stop('me', 'taken')
    await settle()
    sessions.cancel('me', 'taken')
    await settle()
    expect(texts()).toEqual([])
    expect(sent.at(-1)).toMatchObject({ type: 'talk.dropped' })
    expect(recognizer.kept.size).toBe(0)
    expect(faults).toEqual([])
  })

  it('is no request either if it was not yet clear that it is meant for the busy agent', async () => {
    transcribe = () => new Promise(() => {})
    busy = true
    sessions.start('me', 'taken', 'hands_free')
    await say('mm-hm')
    words = 'delete everything'
    sessions.cancel('me', 'taken')
    await settle()
    expect(texts()).toEqual([])
    expect(recognizer.kept.size).toBe(0)
  })
})

describe('a take without words', () => {
  async function hold(samples: Int16Array, times: number): Promise<void> {
    words = ''
    sessions.start('me', 'held', 'hold')
    hear(samples, times)
    sessions.stop('me', 'held')
    await settle()
    expect(texts()).toEqual([])
    expect(sent.at(-1)).toMatchObject({ type: 'talk.dropped' })
  }
  /** Loud, without speech for the scripted recognizer. */
  const hum = new Int16Array(1600).fill(400)

  it('is stored if somebody spoke', async () => {
    await hold(loud, 3)
    expect(wordless).toEqual(['speech'])
    expect(recognizer.kept.size).toBe(1)
  })

  it('is reported and deleted if there was a sound', async () => {
    await hold(hum, 10)
    expect(wordless).toEqual(['sound'])
    expect(recognizer.kept.size).toBe(0)
  })

  it('is ignored if it was quiet, or only a key clicked', async () => {
    await hold(quiet, 10)
    await hold(hum, 2)
    expect(wordless).toEqual([])
    expect(recognizer.kept.size).toBe(0)
  })
})

describe('an open microphone in the room', () => {
  const speak = async (from: string): Promise<void> => {
    for (let at = 0; at < 5; at++) sendAudio(loud, from)
    for (let at = 0; at < 20; at++) {
      sendAudio(quiet, from)
      clock.advance(100)
      await setImmediate()
    }
  }

  it('is heard without a key, as its owner', async () => {
    words = 'open the harbour'
    openMicrophone('guest')
    await speak('guest')
    expect(asked.map(({ text }) => text)).toEqual(['open the harbour'])
    expect(speakers).toEqual(['guest'])
  })

  it('is not heard before its turn, nor afterwards', async () => {
    words = 'open the harbour'
    await speak('guest')
    openMicrophone('guest')
    openMicrophone(null)
    await speak('guest')
    expect(asked).toEqual([])
  })

  it('gives way to a pressed key, and is heard again when the key is released', async () => {
    openMicrophone('guest')
    sendAudio(quiet, 'guest')
    words = 'show the changes'
    sessions.start('me', 'take', 'hold')
    sendAudio(loud)
    sessions.stop('me', 'take')
    await setImmediate()
    words = 'open the harbour'
    await speak('guest')
    expect(asked.map(({ text }) => text)).toEqual(['show the changes', 'open the harbour'])
    expect(speakers).toEqual(['me', 'guest'])
  })

  it.each(['open microphone', 'null', ''])(
    'cannot be stopped by another participant, whatever name they use: %j',
    async (name) => {
      let finish = (): void => {}
      transcribe = () => new Promise((resolve) => (finish = resolve))
      words = 'open the harbour'
      openMicrophone('guest')
      for (let at = 0; at < 5; at++) sendAudio(loud, 'guest')
      await setImmediate()
      openMicrophone(null)
      sessions.cancel('me', name)
      sessions.start('me', name, 'hands_free')
      finish()
      await setImmediate()
      expect(asked.map(({ text }) => text)).toEqual(['open the harbour'])
    },
  )

  it('that closes in the middle of a sentence has finished it', async () => {
    words = 'open the harbour'
    openMicrophone('guest')
    for (let at = 0; at < 5; at++) sendAudio(loud, 'guest')
    await setImmediate()
    openMicrophone(null)
    await setImmediate()
    expect(asked.map(({ text, unsent }) => [text, unsent])).toEqual([['open the harbour', false]])
  })
})

describe('a hands-free talker whose connection broke', () => {
  it('continues on another connection, in the middle of the sentence and under the same identity', async () => {
    away = true
    sessions.start('me', 'free', 'hands_free')
    words = 'show the'
    for (let at = 0; at < 5; at++) sendAudio(loud)
    await setImmediate()
    // The room may still list a participant who has left.
    expect(sessions.start('guest', 'free', 'hands_free')).not.toHaveProperty('over')
    words = 'show the changes'
    for (let at = 0; at < 5; at++) sendAudio(loud, 'guest')
    for (let at = 0; at < 30; at++) sendAudio(quiet, 'guest')
    await setImmediate()
    expect(asked.map(({ text, unsent }) => [text, unsent])).toEqual([['show the changes', false]])
  })

  it('keeps an earlier utterance that is still being transcribed when they are back', async () => {
    let finish = (): void => {}
    transcribe = () => new Promise((resolve) => (finish = resolve))
    words = 'show the changes'
    sessions.start('me', 'free', 'hands_free')
    for (let at = 0; at < 5; at++) sendAudio(loud)
    // So long without audio that the connection counts as lost.
    clock.advance(5_000)
    await settle()
    sessions.start('guest', 'free', 'hands_free')
    finish()
    await settle()
    expect(asked.map(({ text, unsent }) => [text, unsent])).toEqual([['show the changes', true]])
  })
})

describe('a take whose connection broke', () => {
  it('is not started again after it reached its limit', async () => {
    words = 'show the changes'
    sessions.start('me', 'take', 'hold')
    const lasts = loud.length / 16
    for (let heard = 0; heard <= TAKE_LIMIT_MS; heard += lasts) sendAudio(loud)
    await setImmediate()
    expect(sessions.start('guest', 'take', 'hold')).toMatchObject({ over: true })
    expect(asked).toHaveLength(1)
  })

  it('comes again whole under its name, and is one turn', async () => {
    words = 'show the changes'
    sessions.start('me', 'take', 'hold')
    sendAudio(loud)
    // The same window on another connection.
    sessions.start('guest', 'take', 'hold')
    sendAudio(loud, 'guest')
    sessions.stop('guest', 'take')
    await setImmediate()
    expect(asked.map(({ text, unsent }) => [text, unsent])).toEqual([['show the changes', false]])
  })

  it('that was already offered as unsent is withdrawn when it comes again', async () => {
    words = 'show the changes'
    sessions.start('me', 'take', 'hold')
    sendAudio(loud)
    clock.advance(60_000)
    await setImmediate()
    const [first] = asked
    expect(first).toMatchObject({ unsent: true })
    sessions.start('guest', 'take', 'hold')
    expect(again).toEqual([first!.takeId])
  })

  it('stays offered if it comes again while somebody else talks', async () => {
    words = 'show the changes'
    sessions.start('gone', 'take', 'hold')
    sendAudio(loud, 'gone')
    clock.advance(60_000)
    await settle()
    expect(asked).toMatchObject([{ unsent: true }])
    sessions.start('guest', 'other', 'hold')
    expect(() => sessions.start('me', 'take', 'hold')).toThrow('Somebody else is talking.')
    expect(again).toEqual([])
    sessions.stop('guest', 'other')
    sessions.start('me', 'take', 'hold')
    expect(again).toEqual([asked[0]!.takeId])
  })

  it('is not started again if its end had arrived', async () => {
    words = 'show the changes'
    sessions.start('me', 'take', 'hold')
    sendAudio(loud)
    sessions.stop('me', 'take')
    expect(sessions.start('guest', 'take', 'hold')).toMatchObject({ over: true })
    await setImmediate()
    expect(asked).toHaveLength(1)
  })

  it('is not started again if the next take had ended it', async () => {
    words = 'show the changes'
    sessions.start('me', 'take', 'hold')
    sendAudio(loud)
    sessions.start('me', 'next', 'hold')
    await settle()
    expect(sessions.start('guest', 'take', 'hold')).toMatchObject({ over: true })
    expect(asked).toHaveLength(1)
  })

  it('is one take if the room repairs the connection', async () => {
    words = 'show the changes'
    away = true
    sessions.start('me', 'take', 'hold')
    sendAudio(loud)
    clock.advance(20_000)
    sendAudio(loud)
    sessions.stop('me', 'take')
    await setImmediate()
    expect(asked.map(({ unsent }) => unsent)).toEqual([false])
  })

  it('is stored if the connection is not repaired within a minute', async () => {
    words = 'show the changes'
    away = true
    sessions.start('me', 'take', 'hold')
    sendAudio(loud)
    for (let waited = 0; waited < 60_000; waited += 1_000) clock.advance(1_000)
    await setImmediate()
    expect(asked.map(({ unsent }) => unsent)).toEqual([true])
  })
})
