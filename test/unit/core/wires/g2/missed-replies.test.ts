// A phone that disconnects during a turn and reconnects.
import { describe, expect, it } from 'vitest'
import { MAX_STORED_CHARACTERS } from '../../../../../src/core/wires/g2/missed-replies.ts'
import { driveG2, type G2Driven } from '../../../../fakes/g2-driven.ts'

const START = '{"type":"start_audio","sampleRate":16000,"channels":1,"sampleWidth":2}'
const CONNECTED = '{"type":"connected","version":"1.0"}'
const END = '{"type":"end"}'
const REST = '(The rest of this answer is on the desktop.)'
const isWhole = (text: string): boolean => !/[\ud800-\udbff]$/.test(text)
const text = (message: string) => ({ type: 'text', message })
const status = (name: string): string => `{"type":"status","status":"${name}"}`
const delta = (piece: string): string => JSON.stringify({ type: 'assistant', delta: piece })

function asked(): G2Driven {
  const g2 = driveG2()
  g2.connects()
  g2.sends(text('tell me'))
  g2.received()
  return g2
}

function returned(g2: G2Driven): string[] {
  expect(g2.received()).toEqual([])
  g2.connects()
  return g2.received()
}

const CUT_OFF =
  '{"type":"error","detail":"The connection was lost while you were speaking, so nothing was asked. Say it again.","code":"TRANSCRIPTION_FAILED"}'

