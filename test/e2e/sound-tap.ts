// Listens at the page's loudspeaker and its microphone: what is really given out, by the sound's own clock, and whether
// the device is in use.
import type { Page } from '@playwright/test'
import { HEARING_RATE, samplesOf } from '../../src/core/ears/samples.ts'

interface Ear {
  context: BaseAudioContext
  analyser: AnalyserNode
}

/** For how long something sounded without a pause: from and until, by the clock on the wall, in milliseconds. */
export type Sounded = [from: number, until: number]

interface Tapped {
  ears: Ear[]
  /** At what plays the agent's voice, before anything else is added to it. */
  voices: Ear[]
  voiceTimes: Sounded[]
  tracks: MediaStreamTrack[]
  /** Write down what is given out, beside the page's own thread: it may be busy. */
  recorders: { recorder: MediaRecorder; pieces: Blob[] }[]
  /** What was heard around a key, once enough of it was. */
  around: Promise<AroundKey> | null
}

export interface AroundKey {
  /** When the key was pressed or let go, by the clock on the wall, in milliseconds. */
  at: number
  /** Seconds from the key itself until the first and the last sound after it came out; null where there was none. */
  first: number | null
  last: number | null
  /** Whether something sounded just before the key. */
  soundedBefore: boolean
  /** False when the page was so busy that the moment was missed. */
  seen: boolean
}

/** Must be called before anything sounds or the microphone is opened. */
export async function tapSound(page: Page): Promise<void> {
  // What a new window has at first is an empty page, which goes, and the ears with it.
  await page.getByLabel('Ask the agent').waitFor()
  await page.evaluate(() => {
    const tapped: Tapped = {
      ears: [],
      voices: [],
      voiceTimes: [],
      tracks: [],
      recorders: [],
      around: null,
    }
    Object.assign(window, { tapped })
    const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode
    AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
      if (to instanceof AudioDestinationNode) {
        const analyser = new AnalyserNode(this.context, { fftSize: 32_768 })
        connect.call(this, analyser)
        tapped.ears.push({ context: this.context, analyser })
        const tape = (this.context as AudioContext).createMediaStreamDestination()
        connect.call(this, tape)
        const recorder = new MediaRecorder(tape.stream)
        const pieces: Blob[] = []
        recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
        recorder.start()
        tapped.recorders.push({ recorder, pieces })
      }
      if (this instanceof AudioWorkletNode) {
        const analyser = new AnalyserNode(this.context, { fftSize: 32_768 })
        connect.call(this, analyser)
        tapped.voices.push({ context: this.context, analyser })
      }
      return connect.call(this, to)
    } as typeof AudioNode.prototype.connect
    const media = navigator.mediaDevices
    const open = media.getUserMedia.bind(media)
    media.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      tapped.tracks.push(...stream.getTracks())
      return stream
    }
  })
}

/** Listens, by the sound's own clock, to what sounds before and after this key is next pressed or let go. */
export async function listenAround(page: Page, event: 'keydown' | 'keyup', key: string): Promise<void> {
  await page.evaluate(
    ([type, wanted]) => {
      const { tapped } = window as unknown as { tapped: Tapped }
      const { context, analyser } = tapped.ears.at(-1)!
      tapped.around = new Promise((resolve) => {
        const onKey = (pressed: Event): void => {
          if ((pressed as KeyboardEvent).key !== wanted) return
          window.removeEventListener(type!, onKey, true)
          const mark = context.currentTime
          // The page may have been told of the key late, and what it plays comes out late.
          const toldLate = performance.now() - pressed.timeStamp
          const keyAt = Date.now() - toldLate
          const late = toldLate / 1000 + ((context as AudioContext).outputLatency || 0)
          const look = (): void => {
            const now = context.currentTime
            // The window of the analyser reaches back about 0.7 seconds from now.
            if (now - mark < 0.3) return void setTimeout(look, 5)
            const samples = new Float32Array(analyser.fftSize)
            analyser.getFloatTimeDomainData(samples)
            const { sampleRate } = context
            const sounding: number[] = []
            samples.forEach((sample, at) => {
              if (Math.abs(sample) > 0.003) sounding.push(now - mark - (samples.length - at) / sampleRate)
            })
            const after = sounding.filter((moment) => moment > 0)
            resolve({
              at: keyAt,
              first: after.length > 0 ? after[0]! + late : null,
              last: after.length > 0 ? after.at(-1)! + late : null,
              soundedBefore: sounding.some((moment) => moment <= 0 && moment > -0.05),
              seen: now - mark < samples.length / sampleRate - 0.06,
            })
          }
          look()
        }
        window.addEventListener(type!, onKey, true)
      })
    },
    [event, key],
  )
}

