// The talk control with a fake microphone and playback.
import { beforeEach, expect, test, vi } from 'vitest'
import { createSoundChoices } from '../../../../src/renderer/audio/sound-choices.ts'
import { createStore } from '../../../../src/renderer/store/store.ts'
import { createTalkControl } from '../../../../src/renderer/talk/talk-control.ts'
import { inSteps } from '../../../../src/renderer/talk/use-talk.ts'
import { problemOf } from '../../../../src/renderer/talk/talk-problems.ts'
import { FaultError } from '../../../../src/shared/errors.ts'
import { createFakeClock } from '../../../fakes/fake-clock.ts'

const PLAYED = 840
/** How the microphone of the page answers. */
const page = vi.hoisted(() => ({
  opened: (_name: string): void => {},
  heard: (_samples: Int16Array): void => {},
  opens: 0,
  stops: 0,
}))

vi.mock('../../../../src/renderer/audio/microphone.ts', () => ({
  createMicrophone(to: { onOpened(name: string): void; onFrame(samples: Int16Array): void }) {
    page.opened = to.onOpened
    page.heard = to.onFrame
    return { open: () => void page.opens++, close: () => {} }
  },
}))
vi.mock('../../../../src/renderer/audio/playback.ts', () => ({
  createPlayback: () => ({
    silence: async () => PLAYED,
    wake: () => {},
    agentState: () => {},
    stopped: () => void page.stops++,
    cue: () => {},
    follow: () => {},
    voice: () => {},
  }),
}))
vi.mock('../../../../src/renderer/audio/sound-devices.ts', () => ({
  noDevices: { microphones: [], speakers: [] },
  listSoundDevices: async () => ({ microphones: [], speakers: [] }),
  onDevicesChanged: () => {},
}))

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function start() {
  const calls: string[] = []
  const sent: number[] = []
  let refusal: Error | null = null
  const store = createStore()
  const clock = createFakeClock()
  store.dispatch({ type: 'connection.changed', connection: { tag: 'connected', way: { tag: 'local' } } })
  store.dispatch({ type: 'agent.state.changed', state: 'speaking' })
  let ids = 0
  const talk = createTalkControl({
    commands: {
      async startTalk(_takeId, mode) {
        calls.push(`start ${mode}`)
        if (refusal) throw refusal
        return { limitMs: 60_000 }
      },
      shareMicrophone: () => {},
      playOthers: () => {},
      stopTalk: async () => void calls.push('stop'),
      cancelTalk: async () => void calls.push('cancel'),
      sendSound: (samples) => void sent.push(...samples),
      interrupt: async (playedMs) => void calls.push(`interrupt after ${playedMs} ms`),
    },
    store,
    choices: createSoundChoices(() => ({ getItem: () => null, setItem: () => {} })),
    host: 'desktop',
    clock,
    newId: () => `k${++ids}`,
  })
  return { talk, store, calls, sent, clock, refuse: (error: Error) => (refusal = error) }
}

let on: ReturnType<typeof start>
beforeEach(() => {
  on = start()
})

test('a key released too soon still reports how much of the voice was played', async () => {
  on.talk.send({ type: 'pressed' }, 0)
  on.talk.send({ type: 'released' }, 900)
  await settled()
  expect(on.calls).toEqual([`interrupt after ${PLAYED} ms`])
})

test('so does a missing permission', async () => {
  on.talk.send({ type: 'pressed' }, 0)
  on.talk.send({ type: 'microphone.failed', problem: problemOf('permission') })
  await settled()
  expect(on.calls).toEqual([`interrupt after ${PLAYED} ms`])
})

test('an agent that refuses to listen is interrupted, and its next step is shown', async () => {
  on.refuse(new FaultError('ears_unavailable', 'Parley cannot listen yet.', 'Wait for the recognizer.'))
  on.talk.send({ type: 'pressed' }, 0)
  page.opened('Microphone')
  await settled()
  expect(on.calls).toEqual(['start hold', `interrupt after ${PLAYED} ms`])
  expect(on.talk.get().problem).toMatchObject({
    message: 'Parley cannot listen yet.',
    remedy: 'Wait for the recognizer.',
  })
})

test('starting hands-free silences the voice here and at the agent', async () => {
  const { choices } = on.talk.get()
  on.talk.send({ type: 'choices.changed', choices: { ...choices, mode: 'hands-free' } })
  on.talk.send({ type: 'pressed' }, 0)
  page.opened('Microphone')
  await settled()
  expect(on.calls).toEqual([`interrupt after ${PLAYED} ms`, 'start hands_free'])
})

