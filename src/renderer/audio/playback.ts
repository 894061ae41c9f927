// The window's audio output: the agent's voice and a few cues. The voice can be silenced at once, and the audio clock
// tells how much of it was played.
import type { Clock, Unsubscribe } from '../../core/ports/clock.ts'
import { createResampler, type Resampler } from '../../core/speech/hearing/resample.ts'
import { floatsOf } from '../../core/speech/hearing/samples.ts'
import { cueNames, cueSound, type CueName } from '../../core/speech/speaking/audio/cue-sounds.ts'
import type { AgentState } from '../../shared/conversation.ts'
import playbackWorklet from './playback-worklet.ts?worker&url'
import type { FromPlayback, ToPlayback } from './playback-worklet.ts'
import { gateOnFrame, gateOnSilence, gateOnState, openGate } from './voice-gate.ts'

interface Deps {
  clock: Clock
  /** From 0 to 1. */
  volume(): number
  chosenDevice(): string | null
  /** The browser blocks audio, or no longer does. */
  onBlocked(blocked: boolean): void
}

export interface Playback {
  voice(samples: Int16Array, sampleRate: number): void
  agentState(state: AgentState): void
  /** The agent stopped before the end of its reply: what is not played yet is dropped. */
  stopped(): void
  cue(cue: CueName): void
  /** Silences the voice. Resolves with how much of it was played, in milliseconds. */
  silence(): Promise<number>
  /** Prepares the output. Called on a key or click, because only then browsers allow audio. */
  wake(): void
  /** The volume or the device has changed. */
  follow(): void
}

interface Output {
  context: AudioContext
  node: AudioWorkletNode
  gain: GainNode
  /** Made beforehand, so that cues play at once. */
  cues: Record<CueName, AudioBuffer>
}

/** With nothing to play for this long, the device is released. */
const IDLE_MS = 30_000
/** Browsers block audio until the user clicks or presses a key. Output that is still silent after this time counts as blocked. */
const UNUSED_PAGE_MS = 300
/** A sleeping device, such as a wireless one, can take this long. */
const SLOW_DEVICE_MS = 5_000
/** The audio thread answers within a block. Where it does not run, its last report counts. */
const ANSWER_MS = 40

