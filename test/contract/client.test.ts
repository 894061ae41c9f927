// The client that ships with the app, against a correct gateway over real sockets.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/client/clock.ts'
import { report } from '../../src/client/conform/report.ts'
import { parseClientCommand } from '../../src/client/options.ts'
import { speak } from '../../src/client/speak.ts'
import { wavOf } from '../../src/core/speech/hearing/wav.ts'
import { samplesOfBytes } from '../../src/core/speech/pcm.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { spoken } from '../fakes/fake-g2-gateway.ts'
import { startFakeWires, type FakeWires, type FakeWiresOptions } from '../fakes/fake-wires.ts'
import { freePort } from '../free-port.ts'
import { createTempFolder } from '../temp-folder.ts'

const atEnd: (() => unknown)[] = []
afterEach(async () => {
  for (const end of atEnd.splice(0)) await end()
})

async function started(options: FakeWiresOptions = {}): Promise<FakeWires> {
  const gateway = await startFakeWires(options)
  atEnd.push(() => gateway.close())
  return gateway
}

function wavFile(samples: Int16Array, rate: number): string {
  const folder = createTempFolder()
  atEnd.push(() => folder.remove())
  const path = join(folder.path, 'said.wav')
  writeFileSync(path, wavOf(samples, rate))
  return path
}

interface Shown {
  direction?: 'sent' | 'received'
  frame?: Record<string, unknown>
  bytes?: number
  note?: string
}

interface Circumstances {
  typed?: AsyncIterable<string>
  clock?: Clock
  /** Receives each line as it is written. */
  onShown?(shown: Shown): void
}

/** Runs it like the command line, and returns its exit code and its output. */
async function run(
  gateway: FakeWires | URL,
  line: string[],
  { typed, clock = systemClock, onShown = () => {} }: Circumstances = {},
) {
  const url = gateway instanceof URL ? gateway : gateway.url
  const command = parseClientCommand([line[0]!, '--url', url.href, '--json', ...line.slice(1)], {})
  if (command.tag !== 'speak') throw new Error(JSON.stringify(command))
  let written = ''
  let complaints = ''
  const code = await speak(command.options, {
    clock,
    write(text) {
      written += text
      onShown(JSON.parse(text) as Shown)
    },
    complain: (text) => void (complaints += text),
    typed: typed ?? null,
  })
  const shown = written
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as Shown)
  const frames = (direction: 'sent' | 'received'): Record<string, unknown>[] =>
    shown.flatMap((one) => (one.direction === direction && one.frame ? [one.frame] : []))
  return {
    code,
    complaints,
    sent: frames('sent'),
    received: frames('received'),
    soundBytes: shown.reduce((sum, one) => sum + (one.bytes ?? 0), 0),
    notes: shown.flatMap(({ note }) => note ?? []),
  }
}

const typesOf = (frames: readonly Record<string, unknown>[]): unknown[] => frames.map(({ type }) => type)
const kindsOf = (frames: readonly Record<string, unknown>[]): string[] =>
  frames.map(({ kind }) => Object.keys(kind as object)[0]!)
async function* lines(...given: string[]): AsyncGenerator<string> {
  yield* given
}

