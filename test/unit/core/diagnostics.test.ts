import { expect, it } from 'vitest'
import { diagnosticsText } from '../../../src/core/diagnostics.ts'
import { afterMistake, mishapBefore, noRuns, opensAtStart } from '../../../src/core/run-record.ts'
import { defaultSettings } from '../../../src/shared/settings.ts'

it('Diagnostics tell what was chosen and logged, and nothing that was said, no path and no address', () => {
  const text = diagnosticsText({
    about: { version: '1.2.3', system: 'linux' },
    settings: {
      ...defaultSettings,
      theme: 'dark',
      logPii: true,
      openclawHost: 'secret.example',
      livekitUrl: 'wss://secret.example',
      livekitProgram: '/home/ada/secret',
    },
    log: [
      '{"level":"warn","message":"speech process ended","code":1,"pii":{"words":"secret words"}}',
      'secret that is no JSON',
    ],
  })
  expect(text).not.toContain('secret')
  expect(text).toContain('version: 1.2.3')
  expect(text).toContain('theme: dark')
  expect(text).toContain('livekitUrl: something')
  expect(text).toContain('earsUrl: nothing')
  expect(text).toContain('"message":"speech process ended","code":1')
})

it('After a mistake the app starts again, but not for ever', () => {
  const first = afterMistake({ ...noRuns, running: true }, 1000)
  const second = afterMistake(first.record, 2000)
  const third = afterMistake(second.record, 3000)
  expect([first.restart, second.restart, third.restart]).toEqual([true, true, false])
  expect(afterMistake(second.record, 1_000_000).restart).toBe(true)
  // Each start after one says so.
  expect(mishapBefore(first.record)?.message).toContain('stopped unexpectedly')
  expect(mishapBefore(noRuns)).toBeNull()
})

it('An app that starts itself again opens what was open, and not what it had been started with', () => {
  const { record } = afterMistake({ ...noRuns, running: true, folder: '/b' }, 1000)
  expect(opensAtStart(record, { workspace: '/a', named: null })).toEqual({ workspace: '/b', named: null })
  expect(opensAtStart(record, { workspace: null, named: '/a' })).toEqual({ workspace: '/b', named: null })
})
