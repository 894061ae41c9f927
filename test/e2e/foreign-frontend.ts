// A frontend that knows LiveKit and nothing about Parley: it joins with a token, opens its microphone, shows
// transcriptions, sends chat messages, and plays the agent's voice.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { repository } from '../../build/repository.ts'
import { HEARING_RATE } from '../../src/core/speech/hearing/samples.ts'
import { wavOf } from '../../src/core/speech/hearing/wav.ts'

interface Segment {
  sender: string
  segment: string
  text: string
}

interface ForeignFrontend {
  /** The transcriptions so far, by segment. */
  segments(): Promise<Segment[]>
  agentState(): Promise<string | undefined>
  /** Every state the agent published, in order. */
  agentStates(): Promise<string[]>
  type(text: string): Promise<void>
  /**
   * A second participant in the same browser joins, looks for the agent and leaves. Returns whether it found the
   * agent.
   */
  joinAndLeave(entry: { url: string; token: string }): Promise<boolean>
  openMicrophone(): Promise<void>
  closeMicrophone(): Promise<void>
  /** The packets of `ganglia-events`, in order. */
  events(): Promise<string[]>
  /** The agent's peak volume so far: the root mean square of a short window, from 0 to 1. */
  peakVolume(): Promise<number>
  page: Page
  close(): Promise<void>
}

/** The frontend's whole script, which runs in its page. */
const script = `
  // Connecting takes longer on a busy machine than the library's default timeout.
  const timeouts = { websocketTimeout: 60_000, peerConnectionTimeout: 60_000 }
  const room = new LivekitClient.Room()
  const segments = new Map()
  const received = { peakVolume: 0, events: [], states: [] }
  room.registerTextStreamHandler('lk.transcription', async (reader, { identity }) => {
    const segment = reader.info.attributes['lk.segment_id']
    const entry = { sender: identity, segment, text: '' }
    segments.set(segment, entry)
    for await (const piece of reader) entry.text += piece
  })
  room.on('trackSubscribed', (track) => {
    if (track.kind !== 'audio') return
    const element = track.attach()
    document.body.append(element)
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(new MediaStream([track.mediaStreamTrack])).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, one) => sum + one * one, 0) / samples.length
      received.peakVolume = Math.max(received.peakVolume, Math.sqrt(power))
    }, 20)
  })
  room.on('dataReceived', (bytes, from, kind, topic) => {
    if (topic === 'ganglia-events') received.events.push(new TextDecoder().decode(bytes))
  })
  room.on('participantAttributesChanged', (changed, participant) => {
    if (participant.isAgent && changed['lk.agent.state']) received.states.push(changed['lk.agent.state'])
  })
  // LiveKit's library may give up while the server is down. A user would then press the join button again.
  let joining = false
  const reconnect = async (url, token) => {
    if (joining) return
    joining = true
    const isIn = () => room.connect(url, token, timeouts).then(() => true, () => false)
    while (!(await isIn())) await new Promise((resolve) => setTimeout(resolve, 500))
    joining = false
  }
  const join = async (url, token) => {
    await room.connect(url, token, timeouts)
    room.on('disconnected', () => reconnect(url, token))
  }
  const joinAndLeave = async (url, token) => {
    const another = new LivekitClient.Room()
    await another.connect(url, token, timeouts)
    const found = [...another.remoteParticipants.values()].some(({ isAgent }) => isAgent)
    await another.disconnect()
    return found
  }
  window.frontend = { room, segments, received, join, joinAndLeave }
`

export async function openForeignFrontend(
  entry: { url: string; token: string },
  { microphone, folder }: { microphone: Int16Array; folder: string },
): Promise<ForeignFrontend> {
  const library = readFileSync(join(repository, 'node_modules/livekit-client/dist/livekit-client.umd.js'))
  const server = createServer((request, response) => {
    if (request.url === '/livekit.js') response.setHeader('content-type', 'text/javascript').end(library)
    else
      response
        .setHeader('content-type', 'text/html')
        .end(`<script src="/livekit.js"></script><script>${script}</script>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const file = join(folder, 'foreign-microphone.wav')
  await writeFile(file, wavOf(microphone, HEARING_RATE))
  const browser = await chromium.launch({
    executablePath: process.env['PARLEY_TEST_CHROMIUM']!,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--disable-quic',
      '--autoplay-policy=no-user-gesture-required',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${file}%noloop`,
    ],
  })
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.evaluate(([url, token]) => frontend.join(url, token), [entry.url, entry.token] as const)
  return {
    page,
    segments: () => page.evaluate(() => [...frontend.segments.values()]),
    agentState: () =>
      page.evaluate(
        () =>
          [...frontend.room.remoteParticipants.values()].find(({ isAgent }) => isAgent)?.attributes[
            'lk.agent.state'
          ],
      ),
    agentStates: () => page.evaluate(() => frontend.received.states),
    type: (text) =>
      page.evaluate(
        (message) => frontend.room.localParticipant.sendText(message, { topic: 'lk.chat' }),
        text,
      ) as Promise<never>,
    joinAndLeave: ({ url, token }) =>
      page.evaluate(([to, by]) => frontend.joinAndLeave(to, by), [url, token] as const),
    openMicrophone: () =>
      page.evaluate(() => frontend.room.localParticipant.setMicrophoneEnabled(true)) as Promise<never>,
    closeMicrophone: () =>
      page.evaluate(() => frontend.room.localParticipant.setMicrophoneEnabled(false)) as Promise<never>,
    events: () => page.evaluate(() => frontend.received.events),
    peakVolume: () => page.evaluate(() => frontend.received.peakVolume),
    async close() {
      await browser.close()
      server.close()
    },
  }
}

declare global {
  var frontend: {
    join(url: string, token: string): Promise<void>
    joinAndLeave(url: string, token: string): Promise<boolean>
    room: {
      remoteParticipants: Map<string, { isAgent: boolean; attributes: Record<string, string> }>
      localParticipant: {
        sendText(text: string, options: { topic: string }): Promise<unknown>
        setMicrophoneEnabled(on: boolean): Promise<unknown>
      }
    }
    segments: Map<string, Segment>
    received: { peakVolume: number; events: string[]; states: string[] }
  }
}
