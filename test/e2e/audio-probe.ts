// Measures what the page really plays, on the audio clock, and whether its microphone is in use.
import type { Page } from '@playwright/test'
import { HEARING_RATE, samplesOf } from '../../src/core/speech/hearing/samples.ts'

interface AudioTap {
  context: BaseAudioContext
  analyser: AnalyserNode
}

/** An interval of sound without a pause, in milliseconds of wall-clock time. */
export type SoundInterval = [from: number, until: number]

interface AudioProbe {
  outputs: AudioTap[]
  /** At the nodes that play the agent's voice, before other sounds are mixed in. */
  voices: AudioTap[]
  voiceIntervals: SoundInterval[]
  tracks: MediaStreamTrack[]
  /** Record the output outside the page's main thread, which may be busy. */
  recorders: { recorder: MediaRecorder; pieces: Blob[] }[]
  /** The audio around a key event, once there is enough of it. */
  aroundKey: Promise<AroundKey> | null
}

export interface AroundKey {
  /** When the key was pressed or released, in milliseconds of wall-clock time. */
  at: number
  /** Seconds from the key event to the first and the last sound after it; null if there was none. */
  first: number | null
  last: number | null
  /** Whether something played just before the key event. */
  wasSounding: boolean
  /** False if the page was too busy to measure in time. */
  seen: boolean
}

/** Must be called before the page plays anything or opens the microphone. */
export async function probeAudio(page: Page): Promise<void> {
  // A new window starts with an empty page, which would take the probe with it when it is replaced.
  await page.getByLabel('Ask the agent').waitFor()
  await page.evaluate(() => {
    const audioProbe: AudioProbe = {
      outputs: [],
      voices: [],
      voiceIntervals: [],
      tracks: [],
      recorders: [],
      aroundKey: null,
    }
    Object.assign(window, { audioProbe })
    const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode
    AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
      if (to instanceof AudioDestinationNode) {
        const analyser = new AnalyserNode(this.context, { fftSize: 32_768 })
        connect.call(this, analyser)
        audioProbe.outputs.push({ context: this.context, analyser })
        const copy = (this.context as AudioContext).createMediaStreamDestination()
        connect.call(this, copy)
        const recorder = new MediaRecorder(copy.stream)
        const pieces: Blob[] = []
        recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
        recorder.start()
        audioProbe.recorders.push({ recorder, pieces })
      }
      if (this instanceof AudioWorkletNode) {
        const analyser = new AnalyserNode(this.context, { fftSize: 32_768 })
        connect.call(this, analyser)
        audioProbe.voices.push({ context: this.context, analyser })
      }
      return connect.call(this, to)
    } as typeof AudioNode.prototype.connect
    const media = navigator.mediaDevices
    const open = media.getUserMedia.bind(media)
    media.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      audioProbe.tracks.push(...stream.getTracks())
      return stream
    }
  })
}

/** Records, on the audio clock, what plays before and after the next press or release of this key. */
export async function recordAroundKey(page: Page, event: 'keydown' | 'keyup', key: string): Promise<void> {
  await page.evaluate(
    ([type, wanted]) => {
      const { audioProbe } = window as unknown as { audioProbe: AudioProbe }
      const { context, analyser } = audioProbe.outputs.at(-1)!
      audioProbe.aroundKey = new Promise((resolve) => {
        const onKey = (pressed: Event): void => {
          if ((pressed as KeyboardEvent).key !== wanted) return
          window.removeEventListener(type!, onKey, true)
          const keyTime = context.currentTime
          // The key event may arrive late, and output has latency.
          const eventDelay = performance.now() - pressed.timeStamp
          const keyAt = Date.now() - eventDelay
          const delay = eventDelay / 1000 + ((context as AudioContext).outputLatency || 0)
          const check = (): void => {
            const now = context.currentTime
            // The analyser's window covers about the last 0.7 seconds.
            if (now - keyTime < 0.3) return void setTimeout(check, 5)
            const samples = new Float32Array(analyser.fftSize)
            analyser.getFloatTimeDomainData(samples)
            const { sampleRate } = context
            const sounding: number[] = []
            samples.forEach((sample, at) => {
              if (Math.abs(sample) > 0.003) sounding.push(now - keyTime - (samples.length - at) / sampleRate)
            })
            const after = sounding.filter((moment) => moment > 0)
            resolve({
              at: keyAt,
              first: after.length > 0 ? after[0]! + delay : null,
              last: after.length > 0 ? after.at(-1)! + delay : null,
              wasSounding: sounding.some((moment) => moment <= 0 && moment > -0.05),
              seen: now - keyTime < samples.length / sampleRate - 0.06,
            })
          }
          check()
        }
        window.addEventListener(type!, onKey, true)
      })
    },
    [event, key],
  )
}

export function audioAroundKey(page: Page): Promise<AroundKey> {
  return page.evaluate(() => (window as unknown as { audioProbe: AudioProbe }).audioProbe.aroundKey!)
}

