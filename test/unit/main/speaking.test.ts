import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Room } from '../../../src/core/ports.ts'
import { createSpeaking, LEAD_MS, PLAYOUT_MS, type Speaking } from '../../../src/main/agent/speaking.ts'
import { createFakeClock, type FakeClock } from '../../fakes/fake-clock.ts'
import { createFakeSpeaker } from '../../fakes/fake-speaker.ts'

let clock: FakeClock
let speaking: Speaking
let log: string[]
let sent: string
let somebodyTalks: boolean
/** The voice gives a last frame after it was stopped, as real ones do. */
let dying: boolean

beforeEach(() => {
  clock = createFakeClock()
  log = []
  sent = ''
  somebodyTalks = dying = false
  const speaker = createFakeSpeaker({ dying: () => dying })
  speaking = createSpeaking({
    room: {
      publishAudio: (samples: Int16Array) => void (sent += String.fromCharCode(samples[0]!)),
    } as Partial<Room> as Room,
    speaker: () => speaker,
    clock,
    mayBegin: () => !somebodyTalks,
    listener: {
      started: (turnId, aside) => log.push(`${turnId} started${aside ? ' an aside' : ''}`),
      ended: (turnId, heard, complete, aside) =>
        log.push(`${turnId} ${complete ? 'said all' : 'was cut at'} ${heard}${aside ? ' of an aside' : ''}`),
      quiet() {},
      failed: (error) => log.push(String(error)),
    },
  })
})

