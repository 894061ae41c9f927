// Our agent in a LiveKit room, in a process of its own, with engines that take no time.
import { HEARING_RATE, msOf } from '../../../../src/core/ears/samples.ts'
import type { Brain, BrainEvent } from '../../../../src/core/ports.ts'
import type { Ears, Take, TakeEvent } from '../../../../src/core/ports/ears.ts'
import type { VoiceEngine } from '../../../../src/core/ports/voice.ts'
import { createPlainAgent } from '../../../fakes/plain-agent.ts'
import { systemClock } from '../../../../src/main/clock.ts'
import { createHall } from '../../../../src/main/rooms/hall.ts'
import { loadLiveKit } from '../../../../src/main/rooms/livekit/load.ts'
import { createSpeaker } from '../../../../src/main/speech/voice/speaker.ts'
import { readyBrain } from '../../../../src/shared/brain-status.ts'
import { AGENT_IDENTITY } from '../../../../src/shared/wire/livekit.ts'
import { openJournal } from '../../../../src/main/journal/disk-journal.ts'
import { createMemoryJournal } from '../../../fakes/memory-journal.ts'
import { largeDiff } from '../diffs.ts'
import { answerUntilLeft, entry, tell, tellNow } from './messages.ts'
import { createGate, elsewhere, replyTo, toneOf, VOICE_RATE, WORDS_HEARD } from './engines.ts'

const { url, room: name, token, journal, shownBytes = 0 } = entry()

const voice: VoiceEngine = {
  id: 'tone',
  name: 'Tone',
  sampleRate: VOICE_RATE,
  voices: [{ id: 'tone', name: 'Tone' }],
  async *speak(text, _style, signal) {
    await elsewhere()
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
          listen({ type: 'words.guessed', text: WORDS_HEARD, soundMs: msOf(heard) }),
        )
      heard += samples.length
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async release() {
      const now = Date.now()
      tellNow('words')
      return {
        takeId,
        text: WORDS_HEARD,
        engine: 'stub',
        times: { openedAt, releasedAt: now, recognisedAt: now, soundMs: msOf(heard) },
      }
    },
    cancel() {},
  }
}

const ears: Ears = {
  engine: 'stub',
  // What came before it is quiet, or loud already: it begins with what comes now.
  open: ({ takeId }) => openTake(takeId),
  watch(listener) {
    const gate = createGate(HEARING_RATE)
    let at = 0
    return {
      write(samples) {
        const change = gate(samples)
        if (change === 'began') tellNow('sound')
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
  emit({ type: 'tool.ended', runId, call, outcome: { ok: true, output: { text: '', details } } })
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
const hall = createHall(AGENT_IDENTITY)
const room = createLiveKitRoom({
  url,
  room: name,
  admission: async () => ({ url, token }),
  clock: systemClock,
  random: Math.random,
  onStatus: (status) => status.tag === 'livekit' && status.state === 'in' && tell({ tag: 'in' }),
  onProblem: (what, fields) => process.stderr.write(`${what} ${JSON.stringify(fields)}\n`),
})
hall.admit(room)
const speaker = createSpeaker(voice, { voice: 'tone', rate: 1, volume: 1 })
const agent = createPlainAgent({
  room: hall,
  brain,
  journal: journal === undefined ? createMemoryJournal() : await openJournal(journal),
  speech: {
    ears: () => ears,
    speaker: () => speaker,
    patienceMs: () => 0,
  },
  onError: (what, error) => process.stderr.write(`${what}: ${String(error)}\n`),
})
answerUntilLeft(async () => {
  await agent.close()
  await room.leave()
})
