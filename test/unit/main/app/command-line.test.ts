import { describe, expect, it } from 'vitest'
import { helpText, parseCommandLine } from '../../../../src/main/app/command-line.ts'
import { settingKeys, settingsTable } from '../../../../src/shared/settings.ts'

const parse = (argv: string[], env: Record<string, string> = {}, ignoreUnknown = false) =>
  parseCommandLine(argv, env, { ignoreUnknown })

describe('The command line', () => {
  it('gives what matters at the start only', () => {
    expect(parse(['--workspace', '/code', '--profile=/p', '--port', '8080'])).toEqual({
      tag: 'run',
      commandLine: {
        launch: {
          workspace: '/code',
          profile: '/p',
          port: 8080,
          gatewayOpen: false,
          trust: false,
          named: null,
        },
        flags: {},
        environment: {},
      },
    })
  })

  it('separates flags and environment, because saved values rank between them', () => {
    expect(parse(['--theme', 'dark'], { PARLEY_THEME: 'light', PARLEY_LOG_PII: 'true' })).toMatchObject({
      commandLine: { flags: { theme: 'dark' }, environment: { theme: 'light', logPii: true } },
    })
  })

  it('accepts a switch with and without a value', () => {
    expect(parse(['--log-pii', '--theme', 'dark'])).toMatchObject({
      commandLine: { flags: { logPii: true, theme: 'dark' } },
    })
    expect(parse(['--log-pii', 'false'])).toMatchObject({ commandLine: { flags: { logPii: false } } })
    expect(parse(['--talk-sounds', 'false'])).toMatchObject({ commandLine: { flags: { talkSounds: false } } })
  })

  it('trusts the folder of this start only if asked to', () => {
    const trusts = (argv: string[], env: Record<string, string> = {}): unknown => {
      const parsed = parse(argv, env)
      return parsed.tag === 'run' ? parsed.commandLine.launch.trust : parsed.tag
    }
    expect([trusts([]), trusts(['--trust']), trusts(['--trust', '--theme', 'dark'])]).toEqual([
      false,
      true,
      true,
    ])
    expect([trusts([], { PARLEY_TRUST: '1' }), trusts([], { PARLEY_TRUST: '0' })]).toEqual([true, false])
    expect(trusts(['--trust', 'false'], { PARLEY_TRUST: '1' })).toBe(false)
    expect(trusts([], { PARLEY_TRUST: 'perhaps' })).toBe('refused')
  })

  it('opens the gateway without a token only by flag or environment, and refuses other values', () => {
    const isOpen = (argv: string[], env = {}) => {
      const parsed = parse(argv, env)
      return parsed.tag === 'run' ? parsed.commandLine.launch.gatewayOpen : parsed
    }
    expect([isOpen([]), isOpen(['--gateway-open']), isOpen(['--gateway-open', '--theme', 'dark'])]).toEqual([
      false,
      true,
      true,
    ])
    expect([isOpen([], { PARLEY_GATEWAY_OPEN: '1' }), isOpen([], { PARLEY_GATEWAY_OPEN: 'true' })]).toEqual([
      true,
      true,
    ])
    expect(isOpen(['--gateway-open=false'], { PARLEY_GATEWAY_OPEN: 'true' })).toBe(false)
    expect(isOpen([], { PARLEY_GATEWAY_OPEN: 'maybe' })).toMatchObject({ tag: 'refused' })
    // Not a setting: the page can neither write nor read it.
    expect(settingKeys).not.toContain('gatewayOpen')
  })

  it.each([
    [['--brain', 'clippy'], '--brain must be builtin or acp or model or openclaw.'],
    [['--wrong'], 'There is no option --wrong. See --help for all options.'],
    [['--theme'], '--theme needs a value.'],
    [['--theme', '--log-pii'], '--theme needs a value.'],
    [['--port', '70000'], '--port must be a whole number from 0 to 65535.'],
    [['--port', 'x'], '--port must be a whole number from 0 to 65535.'],
  ])('explains what is wrong with %j', (argv, message) => {
    expect(parse(argv)).toEqual({ tag: 'refused', message })
  })

  it.each([
    ['http://localhost:7880', 'ws://localhost:7880'],
    ['https://harbour.livekit.cloud', 'wss://harbour.livekit.cloud'],
    ['WSS://harbour.livekit.cloud', 'wss://harbour.livekit.cloud'],
    ['ws://httpbin:7880', 'ws://httpbin:7880'],
  ])('accepts the address of a LiveKit server as LiveKit’s own tools do: %s', (LIVEKIT_URL, livekitUrl) => {
    expect(parse([], { LIVEKIT_URL })).toMatchObject({ commandLine: { environment: { livekitUrl } } })
  })

  it('says how an address begins', () => {
    expect(parse([], { LIVEKIT_URL: 'harbour:7880' })).toEqual({
      tag: 'refused',
      message: 'LIVEKIT_URL must be an address that begins with ws:// or wss://.',
    })
    expect(parse(['--livekit-token-url', 'harbour'])).toEqual({
      tag: 'refused',
      message: '--livekit-token-url must be an address that begins with http:// or https://.',
    })
  })

  it('names the environment variable that is wrong', () => {
    expect(parse([], { PARLEY_THEME: 'pink' })).toEqual({
      tag: 'refused',
      message: 'PARLEY_THEME must be system or light or dark.',
    })
  })

  it('accepts the flags and variables of earlier versions', () => {
    expect(
      parse(['--ears', 'service', '--ears-url=http://localhost:1'], { PARLEY_EARS_MODEL: 'tiny' }),
    ).toMatchObject({
      commandLine: {
        flags: { recognizer: 'service', recognizerUrl: 'http://localhost:1' },
        environment: { recognizerModel: 'tiny' },
      },
    })
    expect(parse(['--ears', 'off', '--recognizer', 'service'])).toMatchObject({
      commandLine: { flags: { recognizer: 'service' } },
    })
    expect(parse(['--ears', 'loud'])).toEqual({
      tag: 'refused',
      message: '--ears must be embedded or service or off.',
    })
    expect(helpText('parley')).not.toContain('--ears')
  })

  it('takes one argument without a flag as what to open, if that is allowed', () => {
    const named = (argv: string[]): unknown => {
      const parsed = parseCommandLine(argv, {}, { ignoreUnknown: true, takesName: true })
      return parsed.tag === 'run' ? parsed.commandLine.launch.named : parsed.tag
    }
    expect([named(['/code']), named(['--trust', '/code']), named(['--trust', 'true'])]).toEqual([
      '/code',
      '/code',
      null,
    ])
    expect(parse(['/code'])).toMatchObject({ tag: 'refused' })
  })

  it('ignores the switches of Electron and Chromium on the same line', () => {
    expect(
      parse(['--no-sandbox', '.', '--remote-debugging-port=0', '--theme', 'dark'], {}, true),
    ).toMatchObject({
      tag: 'run',
      commandLine: { flags: { theme: 'dark' } },
    })
  })

  it('lists every setting in its help, with flag, environment variable and default', () => {
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
