import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cueNames, cueSound } from '../../../../../src/core/speech/speaking/audio/cue-sounds.ts'
import {
  createLeveller,
  createSilenceTrimmer,
  fadedIn,
  fadedOut,
  scaled,
} from '../../../../../src/core/speech/speaking/audio/piece-shaping.ts'
import {
  createFramer,
  frameLength,
  restFrames,
} from '../../../../../src/core/speech/speaking/audio/frames.ts'
import { placeHeard, textHeard } from '../../../../../src/core/speech/speaking/heard-text.ts'
import { joined } from '../../../../../src/core/speech/hearing/samples.ts'
import { createTimeStretch } from '../../../../../src/core/speech/speaking/audio/time-stretch.ts'
import { waveFormat } from '../../../../../src/core/speech/hearing/wav.ts'

const RATE = 16_000
const tone = (pitch: number, seconds: number, loud = 8_000): Int16Array =>
  Int16Array.from({ length: Math.round(seconds * RATE) }, (_, at) =>
    Math.round(loud * Math.sin((2 * Math.PI * pitch * at) / RATE)),
  )
const rms = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
/** Upward zero crossings a second. */
const pitchOf = (samples: Int16Array): number => {
  let count = 0
  for (let at = 1; at < samples.length; at++)
    if ((samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0) count++
  return (count * RATE) / samples.length
}
/** The largest step between neighbours: a click is a large one. */
const largestStep = (samples: Int16Array): number =>
  samples.reduce(
    (most, sample, at) => Math.max(most, Math.abs(sample - (at === 0 ? 0 : (samples[at - 1] ?? 0)))),
    0,
  )

describe('silence', () => {
  it('is trimmed at both ends, except for a little', () => {
    const trimmer = createSilenceTrimmer(RATE)
    const all = joined([
      trimmer.push(new Int16Array(8_000)),
      trimmer.push(joined([new Int16Array(1_000), tone(300, 0.5), new Int16Array(4_000)])),
      trimmer.push(new Int16Array(8_000)),
      trimmer.end(),
    ])
    expect(all.length).toBeGreaterThanOrEqual(8_000)
    expect(all.length).toBeLessThan(8_000 + RATE * 0.06)
  })

  it('within speech stays', () => {
    const trimmer = createSilenceTrimmer(RATE)
    const parts = [tone(300, 0.1), new Int16Array(3_200), tone(300, 0.1)]
    const all = joined([...parts.map((part) => trimmer.push(part)), trimmer.end()])
    expect(all.length).toBeGreaterThan(6_300)
  })

  it('alone becomes nothing', () => {
    const trimmer = createSilenceTrimmer(RATE)
    expect(joined([trimmer.push(new Int16Array(5_000)), trimmer.end()])).toHaveLength(0)
  })
})

describe('levelling', () => {
  it('makes a soft voice and a loud one about the same', () => {
    const [soft, loud] = [createLeveller(RATE), createLeveller(RATE)]
    const one = soft.level(tone(300, 1, 2_000))
    const other = loud.level(tone(300, 1, 20_000))
    expect(rms(one) / rms(other)).toBeGreaterThan(0.8)
    expect(rms(one) / rms(other)).toBeLessThan(1.25)
  })

  it('never clips, and leaves silence silent', () => {
    const leveller = createLeveller(RATE)
    expect(Math.max(...leveller.level(tone(300, 0.2, 32_767)))).toBeLessThanOrEqual(32_000)
    expect(rms(leveller.level(new Int16Array(1_000)))).toBe(0)
  })

  it('keeps the emphasis of a voice: one level for the voice, not one for each sentence', () => {
    const leveller = createLeveller(RATE)
    const calm = rms(leveller.level(tone(300, 4, 3_000)))
    const shouted = rms(leveller.level(tone(300, 0.4, 6_000)).subarray(400))
    expect(shouted / calm).toBeGreaterThan(1.5)
  })
})

describe('stretching', () => {
  it.each([0.5, 0.8, 1, 1.25, 1.6, 2])('by %s changes the length and not the pitch', (rate) => {
    const stretch = createTimeStretch(RATE, rate)
    const audio = tone(200, 2)
    const parts: Int16Array[] = []
    for (let at = 0; at < audio.length; at += 1_234) parts.push(stretch.push(audio.subarray(at, at + 1_234)))
    const all = joined([...parts, stretch.end()])
    expect((all.length * rate) / audio.length).toBeGreaterThan(0.93)
    expect((all.length * rate) / audio.length).toBeLessThan(1.07)
    expect(pitchOf(all)).toBeGreaterThan(190)
    expect(pitchOf(all)).toBeLessThan(210)
    // There is no audible seam: no step is much larger than those of the wave.
    expect(largestStep(all)).toBeLessThan(largestStep(audio) * 1.6)
  })

  it('takes parts of any size, even empty ones', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        fc.array(fc.nat(2_000), { maxLength: 8 }),
        (rate, parts) => {
          const stretch = createTimeStretch(RATE, rate)
          const made = [
            ...parts.map((length) => stretch.push(new Int16Array(length).fill(500))),
            stretch.end(),
          ]
          const given = parts.reduce((sum, length) => sum + length, 0)
          expect(joined(made).length).toBeLessThanOrEqual(given / rate + given + 1_000)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('a fade', () => {
  it('removes the click of a cut', () => {
    const cut = tone(300, 0.02, 20_000)
    expect(Math.abs(fadedOut(cut, cut.length).at(-1) ?? 1)).toBe(0)
    expect(fadedIn(cut, 64)[0]).toBe(0)
    expect(fadedIn(new Int16Array(0), 10)).toHaveLength(0)
  })

  it('of the volume is even', () => {
    const softer = scaled(new Int16Array(320).fill(10_000), 1, 0.5)
    expect([softer[0], softer.at(-1)]).toEqual([10_000, 5_016])
  })
})

describe('frames', () => {
  it('are 20 ms each for parts of any size, and the last is filled with silence', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(900), { maxLength: 12 }), (lengths) => {
        const framer = createFramer(frameLength(RATE))
        const frames = [
          ...lengths.flatMap((length) => framer.push(new Int16Array(length).fill(7))),
          ...framer.end(),
        ]
        const given = lengths.reduce((sum, length) => sum + length, 0)
        expect(frames).toHaveLength(Math.ceil(given / 320))
        expect(frames.every((frame) => frame.length === 320)).toBe(true)
        expect(joined(frames).filter((sample) => sample === 7)).toHaveLength(given)
      }),
    )
  })

  it('of a pause are fewer for faster speech', () => {
    expect(restFrames('none', 1)).toBe(0)
    expect(restFrames('block', 2)).toBeLessThan(restFrames('block', 1))
    expect(restFrames('clause', 1)).toBeLessThan(restFrames('sentence', 1))
  })
})

describe('the heard part of a reply', () => {
  const spans = [
    { from: 0, to: 10, start: 0, length: 1_000 },
    { from: 12, to: 32, start: 1_500, length: 2_000 },
  ]
  it.each([
    [0, 0],
    [500, 5],
    [1_000, 10],
    [1_400, 10],
    [2_500, 22],
    [99_999, 32],
  ])('after %i samples is %i characters', (played, place) => {
    expect(placeHeard(spans, played)).toBe(place)
  })

  it.each([
    [0, ''],
    [3, 'One'],
    [5, 'One'],
    [7, 'One'],
    [8, 'One third,'],
    [12, 'One third,'],
    [99, 'One third, and more'],
  ])('up to the position %i is %j', (place, heard) => {
    expect(textHeard('One third, and more', place)).toBe(heard)
  })
})

describe('the cues', () => {
  it.each(cueNames)('%s is short, soft, and silent at both ends', (name) => {
    const audio = cueSound(name, 48_000)
    expect(audio.length / 48_000).toBeLessThan(0.35)
    expect(Math.max(...audio)).toBeGreaterThan(1_000)
    expect(Math.max(...audio)).toBeLessThan(6_000)
    expect([audio[0], Math.abs(audio.at(-1) ?? 9_999) < 30]).toEqual([0, true])
    expect(largestStep(audio)).toBeLessThan(700)
  })

  it('are distinct', () => {
    const shapes = cueNames.map((name) => cueSound(name, RATE).join())
    expect(new Set(shapes).size).toBe(cueNames.length)
  })
})

describe('the header of a WAV stream', () => {
  const header = (change: (view: DataView) => void = () => undefined): Uint8Array => {
    const bytes = new Uint8Array(44)
    bytes.set(new TextEncoder().encode('RIFF....WAVEfmt '))
    bytes.set(new TextEncoder().encode('data'), 36)
    const view = new DataView(bytes.buffer)
    view.setUint32(16, 16, true)
    view.setUint16(20, 1, true)
    view.setUint16(22, 1, true)
    view.setUint32(24, 24_000, true)
    view.setUint16(34, 16, true)
    // A file that is still being written claims the maximum length.
    view.setUint32(40, 0xffff_ffff, true)
    change(view)
    return bytes
  }

  it('is read, whatever length it claims', () => {
    expect(waveFormat(header())).toEqual({ sampleRate: 24_000, channels: 1, dataAt: 44 })
  })

  it('is waited for while it is incomplete', () => {
    for (let length = 0; length < 44; length++) expect(waveFormat(header().subarray(0, length))).toBe('more')
  })

  it.each([
    ['another coding', (view: DataView) => view.setUint16(20, 3, true)],
    ['eight bits', (view: DataView) => view.setUint16(34, 8, true)],
    ['no channels', (view: DataView) => view.setUint16(22, 0, true)],
    ['an absurd rate', (view: DataView) => view.setUint32(24, 3, true)],
    ['no RIFF mark', (view: DataView) => view.setUint32(0, 0, true)],
    ['a part longer than headers are', (view: DataView) => view.setUint32(16, 0x7fff_ffff, true)],
  ])('is refused with %s', (_, change) => {
    expect(waveFormat(header(change))).toBeNull()
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => void waveFormat(bytes)))
  })
})
