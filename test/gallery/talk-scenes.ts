// Talking in every state, without a microphone.
import type { RoomStore } from '../../src/renderer/app-props.ts'
import type { TalkControl, TalkView } from '../../src/renderer/talk/talk-control.ts'
import type { SpeechState } from '../../src/shared/wire/speech-state.ts'
import { initialTalk, type Take } from '../../src/renderer/talk/talk-state.ts'
import { problemOf, type ProblemKind } from '../../src/renderer/talk/talk-problems.ts'

const take: Take = { id: 'k', mode: 'hold', pressedAt: 0, held: true, latched: false, begun: true }
const at = (): number => Date.now()

const scenes: Record<string, () => Partial<TalkView>> = {
  off: () => ({}),
  ready: () => ({ microphone: 'open' }),
  opening: () => ({ microphone: 'opening', take: { ...take, begun: false } }),
  hearing: () => ({ microphone: 'open', take }),
  latched: () => ({ microphone: 'open', take: { ...take, held: false, latched: true } }),
  limit: () => ({ microphone: 'open', take, limitAt: at() + 9_000 }),
  transcribing: () => ({ microphone: 'open', sent: 'k' }),
  thinking: () => ({ microphone: 'open' }),
  speaking: () => ({ microphone: 'open' }),
  muted: () => ({ muted: true }),
  'hands-free': () => ({
    microphone: 'open',
    handsFree: true,
    take: { ...take, mode: 'hands_free', held: false, latched: true },
  }),
  problem: () => ({ problem: problemOf('permission') }),
}

export function talkDouble(scene: string, store: RoomStore): TalkControl {
  const named = scene.startsWith('trouble-') ? (scene.slice(8) as ProblemKind) : null
  let view: TalkView = {
    ...initialTalk,
    linked: true,
    limitAt: null,
    microphoneName: 'Built-in Microphone',
    devices: {
      microphones: [
        { id: 'a', name: 'Built-in Microphone' },
        { id: 'b', name: 'A headset with a rather long name (0d8c:0014)' },
      ],
      speakers: [{ id: 'c', name: 'Built-in Speakers' }],
    },
    microphoneChosen: null,
    speakerChosen: null,
    volume: 0.8,
    soundBlocked: scene === 'blocked',
    ...(named ? { problem: problemOf(named) } : scenes[scene]?.()),
  }
  if (view.choices.mode === 'push' && scene === 'hands-free')
    view = { ...view, choices: { ...view.choices, mode: 'hands-free' } }
  const states: Record<string, 'listening' | 'thinking' | 'speaking'> = {
    hearing: 'listening',
    transcribing: 'listening',
    thinking: 'thinking',
    speaking: 'speaking',
  }
  store.dispatch({ type: 'agent.state.changed', state: states[scene] ?? 'idle' })
  const listeners = new Set<() => void>()
  const show = (part: Partial<TalkView>): void => {
    view = { ...view, ...part }
    for (const listener of listeners) listener()
  }
  return {
    get: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    send(input) {
      if (input.type === 'mute.changed') show({ muted: input.muted, problem: null })
      if (input.type === 'problem.dismissed') show({ problem: null })
    },
    onLevel(listener) {
      listener({ rms: -26, peak: -12 })
      return () => {}
    },
    chooseMicrophone: (id) => show({ microphoneChosen: id }),
    chooseSpeaker: (id) => show({ speakerChosen: id }),
    setVolume: (volume) => show({ volume }),
    voice: () => {},
    silence: () => Promise.resolve(0),
    trySound: () => {},
  }
}

/** The voice's state, named in the address. */
const voices: Record<string, SpeechState['state']> = {
  ready: { tag: 'ready' },
  loading: { tag: 'loading', progress: 0.4 },
  failed: {
    tag: 'failed',
    message: 'The natural voice is too slow on this machine.',
    remedy: 'The built-in voice goes on speaking.',
  },
  off: { tag: 'off' },
}

type Say = (
  id: string,
  role: 'user' | 'agent',
  turnId: string,
  text: string,
  at: number,
  isFinal?: boolean,
) => void

/** A spoken conversation with everything that can be shown of one. */
export function showTalk(store: RoomStore, say: Say, start: number): void {
  say('7', 'user', 't4', 'open parseConfig in read-file.ts', 140)
  store.dispatch({
    type: 'words.corrected',
    segmentId: '7',
    corrections: [
      { at: 5, from: 'parse config', to: 'parseConfig', alternatives: ['parseConfigs', 'readConfig'] },
      { at: 20, from: 'read file dot t s', to: 'read-file.ts', alternatives: [] },
    ],
  })
  const reply =
    'Here is parseConfig. It reads the file, checks it against the schema and gives back the settings. It is used in four places, and two of them do not look at what it returns.'
  say('8', 'agent', 't4', reply, 143)
  store.dispatch({ type: 'segment.closed', id: '8' })
  store.dispatch({ type: 'segment.closed', id: '6' })
  store.dispatch({ type: 'reply.voiced', segmentId: '8', voiced: { heard: 93, complete: false } })
  store.dispatch({
    type: 'turn.timed',
    turnId: 't4',
    timing: { talked: 1900, recognised: 180, firstWord: 440, firstSound: 530, ended: 2900, tools: 120 },
  })
  say('9', 'user', 't5', 'and now run the tests of', 160, false)
  store.dispatch({ type: 'status.cleared' })
  store.dispatch({
    type: 'recognizer.changed',
    recognizer: { name: 'Moonshine base', state: { tag: 'ready' } },
  })
  const voice = new URLSearchParams(location.search).get('voice') ?? 'ready'
  store.dispatch({ type: 'voice.changed', voice: { name: 'Flite, built in', state: voices[voice]! } })
  store.dispatch({ type: 'command.shown', command: { phrase: 'next hunk', done: 'Next hunk', at: at() } })
  store.dispatch({
    type: 'take.offered',
    take: { takeId: 'k1', startedAt: start, durationMs: 2100, text: 'run the tests and tell me what fails' },
  })
}
