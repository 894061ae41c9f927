import { defineConfig } from '@playwright/test'
import type { Host } from './parley-fixture.ts'

/** Audio runs in real time and suffers on a busy machine: these tests run alone, one at a time. */
const audio = ['spoken*.spec.ts', 'talk.spec.ts', 'talk-{playback,unplugged.electron}.spec.ts']
const electronOnly = ['*.electron.spec.ts', 'pictures.spec.ts', 'room-mixed-clients.spec.ts']
/** Pages that only a browser opens. */
const browserOnly = ['*vela*.spec.ts']
/** Tests of what depends on the host: how the page connects, what it may do, folders, keys and the room. */
const inBothHosts = [
  'conversation.spec.ts',
  'devices.spec.ts',
  'folders.spec.ts',
  'hostile.spec.ts',
  'keyboard.spec.ts',
  'room.spec.ts',
  'room-lost.spec.ts',
  'trust.spec.ts',
]
const packaged = ['packaged-{contents,failures,updates}.spec.ts']
const packagedAudio = ['packaged.spec.ts']
const pictures = process.env['PARLEY_PICTURES'] ? [] : ['pictures.spec.ts']

/** The main stories run in `npm test`, in Electron; the rest of the suite leaves them out there. */
const stories = process.env['PARLEY_TEST_STORIES']
const main = /@main/
const tier = stories === 'main' ? { grep: main } : {}
const withoutMain = stories === 'rest' ? [main] : []

export default defineConfig<{ host: Host }>({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../../.cache/e2e',
  // Tests mostly wait: for a window to open, for a reply to be spoken.
  workers: 2,
  // Limits for hangs, far above what a busy machine needs.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../../.cache/reports/playwright.json' },
    ],
  ],
  projects: [
    // The installed app, packaged once. First, because it has one worker: at the end the other would have nothing to do.
    { name: 'packaged', testMatch: packaged, workers: 1 },
    {
      name: 'electron',
      use: { host: 'electron' },
      testIgnore: [...browserOnly, ...audio, 'packaged*.spec.ts', ...pictures],
      grepInvert: withoutMain,
      ...tier,
    },
    {
      name: 'electron audio',
      use: { host: 'electron' },
      testMatch: audio,
      testIgnore: browserOnly,
      grepInvert: withoutMain,
      workers: 1,
      ...tier,
    },
    {
      name: 'browser',
      use: { host: 'browser' },
      testMatch: [...inBothHosts, ...browserOnly],
      testIgnore: audio,
      grepInvert: /@one-host/,
    },
    {
      name: 'browser audio',
      use: { host: 'browser' },
      testMatch: audio,
      testIgnore: electronOnly,
      grepInvert: /@one-host/,
      workers: 1,
    },
    { name: 'packaged audio', testMatch: packagedAudio, grepInvert: withoutMain, workers: 1, ...tier },
  ],
})