describe('a phone that reconnects', () => {
  it('gets only connected if nothing was running', () => {
    const g2 = driveG2()
    g2.connects()
    g2.disconnects()
    g2.received()
    expect(returned(g2)).toEqual([CONNECTED])
  })

  it('gets the current status, what it missed, and then the rest as it arrives', () => {
    const g2 = asked()
    g2.replies('One, ')
    g2.received()
    g2.disconnects()
    g2.replies('two, ', 'three, ')
    expect(returned(g2)).toEqual([CONNECTED, status('streaming'), delta('two, three, ')])
    g2.replies('four.')
    g2.ends()
    expect(g2.received()).toEqual([delta('four.'), END, status('idle')])
  })

  it('has missed nothing of a turn that is still thinking', () => {
    const g2 = asked()
    g2.disconnects()
    expect(returned(g2)).toEqual([CONNECTED, status('thinking')])
    g2.replies('One, ')
    g2.received()
    g2.disconnects()
    expect(returned(g2)).toEqual([CONNECTED, status('streaming')])
  })

  it('gets a reply that was completed in the meantime, whole and once', () => {
    const g2 = asked()
    g2.disconnects()
    g2.replies('One, ', 'two.')
    g2.ends()
    expect(returned(g2)).toEqual([CONNECTED, status('streaming'), delta('One, two.'), END, status('idle')])
    g2.disconnects()
    expect(returned(g2)).toEqual([CONNECTED])
  })

  it('gets only the end if it had the whole reply, or if the reply was empty', () => {
    const g2 = asked()
    g2.replies('One.')
    g2.received()
    g2.disconnects()
    g2.ends()
    expect(returned(g2)).toEqual([CONNECTED, status('streaming'), END, status('idle')])
    g2.sends(text('again'))
    g2.disconnects()
    g2.received()
    g2.ends()
    expect(returned(g2)).toEqual([CONNECTED, status('thinking'), END, status('idle')])
  })

  it('gets a failure that it missed, after the text before it', () => {
    const g2 = asked()
    g2.disconnects()
    g2.replies('One, ')
    g2.fails()
    const failure = '{"type":"error","detail":"The agent failed. Ask again.","code":"OPENCLAW_ERROR"}'
    expect(returned(g2)).toEqual([CONNECTED, status('streaming'), delta('One, '), failure, status('idle')])
    g2.sends(text('again'))
    g2.disconnects()
    g2.received()
    g2.fails()
    expect(returned(g2)).toEqual([CONNECTED, failure, status('idle')])
  })

  it('whose recording was cut off learns that it was stored and not asked', () => {
    const g2 = driveG2()
    g2.connects()
    g2.sends(START)
    g2.sends(new Uint8Array(4096))
    g2.disconnects()
    g2.received()
    expect([g2.status, g2.asked, g2.left]).toEqual(['idle', 0, 1])
    expect(returned(g2)).toEqual([CONNECTED, CUT_OFF, status('idle')])
    g2.sends(text('list the files'))
    expect(g2.received()).toEqual([status('thinking')])
  })

  it('after a silent failure of its network gets again only what did not arrive', () => {
    const g2 = asked()
    g2.replies('One, ')
    g2.losesNetwork()
    g2.replies('two, ')
    g2.replies('three.')
    g2.ends()
    g2.fires('ping')
    g2.fires('pong')
    g2.received()
    expect(returned(g2)).toEqual([CONNECTED, status('streaming'), delta('two, three.'), END, status('idle')])
    g2.sends(text('again'))
    g2.losesNetwork()
    g2.sends('{"type":"stop_audio"}')
    g2.received()
    g2.disconnects()
    expect(returned(g2)).toEqual([CONNECTED, status('thinking')])
  })

  it('gets again what did not arrive if its connection broke, and nothing after a normal close', () => {
    for (const broken of [true, false]) {
      const g2 = asked()
      g2.replies('One, ')
      g2.losesNetwork()
      g2.replies('two.')
      g2.ends()
      g2.received()
      if (broken) g2.vanishes()
      else g2.disconnects()
      const missed = [status('streaming'), delta('two.'), END, status('idle')]
      expect(returned(g2)).toEqual([CONNECTED, ...(broken ? missed : [])])
    }
  })

  it.each([
    { what: 'a pong', frame: '{"type":"pong"}' },
    { what: 'late audio', frame: new Uint8Array(640) },
    { what: 'a broken frame', frame: '{"type":' },
  ])('gets a reply again if only $what arrived since, which may have been sent before it', ({ frame }) => {
    const g2 = asked()
    g2.fires('ping')
    g2.losesNetwork()
    g2.replies('Four.')
    g2.ends()
    g2.sends(frame)
    g2.fires('ping')
    g2.fires('pong')
    g2.received()
    expect(returned(g2)).toEqual([CONNECTED, status('streaming'), delta('Four.'), END, status('idle')])
  })

  it.each([
    { what: 'asked', frame: text('again') },
    { what: 'began to speak', frame: START },
  ])('does not get a reply again if it $what after it', ({ frame }) => {
    const g2 = asked()
    g2.losesNetwork()
    g2.replies('Four.')
    g2.ends()
    g2.sends(frame)
    g2.fires('ping')
    g2.fires('pong')
    g2.received()
    expect(returned(g2)).not.toContain(delta('Four.'))
  })

  it('continues with the transcript if it reconnects before that', () => {
    const g2 = driveG2()
    g2.connects()
    g2.sends(START)
    g2.sends(new Uint8Array(4096))
    g2.sends('{"type":"stop_audio"}')
    g2.disconnects()
    g2.received()
    expect(returned(g2)).toEqual([CONNECTED, status('transcribing')])
    g2.transcribes('list the files')
    expect(g2.received()).toEqual(['{"type":"transcription","text":"list the files"}', status('thinking')])
  })

  it('without any recorded audio has asked nothing', () => {
    const g2 = driveG2()
    g2.connects()
    g2.sends(START)
    g2.disconnects()
    g2.received()
    expect(g2.recorded).toBeNull()
    expect(returned(g2)).toEqual([CONNECTED])
  })

  it('gets the stored part of a very long reply, and where the rest is', () => {
    const g2 = asked()
    g2.disconnects()
    for (let count = 0; count < 25; count++) g2.replies('0123456789'.repeat(1000))
    const frames = returned(g2)
    expect(frames.slice(0, 2)).toEqual([CONNECTED, status('streaming')])
    const deltas = frames
      .slice(2)
      .map((frame) => (JSON.parse(frame) as { delta: string }).delta)
      .join('')
    expect(deltas).toBe(`${'0123456789'.repeat(MAX_STORED_CHARACTERS / 10)}\n\n${REST}`)
    // After a gap, the text that follows would only confuse.
    g2.replies('more')
    expect(g2.received()).toEqual([])
    g2.disconnects()
    g2.replies('and more')
    expect(returned(g2)).toEqual([CONNECTED, status('streaming')])
    g2.ends()
    expect(g2.received()).toEqual([END, status('idle')])
    g2.sends(text('next'))
    g2.replies('All of this.')
    expect(g2.received()).toEqual([status('thinking'), status('streaming'), delta('All of this.')])
  })

  it('never gets half a character at the end of the stored part', () => {
    const g2 = asked()
    g2.disconnects()
    g2.replies(`a${'😀'.repeat(MAX_STORED_CHARACTERS / 2)}`)
    // This one would fit, but not at its place.
    g2.replies('b')
    g2.ends()
    const deltas = returned(g2)
      .slice(2, -2)
      .map((frame) => (JSON.parse(frame) as { delta: string }).delta)
    expect(deltas.join('')).toBe(`a${'😀'.repeat(MAX_STORED_CHARACTERS / 2 - 1)}\n\n${REST}`)
    expect(deltas.every(isWhole)).toBe(true)
  })
})

