import { describe, expect, it } from 'vitest'
import { helpText, parseCommandLine } from '../../../src/core/command-line.ts'
import { settingKeys, settingsTable } from '../../../src/shared/settings.ts'

const parse = (argv: string[], env: Record<string, string> = {}, ignoreUnknown = false) =>
  parseCommandLine(argv, env, { ignoreUnknown })

describe('the command line', () => {
  it('gives what only matters at the start', () => {
    expect(parse(['--workspace', '/code', '--profile=/p', '--port', '8080'])).toEqual({
      tag: 'run',
      commandLine: {
        launch: { workspace: '/code', profile: '/p', port: 8080, named: null },
        flags: {},
        environment: {},
      },
    })
  })

  it('keeps flags and environment apart, since what was saved comes between them', () => {
    expect(parse(['--theme', 'dark'], { PARLEY_THEME: 'light', PARLEY_LOG_PII: 'true' })).toMatchObject({
      commandLine: { flags: { theme: 'dark' }, environment: { theme: 'light', logPii: true } },
    })
  })

  it('takes a switch with a value or without', () => {
    expect(parse(['--log-pii', '--theme', 'dark'])).toMatchObject({
      commandLine: { flags: { logPii: true, theme: 'dark' } },
    })
    expect(parse(['--log-pii', 'false'])).toMatchObject({ commandLine: { flags: { logPii: false } } })
    expect(parse(['--talk-sounds', 'false'])).toMatchObject({ commandLine: { flags: { talkSounds: false } } })
  })

  it.each([
    [['--brain', 'clippy'], '--brain must be builtin or openclaw.'],
    [['--wrong'], 'There is no option --wrong. --help lists those there are.'],
    [['--theme'], '--theme needs a value.'],
    [['--theme', '--log-pii'], '--theme needs a value.'],
    [['--port', '70000'], '--port must be a whole number from 0 to 65535.'],
    [['--port', 'x'], '--port must be a whole number from 0 to 65535.'],
  ])('says what is wrong with %j', (argv, message) => {
    expect(parse(argv)).toEqual({ tag: 'refused', message })
  })

  it.each([
    ['http://localhost:7880', 'ws://localhost:7880'],
    ['https://harbour.livekit.cloud', 'wss://harbour.livekit.cloud'],
    ['WSS://harbour.livekit.cloud', 'wss://harbour.livekit.cloud'],
    ['ws://httpbin:7880', 'ws://httpbin:7880'],
  ])('takes the address of a LiveKit server as LiveKit’s own tools do: %s', (LIVEKIT_URL, livekitUrl) => {
    expect(parse([], { LIVEKIT_URL })).toMatchObject({ commandLine: { environment: { livekitUrl } } })
  })

  it('says how an address of a room begins', () => {
    expect(parse([], { LIVEKIT_URL: 'harbour:7880' })).toEqual({
      tag: 'refused',
      message: 'LIVEKIT_URL must be an address that begins with ws:// or wss://.',
    })
    expect(parse(['--livekit-token-url', 'harbour'])).toEqual({
      tag: 'refused',
      message: '--livekit-token-url must be an address that begins with http:// or https://.',
    })
  })

  it('says which environment name is wrong', () => {
    expect(parse([], { PARLEY_THEME: 'pink' })).toEqual({
      tag: 'refused',
      message: 'PARLEY_THEME must be system or light or dark.',
    })
  })

  it('passes over the switches of Electron and Chromium where they share the line', () => {
    expect(
      parse(['--no-sandbox', '.', '--remote-debugging-port=0', '--theme', 'dark'], {}, true),
    ).toMatchObject({
      tag: 'run',
      commandLine: { flags: { theme: 'dark' } },
    })
  })

  it('lists every setting in its help, with flag, environment name and default', () => {
    const help = helpText('parley')
    for (const key of settingKeys) {
      const { flag, env, default: usual } = settingsTable[key]
      const line = help.split('\n').find((one) => one.includes(`  ${flag} `))
      expect(line).toContain(env)
      expect(line).toContain(String(usual))
    }
    for (const flag of ['--workspace', '--profile', '--port']) expect(help).toContain(flag)
  })
})