export function heardAround(page: Page): Promise<AroundKey> {
  return page.evaluate(() => (window as unknown as { tapped: Tapped }).tapped.around!)
}

/** From now on, writes down when the agent's voice sounds: to the sample, as the device is given it. */
export async function keepVoiceTimes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { tapped } = window as unknown as { tapped: Tapped }
    /** By the sound's own clock, until when it was looked at. */
    let seen = 0
    const look = (): void => {
      const ear = tapped.voices.at(-1)
      if (!ear) return
      const { context, analyser } = ear
      const samples = new Float32Array(analyser.fftSize)
      analyser.getFloatTimeDomainData(samples)
      const now = context.currentTime
      const wall = Date.now() + ((context as AudioContext).outputLatency || 0) * 1000
      samples.forEach((sample, at) => {
        const moment = now - (samples.length - at) / context.sampleRate
        if (moment <= seen || Math.abs(sample) < 0.003) return
        const sounded = wall - (now - moment) * 1000
        const last = tapped.voiceTimes.at(-1)
        // A wave goes through zero; that is no pause.
        if (last && sounded - last[1] < 30) last[1] = sounded
        else tapped.voiceTimes.push([sounded, sounded])
      })
      seen = now
    }
    // The window of the analyser reaches back about 0.7 seconds.
    setInterval(look, 100)
  })
}

export function voiceTimes(page: Page): Promise<Sounded[]> {
  return page.evaluate(() => (window as unknown as { tapped: Tapped }).tapped.voiceTimes)
}

/** What the loudspeaker is given just now: how loud, from 0 to 1, and how high, in hertz. */
export function soundNow(page: Page): Promise<{ loud: number; hertz: number }> {
  return page.evaluate(() => {
    const ear = (window as unknown as { tapped: Tapped }).tapped.ears.at(-1)
    if (!ear) return { loud: 0, hertz: 0 }
    const all = new Float32Array(ear.analyser.fftSize)
    ear.analyser.getFloatTimeDomainData(all)
    // The newest are last.
    const samples = all.slice(-4096)
    const power = samples.reduce((sum, one) => sum + one * one, 0) / samples.length
    const rises = samples.filter((one, at) => one >= 0 && (samples[at - 1] ?? 0) < 0).length
    return { loud: Math.sqrt(power), hertz: (rises * ear.context.sampleRate) / samples.length }
  })
}

/** Whether there is something that sounds would come out of, and it runs. */
export function soundIsOn(page: Page): Promise<boolean> {
  return page.evaluate(
    () => (window as unknown as { tapped: Tapped }).tapped.ears.at(-1)?.context.state === 'running',
  )
}

/** The loudest of about the last 0.7 seconds, from 0 to 1: of all that is given out, or of the agent's voice as it is played. */
export function loudestLately(page: Page, of: 'ears' | 'voices' = 'ears'): Promise<number> {
  return page.evaluate((which) => {
    const ear = (window as unknown as { tapped: Tapped }).tapped[which].at(-1)
    if (!ear) return 0
    const samples = new Float32Array(ear.analyser.fftSize)
    ear.analyser.getFloatTimeDomainData(samples)
    return samples.reduce((loudest, one) => Math.max(loudest, Math.abs(one)), 0)
  }, of)
}

