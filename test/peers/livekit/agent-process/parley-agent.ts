// Parley's agent in a LiveKit room, in its own process, with engines that take no time.
import { HEARING_RATE, msOf } from '../../../../src/core/speech/hearing/samples.ts'
import type { Brain, BrainEvent } from '../../../../src/core/ports/brain.ts'
import type { Recognizer, Take, TakeEvent } from '../../../../src/core/ports/recognizer.ts'
import type { VoiceEngine } from '../../../../src/core/ports/voice-engine.ts'
import { createPlainAgent } from '../../../fakes/plain-agent.ts'
import { systemClock } from '../../../../src/main/app/clock.ts'
import { createCompositeRoom } from '../../../../src/main/rooms/composite-room.ts'
import { loadLiveKit } from '../../../../src/main/rooms/livekit/load-livekit.ts'
import { createReplySpeaker } from '../../../../src/main/speech/speaking/reply-speaker.ts'
import { readyBrain } from '../../../../src/shared/brain-status.ts'
import { AGENT_IDENTITY } from '../../../../src/shared/wire/livekit.ts'
import { openJournal } from '../../../../src/main/journal/disk-journal.ts'
import { createMemoryJournal } from '../../../fakes/memory-journal.ts'
import { largeDiff } from '../diffs.ts'
import { answerUntilLeft, entry, send, sendNow } from './messages.ts'
import { createGate, afterCurrentTask, replyTo, toneOf, VOICE_RATE, TRANSCRIPT } from './engines.ts'
import { toolEnded } from '../../../fakes/tool-ended.ts'

const { url, room: name, token, journal, shownBytes = 0 } = entry()

const voice: VoiceEngine = {
  id: 'tone',
  name: 'Tone',
  sampleRate: VOICE_RATE,
  voices: [{ id: 'tone', name: 'Tone' }],
  async *speak(text, _style, signal) {
    await afterCurrentTask()
    for (const piece of toneOf(text)) {
      if (signal.aborted) return
      yield piece
    }
  },
  prepare: async () => {},
  close: async () => {},
}

function openTake(takeId: string): Take {
  const listeners = new Set<(event: TakeEvent) => void>()
  const gate = createGate(HEARING_RATE)
  const openedAt = Date.now()
  let heard = 0
  return {
    takeId,
    write(samples) {
      const change = gate(samples)
      if (change)
        listeners.forEach((listen) =>
          listen({ type: change === 'began' ? 'speech.began' : 'speech.paused', at: heard }),
        )
      if (change === 'began')
        listeners.forEach((listen) =>
          listen({ type: 'words.guessed', text: TRANSCRIPT, soundMs: msOf(heard) }),
        )
      heard += samples.length
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async release() {
      const now = Date.now()
      sendNow('words')
      return {
        takeId,
        text: TRANSCRIPT,
        engine: 'stub',
        times: { openedAt, releasedAt: now, recognisedAt: now, soundMs: msOf(heard) },
      }
    },
    cancel() {},
  }
}

const recognizer: Recognizer = {
  engine: 'stub',
  // Earlier audio is silent or already loud: the take starts with the next frame.
  open: ({ takeId }) => openTake(takeId),
  watch(listener) {
    const gate = createGate(HEARING_RATE)
    let at = 0
    return {
      write(samples) {
        const change = gate(samples)
        if (change === 'began') sendNow('sound')
        if (change) listener({ type: change === 'began' ? 'speech.began' : 'speech.paused', at })
        at += samples.length
      },
      close() {},
    }
  },
  acknowledge: async () => {},
  leave: async () => {},
  async *recover() {},
  close: async () => {},
}

const listeners = new Set<(event: BrainEvent) => void>()
const emit = (event: BrainEvent): void => listeners.forEach((listen) => listen(event))
let shown = 0

function show(runId: string): void {
  const path = `file-${++shown}.ts`
  const call = { callId: path, name: 'Edit', args: { path } }
  const details = { diff: largeDiff(shownBytes, path) }
  emit({ type: 'tool.started', runId, call })
  emit(toolEnded(runId, call, { ok: true, output: { text: '', details } }))
}

const brain: Brain = {
  name: 'Stub',
  ask({ runId, text }) {
    queueMicrotask(() => {
      if (shownBytes > 0) show(runId)
      emit({ type: 'text.appended', runId, delta: replyTo(text) })
      emit({ type: 'run.ended', runId, outcome: 'completed' })
    })
  },
  abort: (runId) => emit({ type: 'run.ended', runId, outcome: 'aborted' }),
  answerApproval() {},
  status: () => readyBrain('Stub'),
  onStatus: () => () => {},
  onEvent(listener) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  close: async () => {},
}

const { createLiveKitRoom } = await loadLiveKit()
const compositeRoom = createCompositeRoom(AGENT_IDENTITY)
const room = createLiveKitRoom({
  url,
  room: name,
  admission: async () => ({ url, token }),
  clock: systemClock,
  random: Math.random,
  onStatus: (status) => status.tag === 'livekit' && status.state === 'in' && send({ tag: 'in' }),
  onProblem: (what, fields) => process.stderr.write(`${what} ${JSON.stringify(fields)}\n`),
})
compositeRoom.admit(room)
const speaker = createReplySpeaker(voice, { voice: 'tone', rate: 1, volume: 1 })
const agent = createPlainAgent({
  room: compositeRoom,
  brain,
  journal: journal === undefined ? createMemoryJournal() : openJournal(journal),
  speech: {
    recognizer: () => recognizer,
    speaker: () => speaker,
    pauseMs: () => 0,
  },
  onError: (what, error) => process.stderr.write(`${what}: ${String(error)}\n`),
})
answerUntilLeft(async () => {
  await agent.close()
  await room.leave()
})
