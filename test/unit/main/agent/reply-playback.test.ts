import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Room } from '../../../../src/core/ports/room.ts'
import { LEAD_MS, PLAYOUT_MS } from '../../../../src/main/agent/passage-player.ts'
import { createReplyPlayback, type ReplyPlayback } from '../../../../src/main/agent/reply-playback.ts'
import { createFakeClock, type FakeClock } from '../../../fakes/fake-clock.ts'
import { createFakeSpeaker } from '../../../fakes/fake-speaker.ts'

let clock: FakeClock
let playback: ReplyPlayback
let log: string[]
let sent: string
/** The voice gives one more frame after it was stopped, as real ones do. */
let dying: boolean

beforeEach(() => {
  clock = createFakeClock()
  log = []
  sent = ''
  dying = false
  const speaker = createFakeSpeaker({ dying: () => dying })
  playback = createReplyPlayback({
    room: {
      publishAudio: (samples: Int16Array) => void (sent += String.fromCharCode(samples[0]!)),
    } as Partial<Room> as Room,
    speaker: () => speaker,
    clock,
    listener: {
      started: (turnId, aside) => log.push(`${turnId} started${aside ? ' an aside' : ''}`),
      ended: (turnId, heard, complete, aside) =>
        log.push(`${turnId} ${complete ? 'said all' : 'was cut at'} ${heard}${aside ? ' of an aside' : ''}`),
      quiet() {},
      failed: (error) => log.push(String(error)),
    },
  })
})

