// An agent that talks forever, with its journal on disk. It prints each event id synchronously once a participant has
// received the event.
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { parseJson } from '../src/base/parse-json.ts'
import type { Brain, BrainEvent } from '../src/core/ports/brain.ts'
import type { Room } from '../src/core/ports/room.ts'
import { createAgent } from '../src/main/agent/agent.ts'
import { createReviewer } from '../src/main/brains/reviewing/reviewer.ts'
import { systemClock } from '../src/main/app/clock.ts'
import { openJournal } from '../src/main/journal/disk-journal.ts'
import { readyBrain } from '../src/shared/brain-status.ts'
import { CHAT_TOPIC, EVENT_ID } from '../src/shared/wire/transcription.ts'
import { toolEnded } from './fakes/tool-ended.ts'

const seen = (id: unknown): void => {
  if (typeof id === 'string') writeSync(1, `${id}\n`)
}

let say: (text: string, from: string) => void = () => {}
const room: Room = {
  agentIdentity: 'agent',
  publishData(_, bytes) {
    const packet = parseJson(new TextDecoder().decode(bytes)) as { id?: unknown; type?: unknown } | undefined
    // Chunks of a large message have their own ids.
    if (packet?.type !== 'chunk') seen(packet?.id)
  },
  streamText({ attributes }) {
    seen(attributes[EVENT_ID])
    return { write() {}, close() {} }
  },
  publishAudio() {},
  setAttributes() {},
  participants: () => ['window'],
  roleOf: () => 'owner',
  drained: async () => {},
  onText(topic, listener) {
    if (topic === CHAT_TOPIC) say = listener
    return () => {}
  },
  onRpc: () => () => {},
  onAudio: () => () => {},
  close() {},
}

let tell: (event: BrainEvent) => void = () => {}
const brain: Brain = {
  name: 'talker',
  ask({ runId }) {
    const call = { callId: randomUUID(), name: 'Read', args: { path: 'a.ts' } }
    const steps: BrainEvent[] = [
      ...Array.from({ length: 5 }, () => ({ type: 'text.appended', runId, delta: 'word ' }) as const),
      { type: 'tool.started', runId, call },
      toolEnded(runId, call, { ok: true, output: { text: `${runId}\n`.repeat(300) } }),
      { type: 'run.ended', runId, outcome: 'completed' },
    ]
    for (const step of steps) setImmediate(() => tell(step))
    setImmediate(() => say('and then?', 'window'))
  },
  answerApproval() {},
  abort() {},
  status: () => readyBrain('talker'),
  onStatus: () => () => {},
  onEvent(listener) {
    tell = listener
    return () => {}
  },
  close: async () => {},
}

createAgent({
  conversation: {
    id: 'mine',
    brain,
    journal: openJournal(process.argv[2]!),
    tools: {} as never,
    reviewer: createReviewer({ tools: {} as never, newId: randomUUID, canReason: false }),
    workspace: { onChange: () => () => {} } as never,
  },
  room,
  clock: systemClock,
  newId: randomUUID,
  dialect: 'flat',
  whenBusy: () => 'interrupt',
  onError: (what, error) => process.stderr.write(`${what}: ${String(error)}\n`),
})
say('go on', 'window')