test('a take that starts needs no interrupt, and a silent agent is not interrupted', async () => {
  on.talk.send({ type: 'pressed' }, 0)
  page.opened('Microphone')
  await settled()
  expect(on.calls).toEqual(['start hold'])
  const quiet = start()
  quiet.store.dispatch({ type: 'agent.state.changed', state: 'thinking' })
  quiet.talk.send({ type: 'pressed' }, 0)
  quiet.talk.send({ type: 'released' }, 900)
  await settled()
  expect(quiet.calls).toEqual([])
})

test('a sent take can be discarded during transcription', async () => {
  on.talk.send({ type: 'pressed' }, 0)
  page.opened('Microphone')
  await settled()
  on.talk.send({ type: 'released' }, 900)
  on.clock.advance(250)
  on.talk.send({ type: 'cancelled' })
  expect(on.calls).toEqual(['start hold', 'stop', 'cancel'])
})

test('hands-free talking continues with another agent', async () => {
  const { choices } = on.talk.get()
  on.talk.send({ type: 'choices.changed', choices: { ...choices, mode: 'hands-free' } })
  on.talk.send({ type: 'pressed' }, 0)
  page.opened('Microphone')
  await settled()
  const before = on.calls.length
  on.store.dispatch({ type: 'agent.replaced' })
  await settled()
  expect(on.calls.slice(before)).toEqual(['start hands_free'])
  expect(on.talk.get().linked).toBe(true)
})

test('the first view command of a new conversation is performed', () => {
  const softer = (): void => on.store.dispatch({ type: 'view.requested', action: 'voice.softer', line: null })
  softer()
  expect(on.talk.get().volume).toBeCloseTo(0.8)
  on.store.dispatch({ type: 'conversation.opened', id: 'c' })
  softer()
  expect(on.talk.get().volume).toBeCloseTo(0.6)
})

test('queued voice is dropped when the agent stopped it, not when the agent does something else', () => {
  const before = page.stops
  on.store.dispatch({ type: 'agent.state.changed', state: 'thinking' })
  on.store.dispatch({ type: 'agent.state.changed', state: 'speaking' })
  on.store.dispatch({ type: 'agent.state.changed', state: 'idle' })
  expect(page.stops).toBe(before)
  on.store.dispatch({ type: 'voice.stopped', mark: '1' })
  on.store.dispatch({ type: 'agent.state.changed', state: 'thinking' })
  expect(page.stops).toBe(before + 1)
})

test('choosing a microphone while another is opening opens the chosen one', () => {
  on.talk.send({ type: 'pressed' }, 0)
  const before = page.opens
  on.talk.chooseMicrophone('headset')
  expect(page.opens).toBe(before + 1)
})

test('nothing is sent until the new microphone delivers audio', async () => {
  on.talk.send({ type: 'choices.changed', choices: { ...on.talk.get().choices, ready: 'always' } })
  page.opened('Built in')
  page.heard(new Int16Array(320).fill(1))
  on.talk.chooseMicrophone('headset')
  on.talk.send({ type: 'pressed' }, 0)
  expect(on.talk.get()).toMatchObject({ microphone: 'opening', microphoneName: null, take: { begun: false } })
  page.opened('Headset')
  page.heard(new Int16Array(320).fill(2))
  await settled()
  expect(new Set(on.sent)).toEqual(new Set([2]))
})

test('the level is reported fewer than twenty times a second, and drawn only if it changes visibly', () => {
  on.talk.send({ type: 'choices.changed', choices: { ...on.talk.get().choices, ready: 'always' } })
  page.opened('Microphone')
  let reports = 0
  const drawn: number[] = []
  const draw = inSteps((share) => drawn.push(share))
  const stop = on.talk.onLevel((level) => {
    reports++
    draw(level)
  })
  for (let frame = 0; frame < 50; frame++) page.heard(new Int16Array(320).fill(3000))
  expect(reports).toBeGreaterThan(10)
  expect(reports).toBeLessThan(20)
  expect(drawn).toHaveLength(2)
  on.talk.send({ type: 'mute.changed', muted: true })
  expect(drawn.at(-1)).toBe(0)
  stop()
  for (let frame = 0; frame < 9; frame++) page.heard(new Int16Array(320).fill(3000))
  expect(drawn).toHaveLength(3)
})
