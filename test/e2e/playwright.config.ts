import { defineConfig } from '@playwright/test'
import type { Host } from './parley-fixture.ts'

/** What is damaged on a busy machine; how talking looks, and which keys begin it, is not. */
const sounding = [
  'spoken*.spec.ts',
  'talk.spec.ts',
  'talk-{sound,unplugged.electron}.spec.ts',
  'voice*.spec.ts',
  'speech*.spec.ts',
]
const electronOnly = ['*.electron.spec.ts', 'pictures.spec.ts']
/** A page of a browser is in it beside the window already. */
const electronEnough = ['room-together.spec.ts']
/** Pages of a browser, whoever serves them. */
const browserOnly = ['*vela*.spec.ts']
const packaged = ['packaged-{inside,updates}.spec.ts']
const packagedSounding = ['packaged.spec.ts', 'packaged-troubles.spec.ts']
const pictures = process.env['PARLEY_PICTURES'] ? [] : ['pictures.spec.ts']

export default defineConfig<{ host: Host }>({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../../.cache/e2e',
  // Much of a test is waiting: for a window to open, for words to be spoken.
  workers: 2,
  // Limits for what hangs, far above what a busy machine needs.
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
    // Sound runs in real time, and does not wait for a machine that is busy: npm test runs those with sound by themselves,
    // one at a time.
    {
      name: 'electron sound',
      use: { host: 'electron' },
      testMatch: sounding,
      testIgnore: browserOnly,
      workers: 1,
    },
    {
      name: 'electron',
      use: { host: 'electron' },
      testIgnore: [...browserOnly, ...sounding, 'packaged*.spec.ts', ...pictures],
      // It is the same page in both: each look of it is looked at in one of them.
      grepInvert: /accessibility\.spec\.ts.*high contrast/,
    },
    {
      name: 'browser',
      use: { host: 'browser' },
      testIgnore: [...electronOnly, ...electronEnough, ...sounding, 'packaged*.spec.ts', ...pictures],
      grepInvert: [/accessibility\.spec\.ts.*normal contrast/, /@one-host/],
    },
    {
      name: 'browser sound',
      use: { host: 'browser' },
      testMatch: sounding,
      testIgnore: electronOnly,
      grepInvert: /@one-host/,
      workers: 1,
    },
    // The app as it is installed, packaged once.
    { name: 'packaged', testMatch: packaged, workers: 1 },
    { name: 'packaged sound', testMatch: packagedSounding, workers: 1 },
  ],
})