describe('as glasses', () => {
  it('sends a text, and prints the answer', async () => {
    const { code, sent, received } = await run(await started(), ['g2', '--text', 'Hello'])
    expect(code).toBe(0)
    expect(sent).toEqual([{ type: 'text', message: 'Hello' }])
    expect(received.at(0)).toEqual({ type: 'connected', version: '1.0' })
    expect(received.at(-1)).toEqual({ type: 'status', status: 'idle' })
  })

  it('sends a recording of any sample rate', async () => {
    const samples = samplesOfBytes(spoken)!
    const result = await run(await started(), ['g2', '--wav', wavFile(samples, 16_000)])
    expect(result.code).toBe(0)
    expect(typesOf(result.sent)).toEqual(['start_audio', 'stop_audio'])
    expect(result.soundBytes).toBe(spoken.length)
    expect(typesOf(result.received)).toContain('transcription')

    const other = await run(await started(), ['g2', '--wav', wavFile(samples, 48_000)])
    expect(other.soundBytes).toBe(2 * Math.round(samples.length / 3))
    expect(other).toMatchObject({
      code: 1,
      notes: ['The turn failed: TRANSCRIPTION_FAILED: Nothing was said'],
    })
  })

  it('waits with a recording until the gateway has loaded', async () => {
    const gateway = await started({
      g2: {
        loads: true,
        out: (frame) =>
          frame.type === 'status' && frame.status === 'loading'
            ? [frame, { type: 'status', status: 'idle' }]
            : [frame],
      },
    })
    const { sent } = await run(gateway, ['g2', '--wav', wavFile(samplesOfBytes(spoken)!, 16_000)])
    expect(typesOf(sent)[0]).toBe('start_audio')
  })

  it('repeats the turn as often as the option says', async () => {
    const { code, received } = await run(await started(), ['g2', '--text', 'Hello', '--count', '3'])
    expect(code).toBe(0)
    expect(typesOf(received).filter((type) => type === 'end')).toHaveLength(3)
  })

  it('answers pings', async () => {
    const { sent } = await run(
      await started({ g2: { out: (frame) => (frame.type === 'end' ? [{ type: 'ping' }, frame] : [frame]) } }),
      ['g2', '--text', 'Hello'],
    )
    expect(typesOf(sent)).toEqual(['text', 'pong'])
  })

  it('sends typed lines, and lines that look like frames unchanged', async () => {
    const gateway = await started({
      g2: {
        in(frame, phone) {
          if ((frame as { type?: unknown }).type === 'bye') phone.socket.close(1000, 'Bye')
          return (frame as { type?: unknown }).type === 'bye'
        },
      },
    })
    const { sent } = await run(gateway, ['g2'], { typed: lines('Hello', '', '{"type":"bye"}') })
    expect(sent).toEqual([{ type: 'text', message: 'Hello' }, { type: 'bye' }])
  })

  it('fails with the turn, when there is no answer in time, and when the gateway closes the connection', async () => {
    const garbled = await run(await started(), [
      'g2',
      '--text',
      'Hello',
      '--faults',
      'garble=1',
      '--seed',
      '3',
    ])
    expect(garbled.code).toBe(1)
    expect(garbled.notes[0]).toBe('Faults with --seed 3.')
    // Time passes only after it has sent its request: connecting may take longer on a busy machine.
    const clock = createFakeClock()
    const lost = await run(
      await started(),
      ['g2', '--text', 'Hi', '--faults', 'drop=1', '--timeout', '0.05'],
      { clock, onShown: ({ direction }) => direction === 'sent' && clock.advance(50) },
    )
    expect(lost).toMatchObject({ code: 1, received: [{ type: 'connected' }] })
    expect(lost.notes.at(-1)).toBe('The turn failed: The turn did not end within 0.05 s.')
    const cut = await run(
      await started({ g2: { in: (_frame, phone) => (phone.socket.close(1011, 'Oh'), true) } }),
      ['g2', '--text', 'Hi'],
    )
    expect(cut.notes).toEqual(['The turn failed: The gateway closed the connection (1011 Oh).'])
  })
})

describe('as a browser', () => {
  it('triggers the mocked turn if it has nothing else to send', async () => {
    const { code, sent, received } = await run(await started(), ['vela', '--mocked'])
    expect(code).toBe(0)
    expect(typesOf(sent)).toEqual(['mocked.turn.trigger'])
    expect(typesOf(received).at(-2)).toBe('response.completed')
  })

  it('appends and commits text and audio', async () => {
    const words = await run(await started(), ['vela', '--text', 'placeholder'])
    expect(typesOf(words.sent)).toEqual(['input_audio.append', 'input_audio.commit'])
    const sound = await run(await started(), ['vela', '--wav', wavFile(samplesOfBytes(spoken)!, 16_000)])
    expect(sound.code).toBe(0)
    expect(typesOf(sound.sent).filter((type) => type === 'input_audio.append')).toHaveLength(8)
  })

  it('asks for the live pipeline', async () => {
    const wav = wavFile(samplesOfBytes(spoken)!, 16_000)
    const { code, sent, received } = await run(await started(), ['vela', '--live', '--wav', wav])
    expect(code).toBe(0)
    expect(sent[0]).toEqual({ type: 'session.start', payload: { pipeline: 'live' } })
    expect(received).toContainEqual({ type: 'transcript.final', payload: { text: 'What does this do?' } })
  })
})

