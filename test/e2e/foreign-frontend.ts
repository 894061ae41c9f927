// A frontend that knows LiveKit and nothing of Parley: it joins with a token, opens its microphone, shows transcriptions,
// types into the chat, and plays the agent.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { repository } from '../../build/repository.ts'
import { HEARING_RATE } from '../../src/core/ears/samples.ts'
import { wavOf } from '../../src/core/ears/wav.ts'

interface Said {
  sender: string
  segment: string
  text: string
}

interface Foreign {
  /** What was said, by segment, as it stands. */
  said(): Promise<Said[]>
  agentState(): Promise<string | undefined>
  /** All that the agent said it was doing, in order. */
  agentStates(): Promise<string[]>
  type(text: string): Promise<void>
  /** Somebody else, in the same browser, joins, looks for the agent and leaves. Gives whether it was there. */
  comeAndGo(entry: { url: string; token: string }): Promise<boolean>
  openMicrophone(): Promise<void>
  closeMicrophone(): Promise<void>
  /** The packets of `ganglia-events`, as they came. */
  events(): Promise<string[]>
  /** The loudest the agent has been so far, as root mean square of a moment, from 0 to 1. */
  loudest(): Promise<number>
  page: Page
  close(): Promise<void>
}

/** All of it in the page, as a frontend would have it. */
const script = `
  // A busy machine takes longer to connect than the library waits by itself.
  const patience = { websocketTimeout: 60_000, peerConnectionTimeout: 60_000 }
  const room = new LivekitClient.Room()
  const said = new Map()
  const heard = { loudest: 0, events: [], states: [] }
  room.registerTextStreamHandler('lk.transcription', async (reader, { identity }) => {
    const segment = reader.info.attributes['lk.segment_id']
    const mine = { sender: identity, segment, text: '' }
    said.set(segment, mine)
    for await (const piece of reader) mine.text += piece
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
      heard.loudest = Math.max(heard.loudest, Math.sqrt(power))
    }, 20)
  })
  room.on('dataReceived', (bytes, from, kind, topic) => {
    if (topic === 'ganglia-events') heard.events.push(new TextDecoder().decode(bytes))
  })
  room.on('participantAttributesChanged', (changed, who) => {
    if (who.isAgent && changed['lk.agent.state']) heard.states.push(changed['lk.agent.state'])
  })
  // LiveKit's library may give up a server that was away; then whoever sits before the page presses its button again.
  let joining = false
  const again = async (url, token) => {
    if (joining) return
    joining = true
    const isIn = () => room.connect(url, token, patience).then(() => true, () => false)
    while (!(await isIn())) await new Promise((resolve) => setTimeout(resolve, 500))
    joining = false
  }
  const join = async (url, token) => {
    await room.connect(url, token, patience)
    room.on('disconnected', () => again(url, token))
  }
  const comeAndGo = async (url, token) => {
    const another = new LivekitClient.Room()
    await another.connect(url, token, patience)
    const found = [...another.remoteParticipants.values()].some(({ isAgent }) => isAgent)
    await another.disconnect()
    return found
  }
  window.frontend = { room, said, heard, join, comeAndGo }
`

export async function openForeignFrontend(
  entry: { url: string; token: string },
  { microphone, folder }: { microphone: Int16Array; folder: string },
): Promise<Foreign> {
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
    said: () => page.evaluate(() => [...frontend.said.values()]),
    agentState: () =>
      page.evaluate(
        () =>
          [...frontend.room.remoteParticipants.values()].find(({ isAgent }) => isAgent)?.attributes[
            'lk.agent.state'
          ],
      ),
    agentStates: () => page.evaluate(() => frontend.heard.states),
    type: (text) =>
      page.evaluate(
        (words) => frontend.room.localParticipant.sendText(words, { topic: 'lk.chat' }),
        text,
      ) as Promise<never>,
    comeAndGo: ({ url, token }) =>
      page.evaluate(([to, by]) => frontend.comeAndGo(to, by), [url, token] as const),
    openMicrophone: () =>
      page.evaluate(() => frontend.room.localParticipant.setMicrophoneEnabled(true)) as Promise<never>,
    closeMicrophone: () =>
      page.evaluate(() => frontend.room.localParticipant.setMicrophoneEnabled(false)) as Promise<never>,
    events: () => page.evaluate(() => frontend.heard.events),
    loudest: () => page.evaluate(() => frontend.heard.loudest),
    async close() {
      await browser.close()
      server.close()
    },
  }
}

declare global {
  var frontend: {
    join(url: string, token: string): Promise<void>
    comeAndGo(url: string, token: string): Promise<boolean>
    room: {
      remoteParticipants: Map<string, { isAgent: boolean; attributes: Record<string, string> }>
      localParticipant: {
        sendText(text: string, options: { topic: string }): Promise<unknown>
        setMicrophoneEnabled(on: boolean): Promise<unknown>
      }
    }
    said: Map<string, Said>
    heard: { loudest: number; events: string[]; states: string[] }
  }
}
