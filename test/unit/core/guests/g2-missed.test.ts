// A phone that goes in the middle of things, and comes back.
import { describe, expect, it } from 'vitest'
import { KEPT_CHARACTERS } from '../../../../src/core/guests/g2-missed.ts'
import { driveG2, type G2Driven } from '../../../fakes/g2-driven.ts'

const START = '{"type":"start_audio","sampleRate":16000,"channels":1,"sampleWidth":2}'
const CONNECTED = '{"type":"connected","version":"1.0"}'
const END = '{"type":"end"}'
const REST = '(The rest of this answer is on the desktop.)'
const isWhole = (words: string): boolean => !/[\ud800-\udbff]$/.test(words)
const text = (message: string) => ({ type: 'text', message })
const status = (name: string): string => `{"type":"status","status":"${name}"}`
const delta = (words: string): string => JSON.stringify({ type: 'assistant', delta: words })

function asked(): G2Driven {
  const g2 = driveG2()
  g2.came()
  g2.sends(text('tell me'))
  g2.taken()
  return g2
}

function returned(g2: G2Driven): string[] {
  expect(g2.taken()).toEqual([])
  g2.came()
  return g2.taken()
}

const CUT_OFF =
  '{"type":"error","detail":"The connection was lost while you were speaking, so nothing was asked. Say it again.","code":"TRANSCRIPTION_FAILED"}'

