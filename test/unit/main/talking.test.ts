// Who talks, and what of it is meant: with a clock that stands still, ears that hear what the test says, and a voice of
// which only is known when it said what.
import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ConversationInput } from '../../../src/core/conversation-state.ts'
import type { Room } from '../../../src/core/ports.ts'
import { TAKE_LIMIT_MS } from '../../../src/core/ports/ears.ts'
import { createSounded, type Sounded } from '../../../src/main/agent/sounded.ts'
import { createTalking, type HeardWords, type Talking } from '../../../src/main/agent/talking.ts'
import { createFakeClock, type FakeClock } from '../../fakes/fake-clock.ts'
import { createFakeEars, type FakeEars } from '../../fakes/fake-ears.ts'

const loud = new Int16Array(1600).fill(9000)
const quiet = new Int16Array(1600)

let clock: FakeClock
let ears: FakeEars
let sounded: Sounded
let talking: Talking
let told: ConversationInput[]
let asked: HeardWords[]
let ignored: string[]
let faults: string[]
let wordless: string[]
let eager: boolean[]
let words: string
let busy: boolean
let recognised: () => Promise<void>
let sound: (samples: Int16Array, from?: string) => void
let speakers: string[]
let again: string[]
let away: boolean
let openMicrophone: (identity: string | null) => void