describe('as a VoiceIDE client', () => {
  it('runs the tools that it has, and reports an error for others', async () => {
    const gateway = await started({
      voiceIde: {
        out(one) {
          const isFinal = 'assistantSpeechFinal' in one.kind
          const call = { callId: 'c', name: 'door.open', arguments: '{}' }
          return isFinal ? [{ ...one, id: 'another', kind: { toolCall: call } }, one] : [one]
        },
      },
    })
    const { code, sent, notes } = await run(gateway, ['voice-ide', '--text', 'Hello'])
    expect(code).toBe(0)
    expect(notes).toContain('says: Hi there!')
    const results = sent.flatMap(({ kind }) => (kind as { toolResult?: object }).toolResult ?? [])
    expect(results).toContainEqual({
      callId: 'c',
      result: null,
      error: 'This client has no tool called door.open.',
    })
    expect(results).toContainEqual(expect.objectContaining({ result: '{"spoken":true}', error: null }))
  })

  it('ignores events that it knows and kinds that it does not know', async () => {
    const gateway = await started({
      voiceIde: {
        out: (one) =>
          'assistantSpeechFinal' in one.kind
            ? [one, one, { ...one, id: 'new', kind: { assistantDanced: {} } }]
            : [one, one],
      },
    })
    const { code, sent, notes } = await run(gateway, ['voice-ide', '--text', 'Hello'])
    expect(code).toBe(0)
    expect(kindsOf(sent).filter((kind) => kind === 'toolResult')).toHaveLength(3)
    expect(notes.filter((note) => note.startsWith('Known event'))).not.toEqual([])
  })

  it('reconnects when the connection breaks during a turn, and the turn continues', async () => {
    let isCut = false
    const gateway = await started({
      voiceIde: {
        in(raw, guest) {
          if (isCut || !JSON.stringify(raw).includes('userAudioTranscriptFinal')) return false
          isCut = true
          guest.turn()
          guest.socket.cut()
          return true
        },
      },
    })
    const { code, sent, notes } = await run(gateway, ['voice-ide', '--text', 'Hello', '--session', 's'])
    expect(code).toBe(0)
    expect(kindsOf(sent)).toContain('sessionReconnect')
    expect(notes.some((note) => note.includes('Trying again in'))).toBe(true)
  })

  it('resumes an earlier session after the last event it knows', async () => {
    const gateway = await started()
    const first = await run(gateway, ['voice-ide', '--text', 'Hello', '--session', 's'])
    const after = String(first.received[1]!['id'])
    const line = ['voice-ide', '--text', 'Hello', '--session', 's', '--after', after]
    const second = await run(gateway, line)
    expect(second.sent[0]).toMatchObject({
      kind: { sessionReconnect: { sessionId: 's', lastEventId: after } },
    })
    expect(second.received.slice(0, 2)).toEqual(first.received.slice(2, 4))
  })
})

describe('a client that is refused', () => {
  it.each(['g2', 'vela', 'voice-ide'])('ends with 3 on %s', async (wire) => {
    const gateway = await started({ token: 'secret' })
    const wrong = await run(gateway, [wire, '--text', 'Hello', '--token', 'wrong'])
    expect(wrong.code).toBe(3)
    expect(wrong.notes.at(-1)).toBe('Not connected: The gateway closed the connection (4001 Unauthorized).')
    for (const auth of ['query', 'frame'])
      expect((await run(gateway, [wire, '--text', 'Hello', '--token', 'secret', '--auth', auth])).code).toBe(
        0,
      )
    const unused = new URL(`ws://127.0.0.1:${await freePort()}`)
    expect((await run(unused, [wire, '--text', 'Hello'])).code).toBe(3)
  })

  it('ends with 2 when it has nothing to send, or cannot read the recording', async () => {
    const gateway = await started()
    expect(await run(gateway, ['g2'])).toMatchObject({
      code: 2,
      complaints: 'Nothing to send. Use --text or --wav.\n',
    })
    expect((await run(gateway, ['g2', '--wav', '/nowhere.wav'])).complaints).toBe(
      '/nowhere.wav does not exist.\n',
    )
    expect((await run(gateway, ['g2', '--wav', import.meta.filename])).code).toBe(2)
  })
})

