import { defineConfig } from '@playwright/test'
import type { Host } from './parley-fixture.ts'

const sounding = ['spoken*.spec.ts', 'talk*.spec.ts', 'voice*.spec.ts', 'speech*.spec.ts']
const electronOnly = ['*.electron.spec.ts', 'pictures.spec.ts']
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
    // Sound runs in real time, and does not wait for a machine that is busy with another window's: one at a time, beside
    // tests that can wait. They run in this order.
    { name: 'electron sound', use: { host: 'electron' }, testMatch: sounding, workers: 1 },
    { name: 'electron', use: { host: 'electron' }, testIgnore: [...sounding, ...pictures] },
    { name: 'browser', use: { host: 'browser' }, testIgnore: [...electronOnly, ...sounding, ...pictures] },
    {
      name: 'browser sound',
      use: { host: 'browser' },
      testMatch: sounding,
      testIgnore: electronOnly,
      workers: 1,
    },
  ],
})
