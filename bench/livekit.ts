// What the LiveKit room costs compared with the local one, and how artifacts affect the voice.
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import type { BrainEvent, ToolCall } from '../src/core/ports/brain.ts'
import { largeDiff } from '../test/peers/livekit/diffs.ts'
import { openBareVoice, openMicrophone } from './livekit-bare.ts'
import { paintedInPages } from './livekit-pages.ts'
import { openRoomStage, type RoomStage } from './livekit-stage.ts'
import { median, ms, quantile, type Figure } from './measure.ts'
import { toolEnded } from '../test/fakes/tool-ended.ts'

const EVENT_ROUNDS = 60
const SOUND_ROUNDS = 20
const STOP_ROUNDS = 8
const LOUD = 500
/** Silence, not a late packet. */
const SILENT_MS = 600
const TEN_MEGABYTES = 20
const LONG = 'The harbour opens at six in the morning, and closes when the last boat is in. '.repeat(20)

const isLoud = (samples: Int16Array): boolean => samples.some((sample) => Math.abs(sample) > LOUD)
const ninetyFifth = (values: readonly number[]): number => quantile(values, 0.95)

export async function benchLiveKit(browser: Browser): Promise<Figure[]> {
  const stage = await openRoomStage()
  try {
    const painted = await paintedInPages(browser, stage)
    return [
      ...both(
        'tool result to a painted artifact over LiveKit',
        painted.livekit,
        painted.local,
        'in the local room',
      ),
      ...(await eventToListener(stage)),
      ...(await audioToAgent(stage)),
      ...(await interruptToSilence(stage)),
      ...(await gapsInTheVoice(stage)),
    ]
  } finally {
    await stage.close()
  }
}

async function eventToListener({ livekit, local, openTurn }: RoomStage): Promise<Figure[]> {
  const { runId, emit } = await openTurn()
  const times = { livekit: [] as number[], local: [] as number[] }
  for (let round = 0; round < EVENT_ROUNDS; round++) {
    const marker = `marker-${round}.md`
    const call: ToolCall = { callId: marker, name: 'Read', args: { path: marker } }
    emit({ type: 'tool.started', runId, call })
    // The messages of the start have arrived.
    await wait(50)
    const from = performance.now()
    const arrivals = (['livekit', 'local'] as const).map(
      (where) =>
        new Promise<void>((resolve) => {
          const place = where === 'livekit' ? livekit : local
          place.onData = (bytes) => {
            const text = Buffer.from(bytes).toString('utf8')
            if (!text.includes('artifact') || !text.includes(marker)) return
            times[where].push(performance.now() - from)
            place.onData = () => {}
            resolve()
          }
        }),
    )
    emit(toolEnded(runId, call, { ok: true, output: { text: `# ${marker}` } }))
    await Promise.all(arrivals)
  }
  emit({ type: 'run.ended', runId, outcome: 'completed' })
  return both('tool result to a listener over LiveKit', times.livekit, times.local, 'local room')
}

async function audioToAgent({ composite, livekit, local, server }: RoomStage): Promise<Figure[]> {
  const frame = new Int16Array(320).fill(4_000)
  const packet = (link: RoomStage['local']['link']): Promise<number> =>
    untilLoud(composite, () => link.sendAudio(frame, 16_000))
  const times = { packets: [] as number[], local: [] as number[], track: [] as number[] }
  for (let round = 0; round < SOUND_ROUNDS; round++) {
    times.packets.push(await packet(livekit.link))
    times.local.push(await packet(local.link))
  }
  const microphone = await openMicrophone(server, 'bench')
  // The agent receives nothing until it has found the track.
  const knock = setInterval(microphone.speak, SILENT_MS)
  await untilLoud(composite, microphone.speak)
  clearInterval(knock)
  for (let round = 0; round < SOUND_ROUNDS; round++) {
    await wait(SILENT_MS)
    times.track.push(await untilLoud(composite, microphone.speak))
  }
  await microphone.close()
  return [
    ...both(
      'microphone to samples at the agent, packets over LiveKit',
      times.packets,
      times.local,
      'local room',
    ),
    ...both('the same, a LiveKit track', times.track, times.packets, 'packets over LiveKit'),
  ]
}

