import { describe, expect, it } from 'vitest'
import { clientWires } from '../../../src/client/wires.ts'
import { clientHelp, parseClientCommand } from '../../../src/client/options.ts'

const parse = (line: string, env: Record<string, string> = {}) => parseClientCommand(line.split(' '), env)

describe('the command line of the client', () => {
  it('has a default for everything', () => {
    expect(parse('g2 --text hello')).toMatchObject({
      tag: 'speak',
      options: {
        wire: { wire: { id: 'g2' } },
        text: 'hello',
        gateway: new URL('ws://127.0.0.1:8765'),
        token: null,
        auth: 'query',
        faults: null,
        count: 1,
        timeoutMs: 30_000,
        json: false,
      },
    })
    expect(parse('conform')).toMatchObject({ tag: 'conform', options: { wires: clientWires, slow: false } })
  })

  it('accepts every option', () => {
    const line =
      'voice-ide --url=wss://host/base --token T --auth frame --text hi --session s --after e --count 3 ' +
      '--faults drop=0.5 --faults-on both --seed 9 --json --timeout 2.5'
    expect(parse(line)).toMatchObject({
      tag: 'speak',
      options: {
        gateway: new URL('wss://host/base'),
        token: 'T',
        auth: 'frame',
        given: { '--session': 's', '--after': 'e' },
        count: 3,
        faults: { drop: 0.5 },
        faultsOn: 'both',
        seed: 9,
        json: true,
        timeoutMs: 2_500,
      },
    })
    expect(parse('vela --live --wav a.wav --realtime')).toMatchObject({
      options: { given: { '--live': '' }, wav: 'a.wav', realtime: true },
    })
    expect(parse('conform vela --slow --wav a.wav')).toMatchObject({
      options: { wires: [{ wire: { id: 'vela' } }], slow: true, wav: 'a.wav' },
    })
  })

  it('reads the token from the same environment variable as the gateway', () => {
    expect(parse('g2 --text a', { GATEWAY_TOKEN: 'E' })).toMatchObject({ options: { token: 'E' } })
    expect(parse('g2 --text a --token T', { GATEWAY_TOKEN: 'E' })).toMatchObject({ options: { token: 'T' } })
  })

  it.each([
    ['g3', 'Unknown command g3.'],
    ['conform g3', 'Unknown wire g3.'],
    ['g2 --wrong', 'Unknown option --wrong.'],
    ['g2 hello', 'Unknown option hello.'],
    ['g2 --text', '--text needs a value.'],
    ['g2 --text --json', '--text needs a value.'],
    ['g2 --url http://x', '--url must start with ws:// or wss://.'],
    ['g2 --auth cookie', '--auth must be query or frame.'],
    ['g2 --text a --wav b', 'Use either --text or --wav.'],
    ['g2 --text a --live', '--live is an option of vela.'],
    ['vela --live --mocked', 'Use either --live or --mocked.'],
    ['vela --live --text a', 'The live pipeline takes audio, not text.'],
    ['voice-ide --wav a', 'VoiceIDE carries text, not audio'],
    ['voice-ide --text a --after e', '--after needs --session.'],
    ['g2 --text a --session s', '--session is an option of voice-ide.'],
    ['g2 --faults drop=9', '--faults must look like'],
    ['g2 --count 0', '--count must be a whole number'],
    ['g2 --count 1.5', '--count must be a whole number'],
    ['g2 --timeout no', '--timeout must be a number'],
    ['g2 --seed -1', '--seed must be a whole number'],
    ['g2 --slow', '--slow is an option of conform.'],
    ['conform --text a', '--text is not an option of conform.'],
  ])('says what is wrong with %j', (line, message) => {
    expect(parse(line)).toMatchObject({ tag: 'refused', message: expect.stringContaining(message) })
  })

  it('has help, which names every option', () => {
    expect(parse('--help')).toEqual({ tag: 'help' })
    expect(parse('g2 -h')).toEqual({ tag: 'help' })
    expect(parseClientCommand([], {})).toEqual({ tag: 'help' })
    for (const flag of ['--url', '--faults', '--slow', '--help']) expect(clientHelp()).toContain(flag)
  })
})
