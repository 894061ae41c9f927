import { defineConfig } from '@playwright/test'
import type { Host } from './parley-fixture.ts'

export default defineConfig<{ host: Host }>({
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: process.env['PARLEY_PICTURES'] ? [] : ['pictures.spec.ts'],
  globalSetup: './global-setup.ts',
  outputDir: '../../.cache/e2e',
  // Two cores, and a window each: one at a time is quickest.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../../.cache/reports/playwright.json' },
    ],
  ],
  projects: [
    { name: 'electron', use: { host: 'electron' } },
    { name: 'browser', use: { host: 'browser' }, testIgnore: ['*.electron.spec.ts', 'pictures.spec.ts'] },
  ],
})
