// The other end, on a separate thread: a gateway that answers a turn with prepared frames, as fast as they are read.
import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { saySoFar, startFakeGateway, type FakeGateway } from '../test/fakes/fake-gateway.ts'

/** The fields that a real gateway adds to each tool event. */
const row = Object.fromEntries(
  Array.from({ length: 70 }, (_, n) => [`field${n}`, `a value of the session, ${n}`]),
)

function deltas(gateway: FakeGateway, runId: string, count: number): void {
  let text = ''
  for (let n = 0; n < count; n++) {
    const piece = `word${n} `
    saySoFar(gateway, runId, (text += piece), piece)
  }
}

function tools(gateway: FakeGateway, runId: string, count: number): void {
  for (let n = 0; n < count; n++) {
    const call = { name: 'read', toolCallId: `call_${n}` }
    const result = { content: [{ type: 'text', text: 'alpha\n'.repeat(20) }], details: { kind: 'text' } }
    const data =
      n % 2 === 0
        ? { phase: 'start', ...call, args: { path: 'a.txt' } }
        : { phase: 'result', ...call, toolCallId: `call_${n - 1}`, isError: false, result }
    gateway.event('agent', {
      ...row,
      runId,
      sessionKey: 'agent:main:parley-test',
      seq: n,
      ts: n,
      stream: 'tool',
      data,
    })
  }
}

const gateway = await startFakeGateway({
  onTurn(runId, message, on) {
    const [kind, count] = message.split(' ')
    ;(kind === 'deltas' ? deltas : tools)(on, runId, Number(count))
    on.chat(runId, { state: 'final' })
  },
})
parentPort?.postMessage(gateway.port)
await once(parentPort!, 'message')
await gateway.stop()
