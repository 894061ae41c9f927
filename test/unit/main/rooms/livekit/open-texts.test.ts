import { describe, expect, it } from 'vitest'
import type { TextStreamOptions, TextStreamWriter } from '../../../../../src/core/ports.ts'
import { createOpenTexts } from '../../../../../src/main/rooms/livekit/open-texts.ts'

interface Stream {
  options: TextStreamOptions
  text: string
  closed: boolean
}

/** A stay, and every text that was begun in it. */
function aStay(): { streams: Stream[]; by(options: TextStreamOptions): TextStreamWriter } {
  const streams: Stream[] = []
  return {
    streams,
    by(options) {
      const stream: Stream = { options, text: '', closed: false }
      streams.push(stream)
      return { write: (piece) => void (stream.text += piece), close: () => void (stream.closed = true) }
    },
  }
}

const reply = { topic: 'lk.transcription', attributes: { 'lk.segment_id': 'a' } }

describe('a text that is being written when the stay ends', () => {
  it('and is over before the next begins is told whole there, and closed', () => {
    const [texts, first, next] = [createOpenTexts(), aStay(), aStay()]
    texts.goOn(first.by)
    const writer = texts.open(reply)
    writer.write('One. ')
    texts.cutOff()
    writer.write('Two.')
    writer.close()
    texts.goOn(next.by)
    expect(next.streams).toEqual([
      {
        options: { ...reply, attributes: { 'lk.segment_id': 'a', 'parley.replay': 'true' } },
        text: 'One. Two.',
        closed: true,
      },
    ])
  })

  it('is told in every stay it comes through, and in none after its end', () => {
    const [texts, first, second, third] = [createOpenTexts(), aStay(), aStay(), aStay()]
    texts.goOn(first.by)
    const writer = texts.open(reply)
    writer.write('One. ')
    texts.cutOff()
    texts.goOn(second.by)
    writer.write('Two.')
    writer.close()
    texts.cutOff()
    texts.goOn(third.by)
    expect(second.streams).toMatchObject([{ text: 'One. Two.', closed: true }])
    expect(third.streams).toEqual([])
  })

  it('and was meant for one alone is not told again: they ask for it', () => {
    const [texts, first, next] = [createOpenTexts(), aStay(), aStay()]
    texts.goOn(first.by)
    texts.open({ ...reply, to: 'ada' }).write('One. ')
    texts.cutOff()
    texts.goOn(next.by)
    expect(next.streams).toEqual([])
  })

  it('and was never heard by anybody is not told once it is over', () => {
    const [texts, next] = [createOpenTexts(), aStay()]
    const over = texts.open(reply)
    over.write('One.')
    over.close()
    texts.open(reply).write('Two, ')
    texts.goOn(next.by)
    expect(next.streams.map(({ text }) => text)).toEqual(['Two, '])
  })

  it('is kept up to a length, and of many the latest', () => {
    const [texts, first, next] = [createOpenTexts(), aStay(), aStay()]
    texts.goOn(first.by)
    for (let at = 0; at < 30; at++) texts.open(reply).write(`${at}`)
    texts.open(reply).write('x'.repeat(300_000))
    texts.cutOff()
    texts.goOn(next.by)
    expect(next.streams.map(({ text }) => text)).toEqual(Array.from({ length: 19 }, (_, at) => `${at + 11}`))
  })
})