/** From now on, records when the agent's voice plays, to the sample. */
export async function recordVoiceIntervals(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { audioProbe } = window as unknown as { audioProbe: AudioProbe }
    /** Up to where samples were examined, on the audio clock. */
    let seen = 0
    const check = (): void => {
      const tap = audioProbe.voices.at(-1)
      if (!tap) return
      const { context, analyser } = tap
      const samples = new Float32Array(analyser.fftSize)
      analyser.getFloatTimeDomainData(samples)
      const now = context.currentTime
      const outputAt = Date.now() + ((context as AudioContext).outputLatency || 0) * 1000
      samples.forEach((sample, at) => {
        const moment = now - (samples.length - at) / context.sampleRate
        if (moment <= seen || Math.abs(sample) < 0.003) return
        const sounded = outputAt - (now - moment) * 1000
        const last = audioProbe.voiceIntervals.at(-1)
        // A zero crossing is not a pause.
        if (last && sounded - last[1] < 30) last[1] = sounded
        else audioProbe.voiceIntervals.push([sounded, sounded])
      })
      seen = now
    }
    // The analyser's window covers about 0.7 seconds.
    setInterval(check, 100)
  })
}

export function voiceIntervals(page: Page): Promise<SoundInterval[]> {
  return page.evaluate(() => (window as unknown as { audioProbe: AudioProbe }).audioProbe.voiceIntervals)
}

/** The current output: volume from 0 to 1, and pitch in hertz. */
export function currentOutput(page: Page): Promise<{ loud: number; hertz: number }> {
  return page.evaluate(() => {
    const tap = (window as unknown as { audioProbe: AudioProbe }).audioProbe.outputs.at(-1)
    if (!tap) return { loud: 0, hertz: 0 }
    const all = new Float32Array(tap.analyser.fftSize)
    tap.analyser.getFloatTimeDomainData(all)
    // The newest samples are last.
    const samples = all.slice(-4096)
    const power = samples.reduce((sum, one) => sum + one * one, 0) / samples.length
    const rises = samples.filter((one, at) => one >= 0 && (samples[at - 1] ?? 0) < 0).length
    return { loud: Math.sqrt(power), hertz: (rises * tap.context.sampleRate) / samples.length }
  })
}

/** Whether the page has an audio output and it is running. */
export function isAudioRunning(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      (window as unknown as { audioProbe: AudioProbe }).audioProbe.outputs.at(-1)?.context.state ===
      'running',
  )
}

/**
 * The peak of about the last 0.7 seconds, from 0 to 1: of the whole output, or of the agent's voice before the volume
 * is applied.
 */
export function recentPeak(page: Page, of: 'outputs' | 'voices' = 'outputs'): Promise<number> {
  return page.evaluate((which) => {
    const tap = (window as unknown as { audioProbe: AudioProbe }).audioProbe[which].at(-1)
    if (!tap) return 0
    const samples = new Float32Array(tap.analyser.fftSize)
    tap.analyser.getFloatTimeDomainData(samples)
    return samples.reduce((loudest, one) => Math.max(loudest, Math.abs(one)), 0)
  }, of)
}

/** Whether each opened microphone is still in use. */
export function trackStates(page: Page): Promise<('live' | 'ended')[]> {
  return page.evaluate(() =>
    (window as unknown as { audioProbe: AudioProbe }).audioProbe.tracks.map(({ readyState }) => readyState),
  )
}

interface OutputMoment {
  /** From 0 to 1. */
  loud: number
  /** In hertz. */
  pitch: number
}

/** The output so far, in pieces of 20 ms. It is recorded, so a late call misses nothing. */
export function outputSoFar(page: Page): Promise<OutputMoment[]> {
  return page.evaluate(async (sampleRate) => {
    const { recorders } = (window as unknown as { audioProbe: AudioProbe }).audioProbe
    const size = sampleRate / 50
    const output: OutputMoment[] = []
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
        output.push({ loud: Math.sqrt(power), pitch: (rises * sampleRate) / size })
      }
    }
    return output
  }, HEARING_RATE)
}

/** The output so far, at the recognizer's sample rate. Ends the recording. */
export async function finishOutput(page: Page): Promise<Int16Array> {
  const output = await page.evaluate(async (sampleRate) => {
    const { recorders } = (window as unknown as { audioProbe: AudioProbe }).audioProbe
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
  return samplesOf(Float32Array.from(output))
}

/** Presses Space as soon as the open microphone has a voice after silence. */
export async function pressSpaceWhenVoiceHeard(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { audioProbe } = window as unknown as { audioProbe: AudioProbe }
    const context = new AudioContext()
    const analyser = new AnalyserNode(context, { fftSize: 1024 })
    context.createMediaStreamSource(new MediaStream([audioProbe.tracks.at(-1)!])).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const loudness = (): number => {
      analyser.getFloatTimeDomainData(samples)
      return samples.reduce((loudest, one) => Math.max(loudest, Math.abs(one)), 0)
    }
    let checkedAt = 0
    /** In seconds, between two checks. */
    let longestGap = 0
    const untilVolume = (matches: (loud: number) => boolean): Promise<void> =>
      new Promise((resolve) => {
        const check = (): void => {
          longestGap = Math.max(longestGap, context.currentTime - checkedAt)
          checkedAt = context.currentTime
          if (matches(loudness())) resolve()
          else requestAnimationFrame(check)
        }
        check()
      })
    // The context delivers zeros before it runs.
    await context.resume()
    await untilVolume((loud) => loud > 0.05)
    // A busy page may miss the moment; then it waits for the next one.
    do {
      await untilVolume((loud) => loud < 0.003)
      longestGap = 0
      await untilVolume((loud) => loud > 0.05)
    } while (longestGap > 0.15)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
    await context.close()
  })
}