describe('the report', () => {
  async function reported(gateway: FakeWires, ...line: string[]) {
    const command = parseClientCommand(['conform', ...line, '--url', gateway.url.href], {})
    if (command.tag !== 'conform') throw new Error(JSON.stringify(command))
    let written = ''
    let complaints = ''
    const outcome = await report(command.options, {
      clock: systemClock,
      write: (text) => void (written += text),
      complain: (text) => void (complaints += text),
      speech: null,
    })
    return { outcome, written, complaints }
  }

  it('names the broken rule and its section, and says why others were skipped', async () => {
    const honest = await reported(await started(), 'vela')
    expect(honest.outcome).toBe('kept')
    expect(honest.written).toMatch(
      /^skipped {2}vela-live-turn .*\n +needs a recording of speech: --wav FILE$/m,
    )
    expect(honest.written).toMatch(/\n\d+ kept, 0 broken, \d+ skipped\n$/)
    const evil = { type: 'response.completed', payload: {}, '\u001b[2J': 1 }
    const gateway = await started({
      vela: { out: (one) => [one.type === 'response.completed' ? evil : one] },
    })
    const broken = await reported(gateway, 'vela')
    expect(broken.outcome).toBe('broken')
    expect(broken.written).toMatch(/^BROKEN {3}vela-envelope  +Every message is /m)
    expect(broken.written).not.toContain('\u001b')
  })

  it('is lines of JSON for programs', async () => {
    const { written } = await reported(await started(), 'vela', '--json')
    const all = written
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(all.at(-1)).toMatchObject({ broken: 0 })
    expect(all).toContainEqual(
      expect.objectContaining({ rule: 'vela-mocked-turn', result: 'kept', reason: '' }),
    )
  })

  it('does not start if there is no gateway, or the gateway refuses the client', async () => {
    const gateway = await started({ token: 'secret' })
    expect(await reported(gateway)).toMatchObject({
      outcome: 'unreachable',
      complaints: expect.stringContaining('needs a token. Use --token or GATEWAY_TOKEN'),
    })
    expect((await reported(gateway, 'g2', '--token', 'x')).complaints).toContain('refuses this token')
    await gateway.close()
    expect((await reported(gateway)).complaints).toContain('There is no gateway at')
  })
})

describe('the command', () => {
  async function command(...args: string[]): Promise<{ code: number; output: string }> {
    const program = join(import.meta.dirname, '../../src/client/client.ts')
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (data: Buffer) => (output += data.toString('utf8')))
    child.stderr.on('data', (data: Buffer) => (output += data.toString('utf8')))
    const [code] = (await once(child, 'close')) as [number]
    return { code, output }
  }

  // Five processes at once, which may have to wait for each other.
  it('ends with the documented exit codes', { timeout: 300_000 }, async () => {
    const gateway = await started()
    const [spoke, lost, wrong, help, checked] = await Promise.all([
      command('g2', '--url', gateway.url.href, '--text', 'Hello'),
      command('g2', '--url', `ws://127.0.0.1:${await freePort()}`, '--text', 'Hello'),
      command('g4'),
      command('--help'),
      command('conform', 'voice-ide', '--url', gateway.url.href),
    ])
    expect([spoke.code, lost.code, wrong.code, help.code, checked.code]).toEqual([0, 3, 2, 0, 0])
    expect(spoke.output).toContain('→ {"type":"text","message":"Hello"}')
    expect(spoke.output).toContain('← {"type":"end"}')
    expect(help.output).toContain('usage: npm run client -- g2|vela|voice-ide [options]')
    expect(checked.output).toContain('kept     voice-ide-flow')
  })
})