/** Whether each microphone that was opened is still in use. */
export function tracks(page: Page): Promise<('live' | 'ended')[]> {
  return page.evaluate(() =>
    (window as unknown as { tapped: Tapped }).tapped.tracks.map(({ readyState }) => readyState),
  )
}

interface HeardMoment {
  /** From 0 to 1. */
  loud: number
  /** In hertz. */
  pitch: number
}

/** All that came out of the loudspeaker until a moment ago, in pieces of 20 milliseconds: nothing is missed by looking late. */
export function heardSoFar(page: Page): Promise<HeardMoment[]> {
  return page.evaluate(async (sampleRate) => {
    const { recorders } = (window as unknown as { tapped: Tapped }).tapped
    const size = sampleRate / 50
    const heard: HeardMoment[] = []
    for (const { recorder, pieces } of recorders) {
      await new Promise((resolve) => {
        recorder.addEventListener('dataavailable', resolve, { once: true })
        recorder.requestData()
      })
      const whole = await new Blob(pieces).arrayBuffer()
      if (whole.byteLength === 0) continue
      const decoder = new OfflineAudioContext(1, 1, sampleRate)
      const samples = (await decoder.decodeAudioData(whole)).getChannelData(0)
      for (let at = 0; at + size <= samples.length; at += size) {
        const piece = samples.subarray(at, at + size)
        const power = piece.reduce((sum, one) => sum + one * one, 0) / size
        const rises = piece.filter((one, n) => one >= 0 && (samples[at + n - 1] ?? 0) < 0).length
        heard.push({ loud: Math.sqrt(power), pitch: (rises * sampleRate) / size })
      }
    }
    return heard
  }, HEARING_RATE)
}

/** All that came out of the loudspeaker so far, at the rate of the ears. It is not listened to any more after that. */
export async function soundGivenOut(page: Page): Promise<Int16Array> {
  const heard = await page.evaluate(async (sampleRate) => {
    const { recorders } = (window as unknown as { tapped: Tapped }).tapped
    const samples: number[] = []
    for (const { recorder, pieces } of recorders) {
      await new Promise((resolve) => {
        recorder.addEventListener('stop', resolve)
        recorder.stop()
      })
      const whole = await new Blob(pieces).arrayBuffer()
      const decoder = new OfflineAudioContext(1, 1, sampleRate)
      for (const sample of (await decoder.decodeAudioData(whole)).getChannelData(0)) samples.push(sample)
    }
    return samples
  }, HEARING_RATE)
  return samplesOf(Float32Array.from(heard))
}

/** Presses Space as soon as there is a voice at the open microphone after it was quiet. */
export async function pressWhenHeard(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { tapped } = window as unknown as { tapped: Tapped }
    const context = new AudioContext()
    const analyser = new AnalyserNode(context, { fftSize: 1024 })
    context.createMediaStreamSource(new MediaStream([tapped.tracks.at(-1)!])).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const loudness = (): number => {
      analyser.getFloatTimeDomainData(samples)
      return samples.reduce((loudest, one) => Math.max(loudest, Math.abs(one)), 0)
    }
    let lookedAt = 0
    /** In seconds, between two looks. */
    let longest = 0
    const turned = (isNow: (loud: number) => boolean): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          longest = Math.max(longest, context.currentTime - lookedAt)
          lookedAt = context.currentTime
          if (isNow(loudness())) resolve()
          else requestAnimationFrame(look)
        }
        look()
      })
    // Nothing at all is what it gives before it runs.
    await context.resume()
    await turned((loud) => loud > 0.05)
    // A busy page may look past the moment; then it is the next one.
    do {
      await turned((loud) => loud < 0.003)
      longest = 0
      await turned((loud) => loud > 0.05)
    } while (longest > 0.15)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
    await context.close()
  })
}
