// What Parley's OpenClaw brain adds to the bare official client, for each piece of a reply and each tool event: both receive
// the same frames in turn. Only the work of the receiving thread counts.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { GatewayClient } from '@openclaw/gateway-client'
import { brainOn } from '../test/fakes/openclaw-brain.ts'
import { alternate, median, type Figure } from './measure.ts'

const ROUNDS = 9
const EVENTS = 600

export async function benchOpenClaw(): Promise<Figure[]> {
  const senders = [startSender(), startSender()]
  const [first, second] = (await Promise.all(senders.map(({ port }) => port))) as [number, number]
  const ours = brainOn(first)
  await ours.ready()
  const bare = await openBare(second)
  const figures: Figure[] = []
  for (const [what, kind] of [
    ['a piece of a reply from OpenClaw, received', 'deltas'],
    ['a tool event from OpenClaw, received and published', 'tools'],
  ] as const) {
    const words = `${kind} ${EVENTS}`
    const times = await alternate(
      ROUNDS,
      () => timeOfTurn(ours, words),
      () => bare.turn(words),
    )
    const each = (all: readonly number[]): number => (median(all) / EVENTS) * 1000
    figures.push({
      what,
      ours: `${each(times.ours).toFixed(0)} µs`,
      peer: `${each(times.peer).toFixed(0)} µs bare official client`,
      ratio: median(times.ours) / median(times.peer),
    })
  }
  await ours.brain.close()
  bare.close()
  await Promise.all(senders.map(({ stop }) => stop()))
  return figures
}

function startSender(): { port: Promise<number>; stop(): Promise<void> } {
  const worker = new Worker(new URL('./openclaw-sender.ts', import.meta.url))
  return {
    port: once(worker, 'message').then(([port]) => port as number),
    async stop() {
      worker.postMessage('done')
      await once(worker, 'exit')
    },
  }
}

/** The processor time of this thread during `work`, in milliseconds. */
async function worked(work: () => Promise<void>): Promise<number> {
  const from = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(from)
  return (user + system) / 1000
}

function timeOfTurn({ brain, events }: ReturnType<typeof brainOn>, text: string): Promise<number> {
  return worked(async () => {
    const runId = randomUUID()
    const over = new Promise<void>((resolve) => {
      const stop = brain.onEvent((event) => {
        if (event.type !== 'run.ended') return
        stop()
        resolve()
      })
    })
    brain.ask({ runId, text })
    await over
    events.length = 0
  })
}

async function openBare(port: number) {
  let onFinal: () => void = () => undefined
  let text = ''
  const client = await new Promise<GatewayClient>((resolve) => {
    const opening = new GatewayClient({
      url: `ws://127.0.0.1:${port}`,
      token: 'a-token',
      scopes: ['operator.read', 'operator.write'],
      deviceIdentity: null,
      onHelloOk: () => resolve(opening),
      onEvent({ event, payload }) {
        const { state, deltaText } = payload as { state?: string; deltaText?: string }
        if (event === 'chat' && state === 'delta') text += deltaText
        if (event === 'chat' && state === 'final') onFinal()
      },
    })
    opening.start()
  })
  return {
    turn: (message: string): Promise<number> =>
      worked(async () => {
        text = ''
        const final = new Promise<void>((resolve) => (onFinal = resolve))
        const params = { sessionKey: 'agent:main:parley-test', message, idempotencyKey: randomUUID() }
        await client.request('chat.send', params)
        await final
      }),
    close: () => client.stop(),
  }
}