describe('a phone that is disconnected too long', () => {
  it('gets nothing of a completed reply', () => {
    const g2 = asked()
    g2.disconnects()
    g2.replies('One.')
    g2.ends()
    g2.fires('absence')
    expect(returned(g2)).toEqual([CONNECTED])
  })

  it('does not stop the turn, and learns where the text of a running one is', () => {
    const g2 = asked()
    g2.disconnects()
    g2.replies('One, ')
    g2.fires('absence')
    g2.replies('two, ')
    expect(g2.running).not.toBeNull()
    expect(g2.state.missed?.reply).toBe('')
    expect(returned(g2)).toEqual([CONNECTED, status('streaming'), delta(REST)])
    g2.replies('three.')
    g2.ends()
    expect(g2.received()).toEqual([END, status('idle')])
  })

  it('still gets the whole of a reply that starts after it has reconnected', () => {
    const g2 = asked()
    g2.disconnects()
    g2.fires('absence')
    expect(returned(g2)).toEqual([CONNECTED, status('thinking')])
    g2.replies('One.')
    expect(g2.received()).toEqual([status('streaming'), delta('One.')])
  })

  it('gets nothing of a turn that ended after its time was up', () => {
    const g2 = asked()
    g2.disconnects()
    g2.fires('absence')
    g2.replies('One.')
    g2.ends()
    expect(returned(g2)).toEqual([CONNECTED])
  })
})

describe('a phone that replaces another', () => {
  it('finds the session unchanged', () => {
    const g2 = asked()
    g2.replies('One, ')
    g2.received()
    g2.connects()
    expect(g2.received()).toEqual([CONNECTED, status('streaming')])
    g2.replies('two.')
    expect(g2.received()).toEqual([delta('two.')])
    expect([...g2.timers].sort()).toEqual(['ping', 'silence'])
  })

  it('gets what has not arrived of a running turn, and nothing of one that has ended', () => {
    const g2 = asked()
    g2.losesNetwork()
    g2.replies('One, ')
    g2.received()
    g2.connects()
    expect(g2.received()).toEqual([CONNECTED, status('streaming'), delta('One, ')])
    g2.losesNetwork()
    g2.replies('two.')
    g2.ends()
    g2.received()
    g2.connects()
    expect(g2.received()).toEqual([CONNECTED])
  })

  it('does not have to answer the ping of the previous phone', () => {
    const g2 = driveG2()
    g2.connects()
    g2.fires('ping')
    g2.connects()
    expect([...g2.timers]).toEqual(['ping'])
  })

  it('does not continue the recording of the previous phone, which is stored and not asked', () => {
    const g2 = driveG2()
    g2.connects()
    g2.sends(START)
    g2.sends(new Uint8Array(4096))
    g2.received()
    g2.connects()
    expect(g2.received()).toEqual([CONNECTED, CUT_OFF, status('idle')])
    expect([g2.asked, g2.left]).toEqual([0, 1])
  })
})
