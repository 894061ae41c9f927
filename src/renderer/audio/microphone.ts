// The microphone: opened on request, fully released when closed, and explicit about problems. It counts as open when
// the first audio arrives.
import type { Clock, Unsubscribe } from '../../core/ports/clock.ts'
import { kindOfMediaError, type ProblemKind } from '../talk/talk-problems.ts'
import captureWorklet from './capture-worklet.ts?worker&url'

interface Deps {
  clock: Clock
  /** The chosen device; null for the system's default. */
  chosenDevice(): string | null
  /** Audio arrives from the microphone with this name. */
  onOpened(name: string, track: MediaStreamTrack): void
  /** 20 milliseconds, 16 kHz, one channel. */
  onFrame(samples: Int16Array): void
  /** It is closed for this reason. */
  onFailed(kind: ProblemKind): void
  /** It is open, but no audio arrives. */
  onStalled(): void
}

export interface Microphone {
  /** Opens the chosen device. One that is open or opening is closed. */
  open(): void
  close(): void
}

/**
 * How often audio is checked for, and how many checks in a row without any mean a problem: after one and a half to two
 * seconds.
 */
const CHECK_MS = 500
const STALLED_CHECKS = 4

interface Opened {
  stream: MediaStream
  context: AudioContext
}

export function createMicrophone(deps: Deps): Microphone {
  /** Counts openings, so that an outdated one is closed as soon as it completes. */
  let opening = 0
  let opened: Opened | null = null
  let cancelWatch: Unsubscribe = () => {}
  /** Checks in a row without audio. */
  let emptyChecks = 0
  /** The rate of the last device. */
  let deviceRate: number | undefined

  function close(): void {
    opening++
    cancelWatch()
    if (opened) release(opened)
    opened = null
  }

  function fail(kind: ProblemKind): void {
    close()
    deps.onFailed(kind)
  }

  async function open(mine: number): Promise<void> {
    // Created while the device opens, because the user may be talking already.
    const guessed = contextAt(deviceRate)
    const [stream, early] = await bothOrNeither(openStream(deps.chosenDevice()), guessed)
    const [track] = stream.getAudioTracks()
    if (mine !== opening || !track) return release({ stream, context: early })
    deviceRate = track.getSettings().sampleRate ?? early.sampleRate
    const context = await atRate(early, deviceRate)
    if (mine !== opening) return release({ stream, context })
    opened = { stream, context }
    track.addEventListener('ended', () => mine === opening && fail('unplugged'))
    const node = new AudioWorkletNode(context, 'capture', { numberOfInputs: 1, numberOfOutputs: 0 })
    let isOpen = false
    node.port.addEventListener('message', ({ data }) => {
      if (mine !== opening || !(data instanceof Int16Array)) return
      emptyChecks = 0
      if (!isOpen) deps.onOpened(track.label, track)
      isOpen = true
      deps.onFrame(data)
    })
    node.port.start()
    context.createMediaStreamSource(stream).connect(node)
    emptyChecks = 0
    watch(context)
    await context.resume()
  }

  /** Checks now and then instead of with every frame, fifty times a second. */
  function watch(context: AudioContext): void {
    cancelWatch = deps.clock.after(CHECK_MS, () => {
      watch(context)
      if (++emptyChecks !== STALLED_CHECKS) return
      deps.onStalled()
      void context.resume()
    })
  }

  const start = (): void => {
    close()
    const mine = opening
    // Delayed: opening audio can block the page, and the pressed key should be visible first.
    deps.clock.after(0, () => {
      if (mine !== opening) return
      open(mine).catch((error: unknown) => {
        if (mine === opening) fail(kindOfMediaError(error instanceof Error ? error.name : ''))
      })
    })
  }

  return { open: start, close }
}

async function openStream(deviceId: string | null): Promise<MediaStream> {
  // A page that the browser does not trust has no devices.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) throw new DOMException('This page may not use a microphone.', 'SecurityError')
  const constraints = {
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
    channelCount: { ideal: 1 },
  }
  if (deviceId === null) return devices.getUserMedia({ audio: constraints })
  try {
    return await devices.getUserMedia({ audio: { ...constraints, deviceId: { exact: deviceId } } })
  } catch (error) {
    // The chosen device is missing, so the default one is used.
    if (error instanceof Error && kindOfMediaError(error.name) === 'no_device')
      return devices.getUserMedia({ audio: constraints })
    throw error
  }
}

async function contextAt(sampleRate: number | undefined): Promise<AudioContext> {
  const wanted = {
    // One frame: a smaller value would only wake the thread more often.
    latencyHint: 0.02,
    // Without an output, the context does not keep a speaker open. Not every browser supports this.
    sinkId: { type: 'none' },
    ...(sampleRate !== undefined && { sampleRate }),
  }
  const context = new AudioContext(wanted)
  await context.audioWorklet.addModule(captureWorklet)
  return context
}

/** At the device's rate, so that audio is resampled once, by Parley. */
async function atRate(context: AudioContext, sampleRate: number): Promise<AudioContext> {
  if (context.sampleRate === sampleRate) return context
  try {
    const right = await contextAt(sampleRate)
    void context.close()
    return right
  } catch {
    // The system has no output at this rate; the browser resamples then.
    return context
  }
}

async function bothOrNeither(
  stream: Promise<MediaStream>,
  context: Promise<AudioContext>,
): Promise<[MediaStream, AudioContext]> {
  try {
    return await Promise.all([stream, context])
  } catch (error) {
    void stream.then(stopTracks, () => {})
    void context.then((made) => made.close()).catch(() => {})
    throw error
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function release({ stream, context }: Opened): void {
  stopTracks(stream)
  void context.close()
}