/** Lets what is under way come to where it waits for time or text. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 200; turns++) await setImmediate()
}

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 20) {
    clock.advance(20)
    await settle()
  }
}

const text = 'abcdefghij'.repeat(12)

describe('the agent’s voice in the room', () => {
  it('speaks while the reply is written, and says when it began and fell silent', async () => {
    speaking.append('t1', 'Here')
    await settle()
    expect(log).toEqual(['t1 started'])
    speaking.append('t1', ' it is.')
    speaking.end('t1')
    await pass(200)
    expect(log).toEqual(['t1 started', 't1 said all 11'])
  })

  it('never runs further ahead of the ear than it has to', async () => {
    speaking.append('t1', text)
    speaking.end('t1')
    await settle()
    const ahead = sent.length * 20
    expect(ahead).toBeGreaterThan(LEAD_MS - 40)
    expect(ahead).toBeLessThanOrEqual(LEAD_MS + 40)
    await pass(400)
    expect(sent.length * 20).toBeLessThanOrEqual(400 + LEAD_MS + 40)
  })

  it('knows what was heard when it is stopped, from the window’s own count where there is one', async () => {
    speaking.append('t1', text)
    await settle()
    await pass(300)
    speaking.stop()
    expect(log.at(-1)).toBe('t1 was cut at 30')
    const before = sent.length
    speaking.append('t1', 'more of it')
    speaking.end('t1')
    await pass(300)
    expect(sent.length).toBe(before)

    speaking.append('t2', text)
    await settle()
    await pass(300)
    speaking.stop(180)
    expect(log.at(-1)).toBe('t2 was cut at 18')
  })

  it('says one reply after another, never two at once', async () => {
    speaking.append('t1', 'aaaa')
    speaking.append('t2', 'bbbb')
    speaking.end('t2')
    await pass(200)
    expect(sent).toBe('aa')
    speaking.end('t1')
    await pass(200)
    expect(sent).toBe('aabb')
    expect(log).toEqual(['t1 started', 't1 said all 4', 't2 started', 't2 said all 4'])
  })

  it('says the rest of a reply again, and counts from its beginning', async () => {
    speaking.repeat('t1', 'heard unheard', 6)
    await pass(300)
    expect(log).toEqual(['t1 started', 't1 said all 13'])
    expect(sent).toBe('uhad')
  })

  it('starts its clock anew after a gap, instead of hurrying through what it missed', async () => {
    speaking.append('t1', 'aaaa')
    await pass(1000)
    speaking.append('t1', text)
    await settle()
    expect((sent.length - 2) * 20).toBeLessThanOrEqual(LEAD_MS + 40)
  })

  it('says a word on the way before the reply, and none while something is said', async () => {
    speaking.aside('t1', 'One moment.')
    await settle()
    speaking.aside('t1', 'Still thinking.')
    speaking.append('t1', 'Here it is.')
    speaking.end('t1')
    await pass(400)
    expect(log).toEqual(['t1 started an aside', 't1 said all 11 of an aside', 't1 started', 't1 said all 11'])
  })

  it('goes on with what a reply has become, from where it became something else', async () => {
    speaking.append('t1', 'aaaaaaaaaabbbbbbbbbb')
    await settle()
    await pass(140)
    speaking.replace('t1', 'aaaaaaaaaacccccccccc')
    speaking.end('t1')
    await pass(600)
    expect(log.at(-1)).toBe('t1 said all 20')
    expect(sent.slice(sent.indexOf('c'))).toMatch(/^c+$/)
    expect(sent).toContain('c'.repeat(5))
  })

  it('says nothing twice when a reply only grew', async () => {
    speaking.append('t1', 'aaaaaaaaaa')
    await settle()
    speaking.replace('t1', 'aaaaaaaaaabbbbbbbbbb')
    speaking.end('t1')
    await pass(600)
    expect(sent).toBe('aaaaabbbbb')
    expect(log).toEqual(['t1 started', 't1 said all 20'])
  })

  it('does not begin while somebody talks, and begins once they are done', async () => {
    somebodyTalks = true
    speaking.append('t1', 'Here it is.')
    speaking.end('t1')
    await pass(100)
    expect(sent).toBe('')
    somebodyTalks = false
    speaking.goOn()
    await pass(300)
    expect(log).toEqual(['t1 started', 't1 said all 11'])
  })

  it('does not begin either when somebody began to talk while its sound was made', async () => {
    speaking.repeat('t1', 'Here it is.', 0)
    somebodyTalks = true
    await pass(100)
    expect([log, sent]).toEqual([[], ''])
    somebodyTalks = false
    speaking.goOn()
    await pass(300)
    expect(log).toEqual(['t1 started', 't1 said all 11'])
    speaking.aside('t2', 'One moment.')
    somebodyTalks = true
    await settle()
    somebodyTalks = false
    speaking.goOn()
    await pass(300)
    expect(log.length).toBe(2)
  })

  it('has never begun when it was stopped while its sound was made', async () => {
    dying = true
    speaking.repeat('t1', 'Here it is.', 0)
    speaking.stop()
    await pass(300)
    expect([log, sent]).toEqual([['t1 was cut at 0'], ''])
  })

  it('has ended when a window has played it to its end, and not when all of it was sent', async () => {
    speaking.append('t1', 'x'.repeat(100))
    speaking.end('t1')
    await settle()
    await pass(1000 + PLAYOUT_MS - 20)
    expect(log).toEqual(['t1 started'])
    await pass(40)
    expect(log).toEqual(['t1 started', 't1 said all 100'])
  })

  it('may be heard for as long as its echo takes after it fell silent, and no longer', async () => {
    speaking.append('t1', 'Here it is.')
    speaking.end('t1')
    await pass(300)
    const now = (): string => speaking.sounded(clock.now(), clock.now())
    expect(now()).toContain('Here it is')
    await pass(600)
    expect(now()).toBe('')
    expect(speaking.sounded(clock.now() - 900, clock.now())).toContain('Here it is')
  })

  it('is only what sounded then, and not what was said before, comes later or was never heard', async () => {
    speaking.append('t1', `Alpha and beta ${'fill '.repeat(35)}gamma ${'rest '.repeat(20)}`)
    speaking.end('t1')
    await pass(1500)
    const now = (): string => speaking.sounded(clock.now(), clock.now())
    expect(now()).toContain('fill')
    expect(now()).not.toContain('beta')
    expect(now()).not.toContain('gamma')
    // What was sent ahead of the ear is not heard any more.
    speaking.stop()
    await pass(400)
    expect(now()).not.toContain('gamma')
  })
})