describe('a phone that comes back', () => {
  it('is only told that it is connected where nothing was going on', () => {
    const g2 = driveG2()
    g2.came()
    g2.goes()
    g2.taken()
    expect(returned(g2)).toEqual([CONNECTED])
  })

  it('is told where things stand, what it missed, and then the rest as it comes', () => {
    const g2 = asked()
    g2.replies('One, ')
    g2.taken()
    g2.goes()
    g2.replies('two, ', 'three, ')
    expect(returned(g2)).toEqual([CONNECTED, status('streaming'), delta('two, three, ')])
    g2.replies('four.')
    g2.ends()
    expect(g2.taken()).toEqual([delta('four.'), END, status('idle')])
  })

  it('has missed nothing of a turn that is still thinking, or said nothing meanwhile', () => {
    const g2 = asked()
    g2.goes()
    expect(returned(g2)).toEqual([CONNECTED, status('thinking')])
    g2.replies('One, ')
    g2.taken()
    g2.goes()
    expect(returned(g2)).toEqual([CONNECTED, status('streaming')])
  })

  it('gets a reply whole that was finished meanwhile, and gets it once', () => {
    const g2 = asked()
    g2.goes()
    g2.replies('One, ', 'two.')
    g2.ends()
    expect(returned(g2)).toEqual([CONNECTED, status('streaming'), delta('One, two.'), END, status('idle')])
    g2.goes()
    expect(returned(g2)).toEqual([CONNECTED])
  })

  it('is told of the end alone where it had every word of the reply, or where there was none', () => {
    const g2 = asked()
    g2.replies('One.')
    g2.taken()
    g2.goes()
    g2.ends()
    expect(returned(g2)).toEqual([CONNECTED, status('streaming'), END, status('idle')])
    g2.sends(text('again'))
    g2.goes()
    g2.taken()
    g2.ends()
    expect(returned(g2)).toEqual([CONNECTED, status('thinking'), END, status('idle')])
  })

  it('is told of a failure it missed, after the words that came before it', () => {
    const g2 = asked()
    g2.goes()
    g2.replies('One, ')
    g2.fails()
    const failure = '{"type":"error","detail":"The agent failed. Ask again.","code":"OPENCLAW_ERROR"}'
    expect(returned(g2)).toEqual([CONNECTED, status('streaming'), delta('One, '), failure, status('idle')])
    g2.sends(text('again'))
    g2.goes()
    g2.taken()
    g2.fails()
    expect(returned(g2)).toEqual([CONNECTED, failure, status('idle')])
  })

  it('that was cut off in the middle of a sentence finds it kept and not carried out, and is told so', () => {
    const g2 = driveG2()
    g2.came()
    g2.sends(START)
    g2.sends(new Uint8Array(4096))
    g2.goes()
    g2.taken()
    expect([g2.status, g2.asked, g2.left]).toEqual(['idle', 0, 1])
    expect(returned(g2)).toEqual([CONNECTED, CUT_OFF, status('idle')])
    g2.sends(text('list the files'))
    expect(g2.taken()).toEqual([status('thinking')])
  })

  it('whose network dies without a word is told again what cannot have arrived, and nothing that has', () => {
    for (const noticed of [true, false]) {
      const g2 = asked()
      g2.replies('One, ')
      g2.isLost()
      g2.replies('two, ')
      g2.replies('three.')
      g2.ends()
      g2.comes('ping')
      if (noticed) g2.comes('pong')
      g2.taken()
      expect(returned(g2)).toEqual([
        CONNECTED,
        status('streaming'),
        delta('two, three.'),
        END,
        status('idle'),
      ])
      g2.sends(text('again'))
      g2.isLost()
      g2.sends('{"type":"stop_audio"}')
      g2.taken()
      g2.goes()
      expect(returned(g2)).toEqual([CONNECTED, status('thinking')])
    }
  })

  it('is told again what cannot have arrived where its connection broke, and what it has where it said goodbye', () => {
    for (const broken of [true, false]) {
      const g2 = asked()
      g2.replies('One, ')
      g2.isLost()
      g2.replies('two.')
      g2.ends()
      g2.taken()
      if (broken) g2.vanishes()
      else g2.goes()
      const missed = [status('streaming'), delta('two.'), END, status('idle')]
      expect(returned(g2)).toEqual([CONNECTED, ...(broken ? missed : [])])
    }
  })

  it.each([
    { what: 'a pong', frame: '{"type":"pong"}' },
    { what: 'a piece of sound', frame: new Uint8Array(640) },
    { what: 'a broken frame', frame: '{"type":' },
  ])('is told a reply again of which only $what came, sent before it perhaps', ({ frame }) => {
    const g2 = asked()
    g2.comes('ping')
    g2.isLost()
    g2.replies('Four.')
    g2.ends()
    g2.sends(frame)
    g2.comes('ping')
    g2.comes('pong')
    g2.taken()
    expect(returned(g2)).toEqual([CONNECTED, status('streaming'), delta('Four.'), END, status('idle')])
  })

  it.each([
    { what: 'asked', frame: text('again') },
    { what: 'began to speak', frame: START },
  ])('is not told a reply again where it $what after it', ({ frame }) => {
    const g2 = asked()
    g2.isLost()
    g2.replies('Four.')
    g2.ends()
    g2.sends(frame)
    g2.comes('ping')
    g2.comes('pong')
    g2.taken()
    expect(returned(g2)).not.toContain(delta('Four.'))
  })

  it('goes on from where the words are recognised, if it is back by then', () => {
    const g2 = driveG2()
    g2.came()
    g2.sends(START)
    g2.sends(new Uint8Array(4096))
    g2.sends('{"type":"stop_audio"}')
    g2.goes()
    g2.taken()
    expect(returned(g2)).toEqual([CONNECTED, status('transcribing')])
    g2.understands('list the files')
    expect(g2.taken()).toEqual(['{"type":"transcription","text":"list the files"}', status('thinking')])
  })

  it('had not said anything where no sound had come', () => {
    const g2 = driveG2()
    g2.came()
    g2.sends(START)
    g2.goes()
    g2.taken()
    expect(g2.recorded).toBeNull()
    expect(returned(g2)).toEqual([CONNECTED])
  })

  it('gets as much as is kept of a very long reply, and is told where the rest is', () => {
    const g2 = asked()
    g2.goes()
    for (let count = 0; count < 25; count++) g2.replies('0123456789'.repeat(1000))
    const frames = returned(g2)
    expect(frames.slice(0, 2)).toEqual([CONNECTED, status('streaming')])
    const words = frames
      .slice(2)
      .map((frame) => (JSON.parse(frame) as { delta: string }).delta)
      .join('')
    expect(words).toBe(`${'0123456789'.repeat(KEPT_CHARACTERS / 10)}\n\n${REST}`)
    // After a gap, the words that follow would only confuse.
    g2.replies('more')
    expect(g2.taken()).toEqual([])
    g2.goes()
    g2.replies('and more')
    expect(returned(g2)).toEqual([CONNECTED, status('streaming')])
    g2.ends()
    expect(g2.taken()).toEqual([END, status('idle')])
    g2.sends(text('next'))
    g2.replies('All of this.')
    expect(g2.taken()).toEqual([status('thinking'), status('streaming'), delta('All of this.')])
  })

  it('never gets half a character where the kept part ends', () => {
    const g2 = asked()
    g2.goes()
    g2.replies(`a${'😀'.repeat(KEPT_CHARACTERS / 2)}`)
    // There would be room for this one, but not where it belongs.
    g2.replies('b')
    g2.ends()
    const words = returned(g2)
      .slice(2, -2)
      .map((frame) => (JSON.parse(frame) as { delta: string }).delta)
    expect(words.join('')).toBe(`a${'😀'.repeat(KEPT_CHARACTERS / 2 - 1)}\n\n${REST}`)
    expect(words.every(isWhole)).toBe(true)
  })
})