/** Lets everything run until it waits for time or text. */
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
  it('speaks while the reply is written, and reports its start and end', async () => {
    playback.append('t1', 'Here')
    await settle()
    expect(log).toEqual(['t1 started'])
    playback.append('t1', ' it is.')
    playback.end('t1')
    await pass(200)
    expect(log).toEqual(['t1 started', 't1 said all 11'])
  })

  it('never sends audio further ahead than necessary', async () => {
    playback.append('t1', text)
    playback.end('t1')
    await settle()
    const ahead = sent.length * 20
    expect(ahead).toBeGreaterThan(LEAD_MS - 40)
    expect(ahead).toBeLessThanOrEqual(LEAD_MS + 40)
    await pass(400)
    expect(sent.length * 20).toBeLessThanOrEqual(400 + LEAD_MS + 40)
  })

  it('knows what was heard when it is stopped, from the window’s own count if there is one', async () => {
    playback.append('t1', text)
    await settle()
    await pass(300)
    playback.stop()
    expect(log.at(-1)).toBe('t1 was cut at 30')
    const before = sent.length
    playback.append('t1', 'more of it')
    playback.end('t1')
    await pass(300)
    expect(sent.length).toBe(before)

    playback.append('t2', text)
    await settle()
    await pass(300)
    playback.stop(180)
    expect(log.at(-1)).toBe('t2 was cut at 18')
  })

  it('speaks one reply after another, never two at once', async () => {
    playback.append('t1', 'aaaa')
    playback.append('t2', 'bbbb')
    playback.end('t2')
    await pass(200)
    expect(sent).toBe('aa')
    playback.end('t1')
    await pass(200)
    expect(sent).toBe('aabb')
    expect(log).toEqual(['t1 started', 't1 said all 4', 't2 started', 't2 said all 4'])
  })

  it('repeats the rest of a reply, and counts from its beginning', async () => {
    playback.repeat('t1', 'heard unheard', 6)
    await pass(300)
    expect(log).toEqual(['t1 started', 't1 said all 13'])
    expect(sent).toBe('uhad')
  })

  it('continues at normal pace after a gap', async () => {
    playback.append('t1', 'aaaa')
    await pass(1000)
    playback.append('t1', text)
    await settle()
    expect((sent.length - 2) * 20).toBeLessThanOrEqual(LEAD_MS + 40)
  })

  it('speaks an aside before the reply, and none while something is spoken', async () => {
    playback.aside('t1', 'One moment.')
    await settle()
    playback.aside('t1', 'Still thinking.')
    playback.append('t1', 'Here it is.')
    playback.end('t1')
    await pass(400)
    expect(log).toEqual(['t1 started an aside', 't1 said all 11 of an aside', 't1 started', 't1 said all 11'])
  })

  it('continues with the new text of a replaced reply, from where it differs', async () => {
    playback.append('t1', 'aaaaaaaaaabbbbbbbbbb')
    await settle()
    await pass(140)
    playback.replace('t1', 'aaaaaaaaaacccccccccc')
    playback.end('t1')
    await pass(600)
    expect(log.at(-1)).toBe('t1 said all 20')
    expect(sent.slice(sent.indexOf('c'))).toMatch(/^c+$/)
    expect(sent).toContain('c'.repeat(5))
  })

  it('repeats nothing when a replaced reply only grew', async () => {
    playback.append('t1', 'aaaaaaaaaa')
    await settle()
    playback.replace('t1', 'aaaaaaaaaabbbbbbbbbb')
    playback.end('t1')
    await pass(600)
    expect(sent).toBe('aaaaabbbbb')
    expect(log).toEqual(['t1 started', 't1 said all 20'])
  })

  it('does not begin while somebody talks, and begins once they have finished', async () => {
    playback.hold(true)
    playback.append('t1', 'Here it is.')
    playback.end('t1')
    await pass(100)
    expect(sent).toBe('')
    playback.hold(false)
    await pass(300)
    expect(log).toEqual(['t1 started', 't1 said all 11'])
  })

  it('does not begin when somebody began to talk while its audio was being made', async () => {
    playback.repeat('t1', 'Here it is.', 0)
    playback.hold(true)
    await pass(100)
    expect([log, sent]).toEqual([[], ''])
    playback.hold(false)
    await pass(300)
    expect(log).toEqual(['t1 started', 't1 said all 11'])
    playback.aside('t2', 'One moment.')
    playback.hold(true)
    await settle()
    playback.hold(false)
    await pass(300)
    expect(log.length).toBe(2)
  })

  it('has never begun when it was stopped while its audio was being made', async () => {
    dying = true
    playback.repeat('t1', 'Here it is.', 0)
    playback.stop()
    await pass(300)
    expect([log, sent]).toEqual([['t1 was cut at 0'], ''])
  })

  it('has ended when a window has played it, not when all of it was sent', async () => {
    playback.append('t1', 'x'.repeat(100))
    playback.end('t1')
    await settle()
    await pass(1000 + PLAYOUT_MS - 20)
    expect(log).toEqual(['t1 started'])
    await pass(40)
    expect(log).toEqual(['t1 started', 't1 said all 100'])
  })

  it('can be heard for as long as its echo takes after its end, and no longer', async () => {
    playback.append('t1', 'Here it is.')
    playback.end('t1')
    await pass(300)
    const now = (): string => playback.playedBetween(clock.now(), clock.now())
    expect(now()).toContain('Here it is')
    await pass(600)
    expect(now()).toBe('')
    expect(playback.playedBetween(clock.now() - 900, clock.now())).toContain('Here it is')
  })

  it('can only be heard while it is played: not before, not later, and not when it was cut off', async () => {
    playback.append('t1', `Alpha and beta ${'fill '.repeat(35)}gamma ${'rest '.repeat(20)}`)
    playback.end('t1')
    await pass(1500)
    const now = (): string => playback.playedBetween(clock.now(), clock.now())
    expect(now()).toContain('fill')
    expect(now()).not.toContain('beta')
    expect(now()).not.toContain('gamma')
    // Audio that was sent ahead is not heard any more.
    playback.stop()
    await pass(400)
    expect(now()).not.toContain('gamma')
  })

  it('speaks a reply beside another one after the text there is, and then the rest', async () => {
    playback.append('main', 'aaaa')
    await settle()
    playback.append('side', 'bb', true)
    playback.append('main', 'cccc')
    playback.append('side', 'bb', true)
    playback.end('side')
    playback.end('main')
    await pass(600)
    expect(sent).toBe('aabbcc')
  })

  it('speaks a reply beside another one at once while that one is silent', async () => {
    playback.append('main', 'aaaa')
    await pass(300)
    playback.append('side', 'bbbb', true)
    playback.end('side')
    await pass(300)
    expect(sent).toBe('aabb')
    expect(log).toEqual(['main started', 'main said all 4', 'side started', 'side said all 4'])
  })

  it('goes on with the sentence that was cut off, and with what is written from then on', async () => {
    playback.append('main', `Done. ${text}`)
    await settle()
    await pass(200)
    playback.stop()
    expect(log.at(-1)).toBe('main was cut at 20')
    sent = ''
    playback.append('main', 'x')
    playback.resume('main', `Done. ${text}x`)
    playback.append('main', 'yy')
    playback.end('main')
    await pass(2_000)
    expect(sent.slice(0, 3)).toBe('ace')
    expect(sent.at(-1)).toBe('y')
    expect(log.at(-1)).toBe(`main said all ${text.length + 9}`)
  })

  it('speaks only what is new if that is wanted, and a reply that ended meanwhile too', async () => {
    playback.append('main', text)
    await settle()
    playback.stop()
    sent = ''
    playback.resume('main', text, text.length)
    playback.append('main', 'new!')
    playback.end('main')
    await pass(300)
    expect(sent).toBe('nw')

    playback.append('t2', text)
    await settle()
    playback.stop()
    sent = ''
    playback.append('t2', ' zz')
    playback.end('t2')
    playback.resume('t2', `${text} zz`)
    await pass(2_000)
    expect(sent.length).toBeGreaterThan(60)
    expect(log.at(-1)).toBe(`t2 said all ${text.length + 3}`)
  })

  it('has nothing to go on with after it said everything', async () => {
    playback.append('main', 'aaaa')
    playback.end('main')
    await pass(300)
    playback.stop()
    playback.resume('main', 'aaaa')
    await pass(300)
    expect(sent).toBe('aa')
  })
})
