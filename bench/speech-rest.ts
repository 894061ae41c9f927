// What listening costs: processor time and memory of all of Parley's processes with the microphone closed, ready, hands-free in
// a quiet room, and during speech, compared with the same app without a recognizer.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { _electron } from '@playwright/test'
import { testElectron } from '../build/electron-runtime.ts'
import { repository } from '../build/repository.ts'
import { HEARING_RATE, joined } from '../src/core/speech/hearing/samples.ts'
import { wavOf } from '../src/core/speech/hearing/wav.ts'
import { quietRoom } from '../test/e2e/spoken-conversation.ts'
import { recordings } from '../test/speech-fixtures.ts'
import { createTempFolder } from '../test/temp-folder.ts'
import type { Figure } from './measure.ts'
import { memoryOf, secondsOf } from './process-cost.ts'

/** Long enough to include periodic work. */
const WATCHED_MS = 15_000

interface Cost {
  /** Of one core. */
  share: number
  megabytes: number
}

export async function benchSpeechRest(): Promise<Figure[]> {
  const electron = await testElectron()
  if (electron.tag === 'absent' || process.platform !== 'linux') return []
  const folder = createTempFolder()
  const quiet = join(folder.path, 'quiet.wav')
  // Pure zeros would count as a microphone that is switched off.
  writeFileSync(quiet, wavOf(quietRoom(5), HEARING_RATE))
  const talk = join(folder.path, 'talk.wav')
  const clips = recordings('commands').slice(0, 5)
  const spoken = joined(clips.flatMap(({ samples }) => [samples, quietRoom(1)]))
  writeFileSync(talk, wavOf(spoken, HEARING_RATE))

  async function costOf(file: string, args: string[], press: boolean): Promise<Cost> {
    const app = await _electron.launch({
      executablePath: electron.tag === 'absent' ? '' : electron.path,
      chromiumSandbox: process.getuid?.() !== 0,
      args: [
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-audio-capture=${file}`,
        '--use-fake-ui-for-media-stream',
        repository,
        '--profile',
        join(folder.path, 'profile'),
        '--workspace',
        folder.path,
        '--voice',
        'off',
        ...args,
      ],
    })
    const page = await app.firstWindow()
    const line = page.locator('.talk-line strong')
    if (!args.includes('off')) await line.filter({ hasText: /^(?:Hold|Press) Space/ }).waitFor()
    if (press) {
      await page.keyboard.press('Space')
      await line.filter({ hasText: 'Listening' }).waitFor()
    }
    // Background work of the start is done by then.
    await passed(WATCHED_MS / 3)
    const cost = await watched(app.process().pid!)
    await app.close()
    return cost
  }

  const withoutRecognizer = await costOf(quiet, ['--ears', 'off'], false)
  const rows: [string, Cost][] = [
    ['at rest, microphone closed', await costOf(quiet, [], false)],
    ['at rest, microphone ready', await costOf(quiet, ['--microphone-ready', 'always'], false)],
    ['at rest, hands-free in a quiet room', await costOf(quiet, ['--talk-mode', 'hands-free'], true)],
    ['busy, hands-free during speech', await costOf(talk, ['--talk-mode', 'hands-free'], true)],
  ]
  folder.remove()
  return rows.flatMap(([what, cost]) => [
    {
      what: `processor, ${what}`,
      ours: `${(cost.share * 100).toFixed(1)} % of a core`,
      peer: `${(withoutRecognizer.share * 100).toFixed(1)} % of a core, the app without a recognizer`,
      ratio: cost.share / withoutRecognizer.share,
    },
    {
      what: `memory, ${what}`,
      ours: `${Math.round(cost.megabytes)} MB`,
      peer: `${Math.round(withoutRecognizer.megabytes)} MB, the app without a recognizer`,
      ratio: cost.megabytes / withoutRecognizer.megabytes,
    },
  ])
}

async function watched(root: number): Promise<Cost> {
  const before = secondsOf(root)
  await passed(WATCHED_MS)
  const used = secondsOf(root) - before
  return { share: used / (WATCHED_MS / 1000), megabytes: memoryOf(root) }
}