describe('a phone that stays away too long', () => {
  it('is told nothing of a reply that was finished', () => {
    const g2 = asked()
    g2.goes()
    g2.replies('One.')
    g2.ends()
    g2.comes('absence')
    expect(returned(g2)).toEqual([CONNECTED])
  })

  it('does not stop the turn; one that is still at work is told where the words are', () => {
    const g2 = asked()
    g2.goes()
    g2.replies('One, ')
    g2.comes('absence')
    g2.replies('two, ')
    expect(g2.running).not.toBeNull()
    expect(g2.state.missed?.reply).toBe('')
    expect(returned(g2)).toEqual([CONNECTED, status('streaming'), delta(REST)])
    g2.replies('three.')
    g2.ends()
    expect(g2.taken()).toEqual([END, status('idle')])
  })

  it('still gets the whole of a reply that begins after it is back', () => {
    const g2 = asked()
    g2.goes()
    g2.comes('absence')
    expect(returned(g2)).toEqual([CONNECTED, status('thinking')])
    g2.replies('One.')
    expect(g2.taken()).toEqual([status('streaming'), delta('One.')])
  })

  it('is told nothing of what ended after its time was up', () => {
    const g2 = asked()
    g2.goes()
    g2.comes('absence')
    g2.replies('One.')
    g2.ends()
    expect(returned(g2)).toEqual([CONNECTED])
  })
})

describe('a phone that takes the place of another', () => {
  it('finds the session as it is', () => {
    const g2 = asked()
    g2.replies('One, ')
    g2.taken()
    g2.came()
    expect(g2.taken()).toEqual([CONNECTED, status('streaming')])
    g2.replies('two.')
    expect(g2.taken()).toEqual([delta('two.')])
    expect([...g2.timers].sort()).toEqual(['ping', 'silence'])
  })

  it('does not have to answer the ping that the one before it was sent', () => {
    const g2 = driveG2()
    g2.came()
    g2.comes('ping')
    g2.came()
    expect([...g2.timers]).toEqual(['ping'])
  })

  it('neither records on for the one before it nor carries out half of what was said, and its sound is kept', () => {
    const g2 = driveG2()
    g2.came()
    g2.sends(START)
    g2.sends(new Uint8Array(4096))
    g2.taken()
    g2.came()
    expect(g2.taken()).toEqual([CONNECTED, CUT_OFF, status('idle')])
    expect([g2.asked, g2.left]).toEqual([0, 1])
  })
})
