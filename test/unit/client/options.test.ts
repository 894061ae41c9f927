import { describe, expect, it } from 'vitest'
import { clientHelp, parseClientCommand } from '../../../src/client/options.ts'

const parse = (line: string, env: Record<string, string> = {}) => parseClientCommand(line.split(' '), env)

describe('the command line of the client', () => {
  it('has a usual way for everything', () => {
    expect(parse('g2 --text hello')).toMatchObject({
      tag: 'speak',
      options: {
        wire: 'g2',
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
    expect(parse('conform')).toMatchObject({ tag: 'conform', options: { subject: 'all', slow: false } })
  })

  it('takes every option', () => {
    const line =
      'voice-ide --url=wss://host/base --token T --auth frame --text hi --session s --after e --count 3 ' +
      '--faults drop=0.5 --faults-on both --seed 9 --json --timeout 2.5'
    expect(parse(line)).toMatchObject({
      tag: 'speak',
      options: {
        gateway: new URL('wss://host/base'),
        token: 'T',
        auth: 'frame',
        session: 's',
        after: 'e',
        count: 3,
        faults: { drop: 0.5 },
        faultsOn: 'both',
        seed: 9,
        json: true,
        timeoutMs: 2_500,
      },
    })
    expect(parse('vela --live --wav a.wav --realtime')).toMatchObject({
      options: { pipeline: 'live', wav: 'a.wav', realtime: true },
    })
    expect(parse('conform vela --slow --wav a.wav')).toMatchObject({
      options: { subject: 'vela', slow: true, wav: 'a.wav' },
    })
  })

  it('finds the token in the environment, where the gateway looks for it, too', () => {
    expect(parse('g2 --text a', { GATEWAY_TOKEN: 'E' })).toMatchObject({ options: { token: 'E' } })
    expect(parse('g2 --text a --token T', { GATEWAY_TOKEN: 'E' })).toMatchObject({ options: { token: 'T' } })
  })

  it.each([
    ['g3', 'There is no g3.'],
    ['conform g3', 'There is no g3 to check.'],
    ['g2 --wrong', 'There is no option --wrong.'],
    ['g2 hello', 'There is no option hello.'],
    ['g2 --text', '--text needs a value.'],
    ['g2 --text --json', '--text needs a value.'],
    ['g2 --url http://x', '--url must be an address that begins with ws:// or wss://.'],
    ['g2 --auth cookie', '--auth must be query or frame.'],
    ['g2 --text a --wav b', 'Either --text or --wav, not both.'],
    ['g2 --text a --live', '--live and --mocked are for vela.'],
    ['vela --live --mocked', 'Either --live or --mocked, not both.'],
    ['vela --live --text a', 'Live, vela carries sound and no words.'],
    ['voice-ide --wav a', 'voice-ide carries words and no sound'],
    ['voice-ide --text a --after e', '--after needs the --session'],
    ['g2 --text a --session s', '--session and --after are for voice-ide.'],
    ['g2 --faults drop=9', '--faults must be such as'],
    ['g2 --count 0', '--count must be a whole number'],
    ['g2 --count 1.5', '--count must be a whole number'],
    ['g2 --timeout no', '--timeout must be a number'],
    ['g2 --seed -1', '--seed must be a whole number'],
    ['g2 --slow', '--slow is not for talking.'],
    ['conform --text a', '--text is not for conform.'],
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
