// From a client's frame to the frame that answers it, alone and with 1,000 idle and 100 busy clients, compared with a bare
// `ws` echo server in the same run.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { repository } from '../build/repository.ts'
import { median, quantile, type Figure } from './measure.ts'

interface Measured {
  rss: number
  cpuMs: number
}

interface Server {
  url: string
  measure(): Promise<Measured>
  stop(): Promise<void>
}

async function startServer(kind: 'ours' | 'bare'): Promise<Server> {
  const child: ChildProcess = fork(join(repository, 'bench', 'gateways-server.ts'), [kind], {
    execArgv: ['--expose-gc'],
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    url: `ws://127.0.0.1:${port}`,
    async measure() {
      const answer = once(child, 'message')
      child.send('measure')
      return ((await answer) as [Measured])[0]
    },
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** A question of each protocol, and how many frames answer it; the bare server echoes one. */
const exchanges = {
  g2: {
    path: '/',
    greeting: 1,
    hello: null,
    question: () => '{"type":"text","message":"What is 2+2?"}',
    reply: null,
    frames: 5,
  },
  vela: {
    path: '/ws',
    greeting: 2,
    hello: null,
    question: () => '{"type":"session.start","payload":{}}',
    reply: null,
    frames: 2,
  },
  'voice-ide': {
    path: '/events',
    greeting: 0,
    hello: (n: number) =>
      `{"id":"start-${n}","timestamp":"2025-01-15T10:30:00.000Z","kind":{"sessionStart":{"sessionId":"bench-${n}"}}}`,
    // A turn: thinking, transcript, reply, idle. Each event needs its own id, because duplicates are ignored.
    question: (n: number) =>
      `{"id":"w-${n}","timestamp":"2025-01-15T10:30:00.000Z","kind":{"userAudioTranscriptFinal":{"text":"What is 2+2?"}}}`,
    // The client must answer tool calls, or the turn does not go on.
    reply(text: string): string | null {
      const callId = /"callId":"([^"]+)"/.exec(text)?.[1]
      return callId === undefined
        ? null
        : `{"id":"r-${callId}","timestamp":"2025-01-15T10:30:00.000Z","kind":{"toolResult":{"callId":"${callId}","result":"{}","error":null}}}`
    },
    frames: 4,
  },
} as const
type Protocol = keyof typeof exchanges

interface Client {
  /** Milliseconds from the question to its first answer; resolves when the answer is complete. */
  ask(): Promise<number>
  close(): void
}

let clients = 0
let asked = 0

async function connect(server: Server, protocol: Protocol, bare: boolean): Promise<Client> {
  const { path, greeting, hello, question, reply, frames } = exchanges[protocol]
  // The gateway limits connections for each address, so they come from several.
  const localAddress = `127.0.0.${2 + (opened++ % 4)}`
  const socket = new WebSocket(bare ? server.url : `${server.url}${path}`, {
    perMessageDeflate: false,
    ...(process.platform === 'linux' && { localAddress }),
  })
  let awaited: number = bare ? 0 : greeting
  let onFrame: (left: number) => void = () => {}
  socket.on('message', (data: Buffer) => {
    const answer = bare ? null : (reply?.(data.toString('utf8')) ?? null)
    if (answer !== null) socket.send(answer)
    onFrame(--awaited)
  })
  await once(socket, 'open')
  if (!bare && hello) socket.send(hello(++clients))
  if (awaited > 0) await new Promise<void>((resolve) => (onFrame = (left) => left <= 0 && resolve()))
  const expected = bare ? 1 : frames
  return {
    ask: () =>
      new Promise((resolve) => {
        awaited = expected
        let first = 0
        const from = performance.now()
        onFrame = (left) => {
          if (first === 0) first = performance.now() - from
          if (left === 0) resolve(first)
        }
        socket.send(question(++asked))
      }),
    close: () => socket.terminate(),
  }
}

async function latency(client: Client, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < rounds; i++) times.push(await client.ask())
  return times
}

interface Pair {
  protocol: Protocol
  ours: { client: Client; times: number[] }
  bare: { client: Client; times: number[] }
}

/** Alternates the protocols in every round: the first one would otherwise be measured while both servers warm up. */
async function alone(ours: Server, bare: Server): Promise<Figure[]> {
  const pairs: Pair[] = []
  for (const protocol of Object.keys(exchanges) as Protocol[])
    pairs.push({
      protocol,
      ours: { client: await connect(ours, protocol, false), times: [] },
      bare: { client: await connect(bare, protocol, true), times: [] },
    })
  for (const pair of pairs) for (const side of [pair.ours, pair.bare]) await latency(side.client, 500)
  for (let round = 0; round < 20; round++)
    for (const pair of pairs)
      for (const side of [pair.ours, pair.bare]) side.times.push(...(await latency(side.client, 100)))
  for (const { ours: mine, bare: theirs } of pairs) {
    mine.client.close()
    theirs.client.close()
  }
  return pairs.flatMap(({ protocol, ours: { times: mine }, bare: { times: theirs } }) => [
    compared(`frame to frame, ${protocol}, median`, median(mine), median(theirs)),
    compared(`frame to frame, ${protocol}, 95th of 100`, quantile(mine, 0.95), quantile(theirs, 0.95)),
  ])
}

const µs = (value: number): string => `${Math.round(value * 1000)} µs`
const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} kB`
const compared = (what: string, ours: number, bare: number): Figure => ({
  what,
  ours: µs(ours),
  peer: `${µs(bare)} bare ws echo`,
  ratio: ours / bare,
})

interface Crowd {
  times: number[]
  perConnection: number
  cpuMs: number
}

let opened = 0

const IDLE = 1_000
const BUSY = 100
const ROUNDS = 50

async function crowd(server: Server, bare: boolean): Promise<Crowd> {
  const before = await server.measure()
  const protocolOf = (n: number): Protocol => (n % 2 === 0 ? 'vela' : 'voice-ide')
  const all: Client[] = []
  for (let n = 0; n < IDLE + BUSY; n++) all.push(await connect(server, protocolOf(n), bare))
  const idle = await server.measure()
  const times = (await Promise.all(all.slice(0, BUSY).map((client) => latency(client, ROUNDS)))).flat()
  const after = await server.measure()
  for (const client of all) client.close()
  return {
    times,
    perConnection: (idle.rss - before.rss) / all.length,
    cpuMs: after.cpuMs - idle.cpuMs,
  }
}

export async function benchGateways(): Promise<Figure[]> {
  const [ours, bare] = [await startServer('ours'), await startServer('bare')]
  try {
    const figures = await alone(ours, bare)
    const theirs = await crowd(bare, true)
    const mine = await crowd(ours, false)
    const among = `with ${IDLE.toLocaleString('en')} idle and ${BUSY} busy clients`
    return [
      ...figures,
      compared(`frame to frame ${among}, median`, median(mine.times), median(theirs.times)),
      compared(
        `frame to frame ${among}, 95th of 100`,
        quantile(mine.times, 0.95),
        quantile(theirs.times, 0.95),
      ),
      {
        what: `processor time for an answer ${among}`,
        ours: µs(mine.cpuMs / mine.times.length),
        peer: `${µs(theirs.cpuMs / theirs.times.length)} bare ws echo`,
        ratio: mine.cpuMs / theirs.cpuMs,
      },
      {
        what: 'memory for an idle connection',
        ours: kb(mine.perConnection),
        peer: `${kb(theirs.perConnection)} bare ws echo`,
        ratio: mine.perConnection / theirs.perConnection,
      },
    ]
  } finally {
    await ours.stop()
    await bare.stop()
  }
}
