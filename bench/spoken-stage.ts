// The setup for measuring speech: the app in browser mode with its own recognizer and voice, a microphone that repeats a
// recording, and a probe at the loudspeaker.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from '@playwright/test'
import { repository } from '../build/repository.ts'
import { HEARING_RATE } from '../src/core/speech/hearing/samples.ts'
import { wavOf } from '../src/core/speech/hearing/wav.ts'
import { recordedEvent, type RecordedEvent } from '../src/shared/conversation.ts'
import { probeAudio } from '../test/e2e/audio-probe.ts'
import { createWorkspace, write } from '../test/e2e/workspace-fixture.ts'
import { createTempFolder } from '../test/temp-folder.ts'
import { chromiumOptions, VIEWPORT } from './stage.ts'

export interface SpokenStage {
  page: Page
  /** Stops everything and returns the journal. */
  close(): Promise<RecordedEvent[]>
}

interface Options {
  microphone: Int16Array
  args?: string[]
  /** Files besides those of the example workspace: texts by path. */
  files?: Record<string, string>
}

export async function openSpokenStage({ microphone, args = [], files = {} }: Options): Promise<SpokenStage> {
  const folder = createTempFolder()
  const workspace = await createWorkspace()
  for (const [path, text] of Object.entries(files)) await write(workspace.path, path, text)
  const file = join(folder.path, 'microphone.wav')
  writeFileSync(file, wavOf(microphone, HEARING_RATE))
  const profile = join(folder.path, 'profile')
  const server = spawn(
    process.execPath,
    [
      join(repository, 'out/main/serve.js'),
      '--workspace',
      workspace.path,
      '--trust',
      '--profile',
      profile,
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string]
  const options = chromiumOptions()
  const browser = await chromium.launch({
    ...options,
    args: [
      ...options.args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${file}`,
    ],
  })
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.goto((JSON.parse(line) as { url: string }).url)
  await probeAudio(page)
  await page.getByRole('button', { name: /^Voice: Flite/ }).waitFor()
  return {
    page,
    async close() {
      await browser.close()
      server.kill()
      await once(server, 'exit')
      const events = recordedIn(profile)
      await workspace.remove()
      folder.remove()
      return events
    },
  }
}

function recordedIn(profile: string): RecordedEvent[] {
  const folder = join(profile, 'sessions')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((log) => readFileSync(join(folder, log), 'utf8').trim().split('\n'))
    .flatMap((text) => {
      const parsed = recordedEvent.safeParse(JSON.parse(text))
      return parsed.success ? [parsed.data] : []
    })
}