beforeEach(() => {
  clock = createFakeClock()
  sounded = createSounded()
  told = []
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
  recognised = async () => {}
  ears = createFakeEars({ words: () => words, now: clock.now, recognised: () => recognised() })
  let ids = 0
  const room: Partial<Room> = {
    onAudio(listener) {
      sound = (samples, from = 'me') => listener(samples, 16_000, from)
      return () => {}
    },
    onTalker(listener) {
      openMicrophone = listener
      return () => {}
    },
    participants: () => ['me', 'guest'],
    mayBeAway: () => away,
  }
  talking = createTalking({
    room: room as Room,
    ears: () => ({
      ...ears,
      open(options) {
        eager.push(options.eager ?? false)
        return ears.open(options)
      },
    }),
    session: 's',
    clock,
    newId: () => `id-${++ids}`,
    whenBusy: () => 'interrupt',
    patienceMs: () => 300,
    isCommand: () => false,
    sounded: sounded.between,
    isAnswering: () => false,
    isBusy: () => busy,
    tell: (input) => told.push(input),
    spokenBy: (_, caller) => void speakers.push(caller),
    async onWords(heard) {
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

/** The agent says this in so many milliseconds, which then have passed. */
function agentSays(text: string, ms: number): void {
  const now = clock.now()
  sounded.note({ of: { text }, to: text.length, from: now, until: now + ms })
  clock.advance(ms)
}

/** Somebody says this, in a second, and pauses long enough to have finished. */
async function say(text: string): Promise<void> {
  words = text
  hear(loud, 10)
  hear(quiet, 30)
  await settle()
}

function hear(samples: Int16Array, times: number): void {
  for (let parts = 0; parts < times; parts++) {
    sound(samples)
    clock.advance(100)
  }
}

async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await setImmediate()
}

const texts = (): string[] => asked.map(({ text }) => text)

describe('what is said hands-free', () => {
  it('is an answer, and no echo, once the voice that asked is silent, though it is in its own words', async () => {
    talking.start('me', 'free', 'hands_free')
    agentSays('Which one, the session manager or the login handler?', 3000)
    clock.advance(700)
    await say('login handler')
    expect(texts()).toEqual(['login handler'])
    expect(ears.kept.size).toBe(0)
  })

  it('is an answer while the voice still speaks, where it said these words a while ago', async () => {
    talking.start('me', 'free', 'hands_free')
    busy = true
    agentSays('There are two: session manager and login handler.', 3000)
    clock.advance(600)
    const rest = 'They are in the folder of the server, and each has tests of its own beside it.'
    sounded.note({ of: { text: rest }, to: rest.length, from: clock.now(), until: clock.now() + 5000 })
    await say('session manager')
    expect(texts()).toEqual(['session manager'])
  })

  it('is the agent’s own voice where it is what sounds, and is told to whoever may have said it', async () => {
    talking.start('me', 'free', 'hands_free')
    const text = 'The login handler calls it.'
    sounded.note({ of: { text }, to: text.length, from: clock.now(), until: clock.now() + 3000 })
    await say('login handler')
    expect(texts()).toEqual([])
    expect(ignored).toEqual(['login handler'])
    expect(told).toEqual([])
  })

  it('stops the agent though it has just said that word itself', async () => {
    talking.start('me', 'free', 'hands_free')
    const text = 'I could stop there.'
    sounded.note({ of: { text }, to: text.length, from: clock.now(), until: clock.now() + 3000 })
    await say('stop')
    expect(told[0]).toMatchObject({ type: 'talk.started' })
    expect(texts()).toEqual(['stop'])
  })
})

describe('the first words of what is said hands-free', () => {
  it('are waited for while the agent speaks or works, and only then', async () => {
    talking.start('me', 'free', 'hands_free')
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

describe('what is taken back while its words are being made out', () => {
  it.each(['hold', 'hands_free'] as const)('is no request: %s', async (mode) => {
    recognised = () => new Promise(() => {})
    talking.start('me', 'taken', mode)
    await say('delete everything')
    if (mode === 'hold') talking.stop('me', 'taken')
    await settle()
    talking.cancel('me', 'taken')
    await settle()
    expect(texts()).toEqual([])
    expect(told.at(-1)).toMatchObject({ type: 'talk.dropped' })
    expect(ears.kept.size).toBe(0)
    expect(faults).toEqual([])
  })

  it('is no request either where the agent worked and it was not yet plain whether it is meant', async () => {
    recognised = () => new Promise(() => {})
    busy = true
    talking.start('me', 'taken', 'hands_free')
    await say('mm-hm')
    words = 'delete everything'
    talking.cancel('me', 'taken')
    await settle()
    expect(texts()).toEqual([])
    expect(ears.kept.size).toBe(0)
  })
})

describe('a take without words', () => {
  async function hold(samples: Int16Array, times: number): Promise<void> {
    words = ''
    talking.start('me', 'held', 'hold')
    hear(samples, times)
    talking.stop('me', 'held')
    await settle()
    expect(texts()).toEqual([])
    expect(told.at(-1)).toMatchObject({ type: 'talk.dropped' })
  }
  /** Loud, and nobody speaks in it for the ears of the test. */
  const hum = new Int16Array(1600).fill(400)

  it('is kept where somebody spoke', async () => {
    await hold(loud, 3)
    expect(wordless).toEqual(['speech'])
    expect(ears.kept.size).toBe(1)
  })

  it('is told where there was a sound, and forgotten', async () => {
    await hold(hum, 10)
    expect(wordless).toEqual(['sound'])
    expect(ears.kept.size).toBe(0)
  })

  it('is nothing where it was quiet, or only a key clicked', async () => {
    await hold(quiet, 10)
    await hold(hum, 2)
    expect(wordless).toEqual([])
    expect(ears.kept.size).toBe(0)
  })
})

describe('an open microphone in the room', () => {
  const speak = async (from: string): Promise<void> => {
    for (let at = 0; at < 5; at++) sound(loud, from)
    for (let at = 0; at < 20; at++) {
      sound(quiet, from)
      clock.advance(100)
      await setImmediate()
    }
  }

  it('is listened to without a key, and its words are those of whoever has it', async () => {
    words = 'open the harbour'
    openMicrophone('guest')
    await speak('guest')
    expect(asked.map(({ text }) => text)).toEqual(['open the harbour'])
    expect(speakers).toEqual(['guest'])
  })

  it('is not listened to before it is the one that is heard, nor afterwards', async () => {
    words = 'open the harbour'
    await speak('guest')
    openMicrophone('guest')
    openMicrophone(null)
    await speak('guest')
    expect(asked).toEqual([])
  })

  it('gives way to a key that is pressed, and is heard again when it is let go', async () => {
    openMicrophone('guest')
    sound(quiet, 'guest')
    words = 'show the changes'
    talking.start('me', 'take', 'hold')
    sound(loud)
    talking.stop('me', 'take')
    await setImmediate()
    words = 'open the harbour'
    await speak('guest')
    expect(asked.map(({ text }) => text)).toEqual(['show the changes', 'open the harbour'])
    expect(speakers).toEqual(['me', 'guest'])
  })

  it.each(['open microphone', 'null', ''])(
    'cannot be silenced by somebody else who calls it by a name: %j',
    async (name) => {
      let finish = (): void => {}
      recognised = () => new Promise((resolve) => (finish = resolve))
      words = 'open the harbour'
      openMicrophone('guest')
      for (let at = 0; at < 5; at++) sound(loud, 'guest')
      await setImmediate()
      openMicrophone(null)
      talking.cancel('me', name)
      talking.start('me', name, 'hands_free')
      finish()
      await setImmediate()
      expect(asked.map(({ text }) => text)).toEqual(['open the harbour'])
    },
  )

  it('that is closed in the middle of a sentence has said it', async () => {
    words = 'open the harbour'
    openMicrophone('guest')
    for (let at = 0; at < 5; at++) sound(loud, 'guest')
    await setImmediate()
    openMicrophone(null)
    await setImmediate()
    expect(asked.map(({ text, unsent }) => [text, unsent])).toEqual([['open the harbour', false]])
  })
})

describe('somebody who listens hands-free and whose link broke', () => {
  it('is heard on over another link, in the middle of the sentence and as themselves', async () => {
    away = true
    talking.start('me', 'free', 'hands_free')
    words = 'show the'
    for (let at = 0; at < 5; at++) sound(loud)
    await setImmediate()
    // The room may still list who has gone.
    expect(talking.start('guest', 'free', 'hands_free')).not.toHaveProperty('over')
    words = 'show the changes'
    for (let at = 0; at < 5; at++) sound(loud, 'guest')
    for (let at = 0; at < 30; at++) sound(quiet, 'guest')
    await setImmediate()
    expect(asked.map(({ text, unsent }) => [text, unsent])).toEqual([['show the changes', false]])
  })

  it('keeps what they said before, which is still being made out when they are back', async () => {
    let finish = (): void => {}
    recognised = () => new Promise((resolve) => (finish = resolve))
    words = 'show the changes'
    talking.start('me', 'free', 'hands_free')
    for (let at = 0; at < 5; at++) sound(loud)
    // So long nothing comes that they count as gone.
    clock.advance(5_000)
    await settle()
    talking.start('guest', 'free', 'hands_free')
    finish()
    await settle()
    expect(asked.map(({ text, unsent }) => [text, unsent])).toEqual([['show the changes', true]])
  })
})

describe('a take whose link broke', () => {
  it('after it was ended by its limit is not asked for again', async () => {
    words = 'show the changes'
    talking.start('me', 'take', 'hold')
    const lasts = loud.length / 16
    for (let heard = 0; heard <= TAKE_LIMIT_MS; heard += lasts) sound(loud)
    await setImmediate()
    expect(talking.start('guest', 'take', 'hold')).toMatchObject({ over: true })
    expect(asked).toHaveLength(1)
  })

  it('comes again whole under its name, and is one turn', async () => {
    words = 'show the changes'
    talking.start('me', 'take', 'hold')
    sound(loud)
    // The same window, over another link.
    talking.start('guest', 'take', 'hold')
    sound(loud, 'guest')
    talking.stop('guest', 'take')
    await setImmediate()
    expect(asked.map(({ text, unsent }) => [text, unsent])).toEqual([['show the changes', false]])
  })

  it('that was already kept as unsent is taken back from there', async () => {
    words = 'show the changes'
    talking.start('me', 'take', 'hold')
    sound(loud)
    clock.advance(60_000)
    await setImmediate()
    const [first] = asked
    expect(first).toMatchObject({ unsent: true })
    talking.start('guest', 'take', 'hold')
    expect(again).toEqual([first!.takeId])
  })

  it('keeps what is left of it where it comes again and somebody else talks', async () => {
    words = 'show the changes'
    talking.start('gone', 'take', 'hold')
    sound(loud, 'gone')
    clock.advance(60_000)
    await settle()
    expect(asked).toMatchObject([{ unsent: true }])
    talking.start('guest', 'other', 'hold')
    expect(() => talking.start('me', 'take', 'hold')).toThrow('Somebody else is talking.')
    expect(again).toEqual([])
    talking.stop('guest', 'other')
    talking.start('me', 'take', 'hold')
    expect(again).toEqual([asked[0]!.takeId])
  })

  it('is not begun again when its end had come', async () => {
    words = 'show the changes'
    talking.start('me', 'take', 'hold')
    sound(loud)
    talking.stop('me', 'take')
    expect(talking.start('guest', 'take', 'hold')).toMatchObject({ over: true })
    await setImmediate()
    expect(asked).toHaveLength(1)
  })

  it('is not begun again when the next one had ended it, whose own end was never told', async () => {
    words = 'show the changes'
    talking.start('me', 'take', 'hold')
    sound(loud)
    talking.start('me', 'next', 'hold')
    await settle()
    expect(talking.start('guest', 'take', 'hold')).toMatchObject({ over: true })
    expect(asked).toHaveLength(1)
  })

  it('is waited for while the room mends it, and is one take all the same', async () => {
    words = 'show the changes'
    away = true
    talking.start('me', 'take', 'hold')
    sound(loud)
    clock.advance(20_000)
    sound(loud)
    talking.stop('me', 'take')
    await setImmediate()
    expect(asked.map(({ unsent }) => unsent)).toEqual([false])
  })

  it('is kept when it is not mended in a minute', async () => {
    words = 'show the changes'
    away = true
    talking.start('me', 'take', 'hold')
    sound(loud)
    for (let waited = 0; waited < 60_000; waited += 1_000) clock.advance(1_000)
    await setImmediate()
    expect(asked.map(({ unsent }) => unsent)).toEqual([true])
  })
})