export function createPlayback(deps: Deps): Playback {
  let output: Output | null = null
  let starting: Promise<Output> | null = null
  let resampler: { rate: number; to: number; use: Resampler } | null = null
  let gate = openGate
  let last: FromPlayback = { played: 0, queued: 0 }
  let cancelIdle: Unsubscribe = () => {}
  const waiting = new Map<number, (report: FromPlayback) => void>()
  let asked = 0
  let blocked = false

  function setBlocked(now: boolean): void {
    if (now === blocked) return
    blocked = now
    deps.onBlocked(now)
  }

  async function start(): Promise<Output> {
    output = await openOutput(deps, (report) => {
      last = report
      if (report.silenced !== undefined) waiting.get(report.silenced)?.(report)
    })
    await useDevice(output.context, deps.chosenDevice())
    return output
  }

  /** Calls back with the output, running or not. It is created when first needed, and again after a failure. */
  function whenMade(use: (made: Output) => void): void {
    starting ??= start()
    starting.then(use, () => {
      starting = null
      setBlocked(true)
    })
  }

  function running(): Output | null {
    if (output?.context.state === 'running') return output
    wake()
    return null
  }

  function wake(): void {
    planIdle()
    whenMade(({ context }) => {
      if (context.state === 'running') return
      // A browser that waits for the user leaves the promise open.
      const limit = navigator.userActivation?.hasBeenActive ? SLOW_DEVICE_MS : UNUSED_PAGE_MS
      const giveUp = deps.clock.after(limit, () => setBlocked(context.state !== 'running'))
      const resumed = (): void => {
        giveUp()
        setBlocked(context.state !== 'running')
      }
      context.resume().then(resumed, resumed)
    })
  }

  function planIdle(): void {
    cancelIdle()
    cancelIdle = deps.clock.after(IDLE_MS, () => {
      if (last.queued > 0) planIdle()
      else void output?.context.suspend()
    })
  }

  function send(to: Output, message: ToPlayback): void {
    to.node.port.postMessage(message, message instanceof Float32Array ? [message.buffer] : [])
  }

  function resampled(samples: Int16Array, rate: number, to: number): Float32Array<ArrayBuffer> {
    if (resampler?.rate !== rate || resampler.to !== to)
      resampler = { rate, to, use: createResampler(rate, to) }
    return new Float32Array(resampler.use.write(floatsOf(samples)))
  }

  return {
    voice(samples, rate) {
      const { gate: next, plays, begins } = gateOnFrame(gate)
      gate = next
      if (!plays) return
      planIdle()
      if (begins) last = { played: 0, queued: 0 }
      const play = (to: Output): void => {
        if (begins) send(to, 'begin')
        send(to, resampled(samples, rate, to.context.sampleRate))
      }
      const to = running()
      if (to) play(to)
      // The start of a voice waits for the output. If audio is blocked, it is dropped.
      else
        whenMade((made) => {
          if (!gate.silenced && !blocked) play(made)
        })
    },

    agentState(state) {
      // A reply that has ended still plays for a moment here, to its end.
      gate = gateOnState(gate, state)
    },

    stopped() {
      if (output) send(output, { silence: 0 })
    },

    cue(cue) {
      const to = running()
      if (!to) return
      planIdle()
      const { context, gain, cues } = to
      const source = new AudioBufferSourceNode(context, { buffer: cues[cue] })
      source.connect(gain)
      source.start()
    },

    async silence() {
      gate = gateOnSilence(gate)
      const from = output
      if (!from) return 0
      const mine = ++asked
      const { played } =
        from.context.state === 'running'
          ? await new Promise<FromPlayback>((resolve) => {
              const giveUp = deps.clock.after(ANSWER_MS, () => resolve(last))
              waiting.set(mine, (report) => {
                giveUp()
                resolve(report)
              })
              send(from, { silence: mine })
            })
          : last
      waiting.delete(mine)
      const { sampleRate, outputLatency } = from.context
      // What is still in the device's buffer was not heard.
      return Math.max(0, Math.round((played / sampleRate - outputLatency) * 1000))
    },

    wake,

    follow() {
      if (!output) return
      const { context, gain } = output
      gain.gain.setTargetAtTime(deps.volume(), context.currentTime, 0.01)
      void useDevice(context, deps.chosenDevice())
    },
  }
}

async function openOutput(
  { clock, volume }: Deps,
  onReport: (report: FromPlayback) => void,
): Promise<Output> {
  // Delayed: opening audio can block the page, and the pressed key should be visible first.
  await new Promise<void>((resolve) => void clock.after(0, resolve))
  const context = new AudioContext({ latencyHint: 'interactive' })
  await context.audioWorklet.addModule(playbackWorklet)
  const node = new AudioWorkletNode(context, 'playback', {
    numberOfInputs: 0,
    numberOfOutputs: 1,
    outputChannelCount: [1],
  })
  const gain = new GainNode(context, { gain: volume() })
  node.connect(gain).connect(context.destination)
  node.port.addEventListener('message', ({ data }: MessageEvent<FromPlayback>) => onReport(data))
  node.port.start()
  return { context, node, gain, cues: cueBuffers(context.sampleRate) }
}

function cueBuffers(sampleRate: number): Output['cues'] {
  const made = cueNames.map((name) => {
    const samples = new Float32Array(floatsOf(cueSound(name, sampleRate)))
    const buffer = new AudioBuffer({ length: samples.length, sampleRate })
    buffer.copyToChannel(samples, 0)
    return [name, buffer]
  })
  return Object.fromEntries(made) as Output['cues']
}

/** Not every browser lets a page choose the device. */
async function useDevice(context: AudioContext, deviceId: string | null): Promise<void> {
  const choosing = context as AudioContext & { setSinkId?(id: string): Promise<void>; sinkId?: string }
  if (!choosing.setSinkId || (choosing.sinkId ?? '') === (deviceId ?? '')) return
  // If the device is missing, the system's default is used.
  await choosing.setSinkId(deviceId ?? '').catch(() => choosing.setSinkId?.(''))
}
