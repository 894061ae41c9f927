// The microphone: opened when asked, really released when closed, and honest about what is wrong with it. It counts as
// open when the first sound arrives.
import type { Clock, Unsubscribe } from '../../core/ports.ts'
import { kindOfMediaError, type TroubleKind } from '../talk/talk-troubles.ts'
import captureWorklet from './capture-worklet.ts?worker&url'

interface Deps {
  clock: Clock
  /** The one that was chosen; null for the system's own choice. */
  chosenDevice(): string | null
  /** Sound arrives, from a microphone of this name. */
  onOpened(name: string): void
  /** 20 milliseconds, 16 kHz, one channel. */
  onFrame(samples: Int16Array): void
  /** It is closed, and this is why. */
  onFailed(kind: TroubleKind): void
  /** It is open, and nothing comes. */
  onStalled(): void
}

export interface Microphone {
  /** Whichever is chosen now; one that is open or being opened is closed. */
  open(): void
  close(): void
}

/** Looked for so often. So many times in a row without sound, something is wrong: after one and a half to two seconds. */
const LOOK_MS = 500
const STALLED_LOOKS = 4

interface Opened {
  stream: MediaStream
  context: AudioContext
}

export function createMicrophone(deps: Deps): Microphone {
  /** Counts the openings, so that one that was given up is closed as soon as it comes. */
  let opening = 0
  let opened: Opened | null = null
  let cancelWatch: Unsubscribe = () => {}
  /** How often in a row nothing had come. */
  let quietLooks = 0
  /** Of the device that was used last. */
  let deviceRate: number | undefined

  function close(): void {
    opening++
    cancelWatch()
    if (opened) release(opened)
    opened = null
  }

  function fail(kind: TroubleKind): void {
    close()
    deps.onFailed(kind)
  }

  async function open(mine: number): Promise<void> {
    // Made while the device is being opened: every moment here is one in which somebody may already be talking.
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
    let heard = false
    node.port.addEventListener('message', ({ data }) => {
      if (mine !== opening || !(data instanceof Int16Array)) return
      quietLooks = 0
      if (!heard) deps.onOpened(track.label)
      heard = true
      deps.onFrame(data)
    })
    node.port.start()
    context.createMediaStreamSource(stream).connect(node)
    quietLooks = 0
    watch(context)
    await context.resume()
  }

  /** Looks now and then rather than with every frame, of which there are fifty a second. */
  function watch(context: AudioContext): void {
    cancelWatch = deps.clock.after(LOOK_MS, () => {
      watch(context)
      if (++quietLooks !== STALLED_LOOKS) return
      deps.onStalled()
      void context.resume()
    })
  }

  const start = (): void => {
    close()
    const mine = opening
    // Not at once: to open sound can take the page a while, and the key that asked for it should be seen to be pressed.
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
  // A page the browser does not trust has no devices at all.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) throw new DOMException('This page may not hear.', 'SecurityError')
  const sound = {
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
    channelCount: { ideal: 1 },
  }
  if (deviceId === null) return devices.getUserMedia({ audio: sound })
  try {
    return await devices.getUserMedia({ audio: { ...sound, deviceId: { exact: deviceId } } })
  } catch (error) {
    // The chosen one is not there: better another one than none.
    if (error instanceof Error && kindOfMediaError(error.name) === 'no_device')
      return devices.getUserMedia({ audio: sound })
    throw error
  }
}

async function contextAt(sampleRate: number | undefined): Promise<AudioContext> {
  const wanted = {
    // A frame at a time: sooner than that nothing is made of it, and the thread need not wake more often.
    latencyHint: 0.02,
    // It only listens; without this, a loudspeaker would be kept open to play nothing. Not every browser knows it.
    sinkId: { type: 'none' },
    ...(sampleRate !== undefined && { sampleRate }),
  }
  const context = new AudioContext(wanted)
  await context.audioWorklet.addModule(captureWorklet)
  return context
}

/** At the device's own rate, so that sound is brought to another rate once, and by us. */
async function atRate(context: AudioContext, sampleRate: number): Promise<AudioContext> {
  if (context.sampleRate === sampleRate) return context
  try {
    const right = await contextAt(sampleRate)
    void context.close()
    return right
  } catch {
    // A rate the system has no output for; the browser then changes the rate before we do.
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
