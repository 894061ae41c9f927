import { expect, it } from 'vitest'
import { diagnosticsText } from '../../../../src/core/app/diagnostics.ts'
import {
  afterUncaughtError,
  crashBefore,
  noRuns,
  opensAtStart,
} from '../../../../src/core/app/crash-record.ts'
import { defaultSettings } from '../../../../src/shared/settings.ts'

it('Diagnostics contain settings and logs, but no spoken text, path or address', () => {
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
    agent: 'error: the model does not answer',
    log: [
      '{"level":"warn","message":"speech process ended","code":1,"pii":{"words":"secret words"}}',
      'secret that is no JSON',
    ],
  })
  expect(text).not.toContain('secret')
  expect(text).toContain('version: 1.2.3')
  expect(text).toContain('theme: dark')
  expect(text).toContain('  error: the model does not answer')
  expect(text).toContain('livekitUrl: set')
  expect(text).toContain('recognizerUrl: empty')
  expect(text).toContain('"message":"speech process ended","code":1')
})

it('The app restarts after an uncaught error, but not again and again', () => {
  const first = afterUncaughtError({ ...noRuns, running: true }, 1000)
  const second = afterUncaughtError(first.record, 2000)
  const third = afterUncaughtError(second.record, 3000)
  expect([first.restart, second.restart, third.restart]).toEqual([true, true, false])
  expect(afterUncaughtError(second.record, 1_000_000).restart).toBe(true)
  // Each start after one says so.
  expect(crashBefore(first.record)?.message).toContain('stopped unexpectedly')
  expect(crashBefore(noRuns)).toBeNull()
})

it('An app that restarts itself opens the folder that was open, not the one of its command line', () => {
  const { record } = afterUncaughtError({ ...noRuns, running: true, folder: '/b' }, 1000)
  expect(opensAtStart(record, { workspace: '/a', named: null })).toEqual({ workspace: '/b', named: null })
  expect(opensAtStart(record, { workspace: null, named: '/a' })).toEqual({ workspace: '/b', named: null })
})