/** The time until the agent receives something loud. */
function untilLoud(composite: RoomStage['composite'], speak: () => void): Promise<number> {
  return new Promise((resolve) => {
    const stop = composite.onAudio((samples) => {
      if (!isLoud(samples)) return
      stop()
      resolve(performance.now() - from)
    })
    const from = performance.now()
    speak()
  })
}

async function interruptToSilence({ livekit, openTurn, server }: RoomStage): Promise<Figure[]> {
  const ours: number[] = []
  const bare: number[] = []
  const peer = await openBareVoice(server)
  for (let round = 0; round < STOP_ROUNDS; round++) {
    const { runId, emit } = await openTurn()
    emit({ type: 'text.appended', runId, delta: LONG })
    ours.push(
      await silenceAfter(
        (onVoice) => void (livekit.onVoice = onVoice),
        () => void livekit.link.call('parley.interrupt', '{}'),
      ),
    )
    peer.speak()
    bare.push(await silenceAfter(peer.hear, peer.stop))
  }
  await peer.close()
  return both('interrupt to silence at the listener', ours, bare, 'bare rtc-node, one packet and clearQueue')
}

/** From the stop to the last audio at the listener. */
async function silenceAfter(
  hear: (onVoice: (samples: Int16Array) => void) => void,
  stop: () => void,
): Promise<number> {
  let frames = 0
  let last = 0
  let speaks = (): void => {}
  const speaking = new Promise<void>((resolve) => (speaks = resolve))
  hear((samples) => {
    if (!isLoud(samples)) return
    last = performance.now()
    if (++frames === 50) speaks()
  })
  await speaking
  const from = performance.now()
  stop()
  do await wait(SILENT_MS)
  while (performance.now() - last < SILENT_MS)
  return Math.max(0, last - from)
}

async function gapsInTheVoice({ livekit, openTurn }: RoomStage): Promise<Figure[]> {
  const alone = await gaps(livekit, openTurn, async () => wait(6_000))
  const busy = await gaps(livekit, openTurn, async (runId, emit) => {
    let arrived = 0
    const all = new Promise<void>((resolve) => {
      livekit.onData = (bytes) => {
        arrived += bytes.length
        if (arrived > TEN_MEGABYTES * 500_000) resolve()
      }
    })
    for (let at = 0; at < TEN_MEGABYTES; at++) {
      const call: ToolCall = { callId: `c${at}`, name: 'Edit', args: { path: `${at}.ts` } }
      const diff = largeDiff(500_000, `${at}.ts`)
      emit({ type: 'tool.started', runId, call })
      emit(toolEnded(runId, call, { ok: true, output: { text: '', details: { diff } } }))
    }
    await all
  })
  const figure = (what: string, part: (values: readonly number[]) => number): Figure => ({
    what: `${what} gap between frames of the voice while 10 MB of artifacts are sent`,
    ours: ms(part(busy)),
    peer: `${ms(part(alone))} while nothing is sent`,
    ratio: part(busy) / part(alone),
  })
  return [
    figure('median', median),
    figure('99th of 100,', (values) => quantile(values, 0.99)),
    figure('longest', (values) => Math.max(...values)),
  ]
}

async function gaps(
  livekit: RoomStage['livekit'],
  openTurn: RoomStage['openTurn'],
  during: (runId: string, emit: (event: BrainEvent) => void) => Promise<void>,
): Promise<number[]> {
  const { runId, emit } = await openTurn()
  emit({ type: 'text.appended', runId, delta: LONG })
  const times: number[] = []
  await new Promise<void>((resolve) => {
    livekit.onVoice = (samples) => {
      if (isLoud(samples)) resolve()
    }
  })
  livekit.onVoice = () => void times.push(performance.now())
  await during(runId, emit)
  livekit.onVoice = () => {}
  livekit.onData = () => {}
  await livekit.link.call('parley.interrupt', '{}')
  return times.slice(1).map((time, at) => time - times[at]!)
}

const both = (what: string, ours: readonly number[], peer: readonly number[], beside: string): Figure[] =>
  (
    [
      ['median', median],
      ['95th of 100', ninetyFifth],
    ] as const
  ).map(([name, part]) => ({
    what: `${what}, ${name}`,
    ours: ms(part(ours)),
    peer: `${ms(part(peer))} ${beside}`,
    ratio: part(ours) / part(peer),
  }))
