// A wire needs one entry on each side. This one exists only here, and the listener, the client and the conformance runner
// all work with it.
import { afterEach, expect, it } from 'vitest'
import { report } from '../../src/client/conform/report.ts'
import { createProbe, expectSame } from '../../src/client/conform/probe.ts'
import { parseClientCommand } from '../../src/client/options.ts'
import { speak } from '../../src/client/speak.ts'
import { createSingleConnectionClient } from '../../src/client/wire-client.ts'
import { clientWires, type ClientWire } from '../../src/client/wires.ts'
import { systemClock } from '../../src/client/clock.ts'
import type { WireServer } from '../../src/main/gateways/wire-server.ts'
import type { GatewayWire } from '../../src/shared/wire/gateway.ts'
import { gatewayWires } from '../../src/shared/wire/registry.ts'
import { startGateway, type GatewayInTest } from '../fakes/gateway-in-test.ts'

const shoutWire: GatewayWire = {
  id: 'shout',
  title: 'Shouter',
  device: 'Megaphone',
  path: '/shout',
  pairing: { steps: 'Shout.', link: ({ host, token }) => `ws://${host}/shout?token=${token}` },
  protocols: [],
}

const createShoutServer = (answer = (text: string): string => text.toUpperCase()): WireServer => ({
  wire: shoutWire,
  maxFrameBytes: 1024,
  refusal: () => null,
  accept(socket) {
    socket.send('{"hello":true}')
    socket.onMessage((data) => socket.send(JSON.stringify({ shout: answer(String(data)) })))
  },
  close: async () => {},
})

const shoutClientWire: ClientWire = {
  wire: shoutWire,
  options: { '--loud': [null, 'shout louder'] },
  open: async ({ connect, given, ...deps }) => {
    const connection = await connect()
    return createSingleConnectionClient<Record<string, unknown>>(connection, deps, {
      read: (parsed) => parsed as Record<string, unknown>,
      isReady: (frame) => 'hello' in frame,
      receive(frame, turn) {
        if (!('shout' in frame)) return
        turn.answered()
        turn.over()
      },
      say: (input) =>
        connection.send(JSON.stringify({ text: (input as { text: string }).text, loud: '--loud' in given })),
    })
  },
  rules: [
    {
      id: 'shout-upper-case',
      title: 'The answer is in upper case.',
      async check(context) {
        const probe = createProbe(context, await context.open(shoutWire), (frame) => frame)
        await probe.next('hello')
        probe.send('hi')
        expectSame(await probe.next('a shout'), '{"shout":"HI"}')
      },
    },
  ],
}

const wires = [...clientWires, shoutClientWire]

let gateway: GatewayInTest | null = null
afterEach(() => gateway?.close())

async function run(server: WireServer, ...argv: string[]): Promise<{ code: unknown; output: string }> {
  gateway = await startGateway({ servers: [server], token: 'secret' })
  const command = parseClientCommand([...argv, '--url', gateway.url(''), '--token', 'secret'], {}, wires)
  let output = ''
  const write = (text: string): void => void (output += text)
  const deps = { clock: systemClock, write, complain: write, typed: null, speech: null }
  if (command.tag === 'speak') return { code: await speak(command.options, deps), output }
  if (command.tag === 'conform') return { code: await report(command.options, deps), output }
  throw new Error(JSON.stringify(command))
}

it('every wire of the gateway has a client with rules', () => {
  expect(clientWires.map(({ wire }) => wire)).toEqual(gatewayWires)
  for (const { rules } of clientWires) expect(rules.length).toBeGreaterThan(10)
})

it('a registered wire is served by the listener and spoken to by the client, with its own options', async () => {
  const { code, output } = await run(createShoutServer(), 'shout', '--text', 'hello', '--loud')
  expect(code).toBe(0)
  expect(output).toContain('→ {"text":"hello","loud":true}')
  expect(output).toContain('← {"shout":"{\\"TEXT\\":\\"HELLO\\",\\"LOUD\\":TRUE}"}')
})

it('a registered wire is checked by the conformance runner', async () => {
  const kept = await run(createShoutServer(), 'conform', 'shout')
  expect(kept.output).toMatch(/^kept {5}shout-upper-case +The answer is in upper case\.$/m)
  await gateway!.close()
  const broken = await run(
    createShoutServer((text) => text),
    'conform',
    'shout',
  )
  expect(broken.code).toBe('broken')
  expect(broken.output).toContain('Expected "{\\"shout\\":\\"HI\\"}", got')
})
