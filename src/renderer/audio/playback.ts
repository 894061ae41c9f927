// What the window sounds like: the agent's voice and a few cues, through one output. The voice can be silenced at once,
// and how much of it was really played is told by the sound's own clock.
import type { Clock, Unsubscribe } from '../../core/ports.ts'
import { createResampler, type Resampler } from '../../core/ears/resample.ts'
import { floatsOf } from '../../core/ears/samples.ts'
import { cueNames, cueSound, type CueName } from '../../core/voice/cue-sounds.ts'
import type { AgentState } from '../../shared/conversation.ts'
import playbackWorklet from './playback-worklet.ts?worker&url'
import type { FromPlayback, ToPlayback } from './playback-worklet.ts'
import { gateOnFrame, gateOnSilence, gateOnState, openGate } from './voice-gate.ts'

interface Deps {
  clock: Clock
  /** From 0 to 1. */
  volume(): number
  chosenDevice(): string | null
  /** The browser keeps the page silent, or does not any more. */
  onBlocked(blocked: boolean): void
}

export interface Playback {
  voice(samples: Int16Array, sampleRate: number): void
  agentState(state: AgentState): void
  /** The agent has stopped before the end: what was sent and not played is not to be heard. */
  stopped(): void
  cue(cue: CueName): void
  /** Silence now. Gives how much of the voice had been played, in milliseconds. */
  silence(): Promise<number>
  /** Makes ready to sound; called when somebody presses something, which is when a browser allows it. */
  wake(): void
  /** The volume or the device was changed. */
  follow(): void
}

interface Output {
  context: AudioContext
  node: AudioWorkletNode
  gain: GainNode
  /** Made beforehand: they say that something has just happened. */
  cues: Record<CueName, AudioBuffer>
}

/** With nothing to play for this long, the device is given back. */
const IDLE_MS = 30_000
/** A page nobody has used is kept silent by browsers; one that has not sounded by then is taken for such a page. */
const UNUSED_PAGE_MS = 300
/** Where it may sound, a device that was asleep, such as one without a cable, can take this long. */
const SLOW_DEVICE_MS = 5_000
/** The sound's thread answers within a block; where it does not run, its last word counts. */
const ANSWER_MS = 40

export function createPlayback(deps: Deps): Playback {
  let output: Output | null = null
  let starting: Promise<Output> | null = null
  let resampler: { rate: number; to: number; use: Resampler } | null = null
  let gate = openGate
  let last: FromPlayback = { played: 0, queued: 0 }
  let cancelIdle: Unsubscribe = () => {}
  const waiting = new Map<number, (told: FromPlayback) => void>()
  let asked = 0
  let blocked = false

  function setBlocked(now: boolean): void {
    if (now === blocked) return
    blocked = now
    deps.onBlocked(now)
  }

  async function start(): Promise<Output> {
    // Not at once: to open sound can take the page a while, and whoever pressed a key should see that it was.
    await new Promise<void>((resolve) => void deps.clock.after(0, resolve))
    const context = new AudioContext({ latencyHint: 'interactive' })
    await context.audioWorklet.addModule(playbackWorklet)
    const node = new AudioWorkletNode(context, 'playback', {
      numberOfInputs: 0,
      numberOfOutputs: 1,
      outputChannelCount: [1],
    })
    const gain = new GainNode(context, { gain: deps.volume() })
    node.connect(gain).connect(context.destination)
    node.port.addEventListener('message', ({ data }: MessageEvent<FromPlayback>) => {
      last = data
      if (data.silenced !== undefined) waiting.get(data.silenced)?.(data)
    })
    node.port.start()
    output = { context, node, gain, cues: cueBuffers(context.sampleRate) }
    await useDevice(context, deps.chosenDevice())
    return output
  }

  /** With the output, running or not; it is made when first needed, and tried again where that failed. */
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
      // A browser that waits for somebody to use the page leaves the promise open.
      const patience = navigator.userActivation?.hasBeenActive ? SLOW_DEVICE_MS : UNUSED_PAGE_MS
      const giveUp = deps.clock.after(patience, () => setBlocked(context.state !== 'running'))
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
      // The very first words wait for the output to be made; where it may not sound, they are not kept.
      else
        whenMade((made) => {
          if (!gate.silenced && !blocked) play(made)
        })
    },

    agentState(state) {
      // A voice that ended by itself is still being played here for a moment, and is heard to its end.
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
              waiting.set(mine, (told) => {
                giveUp()
                resolve(told)
              })
              send(from, { silence: mine })
            })
          : last
      waiting.delete(mine)
      const { sampleRate, outputLatency } = from.context
      // What was given to the device and has not come out of it was not heard.
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

function cueBuffers(sampleRate: number): Output['cues'] {
  const made = cueNames.map((name) => {
    const sound = new Float32Array(floatsOf(cueSound(name, sampleRate)))
    const buffer = new AudioBuffer({ length: sound.length, sampleRate })
    buffer.copyToChannel(sound, 0)
    return [name, buffer]
  })
  return Object.fromEntries(made) as Output['cues']
}

/** Not every browser lets a page choose; then the system's choice is used. */
async function useDevice(context: AudioContext, deviceId: string | null): Promise<void> {
  const choosing = context as AudioContext & { setSinkId?(id: string): Promise<void>; sinkId?: string }
  if (!choosing.setSinkId || (choosing.sinkId ?? '') === (deviceId ?? '')) return
  // A device that is gone is not worth a word: the system's own is used instead.
  await choosing.setSinkId(deviceId ?? '').catch(() => choosing.setSinkId?.(''))
}
