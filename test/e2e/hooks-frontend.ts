// A page with LiveKit's React hooks in a real browser whose microphone plays a recording.
import { once } from 'node:events'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { chromium, type Locator, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { HEARING_RATE } from '../../src/core/speech/hearing/samples.ts'
import { wavOf } from '../../src/core/speech/hearing/wav.ts'
import { fakeMicrophone, isRoot } from './parley-fixture.ts'

export interface HooksFrontend {
  page: Page
  /** What the page shows: its connection, and the agent's state from each hook. */
  status(what: 'Connection' | 'Agent' | 'Voice assistant' | 'Failure'): Locator
  messages: Locator
  start(): Promise<void>
  type(text: string): Promise<void>
  /** Opens the microphone, which starts the recording. */
  openMicrophone(): Promise<void>
  /** Resolves once the agent's voice plays. */
  waitForVoice(): Promise<void>
  close(): Promise<void>
}

const contentTypes: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Louder than background noise, as a voice is; from 0 to 1. */
const VOICE_VOLUME = 0.02

interface Options {
  /** What the microphone plays once it is open. */
  microphone?: Int16Array
  /** Whether the microphone opens while the page connects; the default is true if there is a recording. */
  opensMicrophone?: boolean
  folder: string
}

export async function openHooksFrontend(
  entry: { url: string; token: string },
  { microphone, opensMicrophone = microphone !== undefined, folder: parent }: Options,
): Promise<HooksFrontend> {
  const folder = await mkdtemp(join(parent, 'hooks-'))
  const outDir = join(folder, 'page')
  await build({
    root: join(import.meta.dirname, 'hooks-page'),
    configFile: false,
    plugins: [react()],
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 4096 },
  })
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname
    const file = path === '/' ? 'index.html' : path.slice(1)
    readFile(join(outDir, file)).then(
      (bytes) => response.setHeader('content-type', contentTypes[extname(file)] ?? 'text/plain').end(bytes),
      () => response.writeHead(404).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const file = join(folder, 'microphone.wav')
  await writeFile(file, wavOf(microphone ?? new Int16Array(HEARING_RATE), HEARING_RATE))
  const browser = await chromium.launch({
    executablePath: process.env['PARLEY_TEST_CHROMIUM']!,
    chromiumSandbox: !isRoot,
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--disable-quic',
      '--autoplay-policy=no-user-gesture-required',
      ...fakeMicrophone(file),
    ],
  })
  const page = await browser.newPage()
  const parameters = new URLSearchParams({ ...entry, microphone: opensMicrophone ? 'on' : 'off' })
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/#${parameters.toString()}`)
  return {
    page,
    status: (what) => page.getByRole('status', { name: what, exact: true }),
    messages: page.getByRole('list', { name: 'Messages' }).getByRole('listitem'),
    start: () => page.getByRole('button', { name: 'Start' }).click(),
    async type(text) {
      await page.getByRole('textbox', { name: 'Message' }).fill(text)
      await page.keyboard.press('Enter')
    },
    openMicrophone: () => page.getByRole('button', { name: 'Microphone' }).click(),
    async waitForVoice() {
      await page.evaluate(
        (volume) =>
          new Promise<void>((resolve) => {
            const context = new AudioContext()
            const samples = new Float32Array(2048)
            const analysers = new Map<MediaProvider, AnalyserNode>()
            const check = (): void => {
              for (const { srcObject: stream } of document.querySelectorAll('audio')) {
                if (!(stream instanceof MediaStream) || analysers.has(stream)) continue
                const analyser = new AnalyserNode(context, { fftSize: samples.length })
                context.createMediaStreamSource(stream).connect(analyser)
                analysers.set(stream, analyser)
              }
              for (const analyser of analysers.values()) {
                analyser.getFloatTimeDomainData(samples)
                if (samples.some((sample) => Math.abs(sample) > volume)) return resolve(context.close())
              }
              setTimeout(check, 20)
            }
            check()
          }),
        VOICE_VOLUME,
      )
    },
    async close() {
      await browser.close()
      server.close()
    },
  }
}
