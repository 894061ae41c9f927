// Talking: keys and buttons come in, the talk machine decides, and the microphone, the agent and the playback do what it
// asks for. The window shows one value of it.
import { createDriver } from '../../base/driver.ts'
import { createEmitter } from '../../base/emitter.ts'
import { createPreRoll } from '../../core/speech/hearing/pre-roll.ts'
import type { SoundLevel } from '../../core/speech/hearing/sound-level.ts'
import type { Clock, Unsubscribe } from '../../core/ports/clock.ts'
import type { RoomStore, TalkCommands } from '../app-props.ts'
import { createMicrophone } from '../audio/microphone.ts'
import { createPlayback } from '../audio/playback.ts'
import type { SoundChoicesStore } from '../audio/sound-choices.ts'
import { listSoundDevices, noDevices, onDevicesChanged, type SoundDevices } from '../audio/sound-devices.ts'
import { followRoom } from './follow-room.ts'
import { createSoundWatch } from './sound-watch.ts'
import { createTakeSender } from './take-sender.ts'
import { talk } from './talk-machine.ts'
import { problemOf, refusal, type Host } from './talk-problems.ts'
import {
  initialTalk,
  mayRest,
  type TalkChoices,
  type TalkEffect,
  type TalkInput,
  type TalkState,
} from './talk-state.ts'
import { createVolume } from './volume.ts'

/** What the window shows of talking. */
export interface TalkView extends TalkState {
  /** When the take under way ends at its limit. */
  limitAt: number | null
  microphoneName: string | null
  devices: SoundDevices
  microphoneChosen: string | null
  speakerChosen: string | null
  volume: number
  /** The browser blocks audio until the user clicks or presses a key. */
  soundBlocked: boolean
}

export interface TalkControl {
  get(): TalkView
  subscribe(listener: () => void): Unsubscribe
  /** `at` is when it happened, if that was before now: a busy page handles keys late. */
  send(input: TalkInput, at?: number): void
  /** Calls back with the input level, now and whenever it changed enough to draw. */
  onLevel(listener: (level: SoundLevel) => void): Unsubscribe
  chooseMicrophone(id: string | null): void
  chooseSpeaker(id: string | null): void
  setVolume(volume: number): void
  /** Plays more of the agent's voice. */
  voice(samples: Int16Array, sampleRate: number): void
  /** Silences the voice now; resolves with how much of it was played, in milliseconds. */
  silence(): Promise<number>
  /** Plays a short sound, so that the user can test the loudspeaker. */
  trySound(): void
}

interface Deps {
  commands: TalkCommands
  store: RoomStore
  choices: SoundChoicesStore
  host: Host
  clock: Clock
  newId(): string
}

const REST_MS: Record<TalkChoices['ready'], number> = { talking: 400, minutes: 5 * 60_000, always: Infinity }

/** What the machine asks for, with the time of the input; and first of all, that its state has changed. */
type Effect = { type: 'state.changed'; before: TalkState; after: TalkState } | (TalkEffect & { at: number })

export function createTalkControl(deps: Deps): TalkControl {
  const { clock, choices, commands, store, host } = deps
  const changed = createEmitter<[]>()
  const preRoll = createPreRoll()
  const watch = createSoundWatch()
  let cancelRest: Unsubscribe = () => {}
  let cancelLimit: Unsubscribe = () => {}
  let silenced: Promise<number | undefined> = Promise.resolve(undefined)

  const playback = createPlayback({
    clock,
    volume: () => volume.get(),
    chosenDevice: () => choices.get().speaker,
    onBlocked(soundBlocked) {
      show({ soundBlocked })
      if (!soundBlocked) return
      // The browser waits for the user's next gesture.
      for (const type of ['pointerdown', 'keydown'])
        window.addEventListener(type, playback.wake, { once: true })
    },
  })
  const volume = createVolume(choices, () => {
    show({ volume: volume.get() })
    applyPlayback()
  })
  const driver = createDriver<TalkState, { input: TalkInput; at: number }, Effect>({
    initial: { ...initialTalk, muted: choices.get().muted },
    step(before, { input, at }) {
      const { state, effects } = talk(before, input, { at, takeId: deps.newId() })
      return {
        state,
        effects: [
          { type: 'state.changed', before, after: state },
          ...effects.map((effect) => ({ ...effect, at })),
        ],
      }
    },
    perform,
    // Uncaught, so that it appears in the log.
    onError: (error) =>
      void clock.after(0, () => {
        throw error
      }),
  })
  let view: TalkView = {
    ...driver.state,
    limitAt: null,
    microphoneName: null,
    devices: noDevices,
    microphoneChosen: choices.get().microphone,
    speakerChosen: choices.get().speaker,
    volume: volume.get(),
    soundBlocked: false,
  }

  function show(part: Partial<TalkView>): void {
    view = { ...view, ...part }
    changed.emit()
  }

  const send = (input: TalkInput, at = clock.now()): void => driver.send({ input, at })

  const microphone = createMicrophone({
    clock,
    chosenDevice: () => choices.get().microphone,
    onOpened(name, track) {
      commands.shareMicrophone({ track, heard: view.take !== null })
      show({ microphoneName: name })
      send({ type: 'microphone.opened' })
      void listDevices()
    },
    onFrame: receiveAudio,
    onFailed: (kind) => send({ type: 'microphone.failed', problem: problemOf(kind, host) }),
    onStalled: () => send({ type: 'sound.missed', problem: problemOf('suspended', host) }),
  })

  const sender = createTakeSender({
    ...commands,
    async startTalk(takeId, mode, playedMs) {
      try {
        return await commands.startTalk(takeId, mode, playedMs)
      } catch (error) {
        // An agent that refuses to listen has not stopped speaking for it.
        reportSilenced(playedMs)
        throw error
      }
    },
    clock,
    onStarted(takeId, limitMs) {
      const { take } = view
      if (take?.id !== takeId || take.mode !== 'hold') return
      cancelLimit()
      cancelLimit = clock.after(limitMs, () => send({ type: 'limit.reached', takeId }))
      show({ limitAt: clock.now() + limitMs })
    },
    onRefused: (takeId, error) => send({ type: 'take.refused', takeId, problem: refusal(error) }),
  })

  async function silenceVoice(isSpeaking: boolean): Promise<number | undefined> {
    const playedMs = await playback.silence()
    return isSpeaking ? playedMs : undefined
  }

  /** The voice was silenced here: the agent stops too, and does not count the rest as heard. */
  function reportSilenced(playedMs: number | undefined): void {
    // Without a link the call fails, and the window shows that elsewhere.
    if (playedMs !== undefined) commands.interrupt(playedMs).catch(() => {})
  }

  function receiveAudio(samples: Int16Array): void {
    const level = watch.measure(samples)
    const problem = view.problem?.kind
    if (problem === 'suspended' || (problem === 'silent' && level === 'sound')) send({ type: 'sound.heard' })
    if (level === 'nothing' && view.take?.begun && problem !== 'silent')
      send({ type: 'sound.missed', problem: problemOf('silent', host) })
    preRoll.write(samples)
    sender.receive(samples)
  }

  function stateChanged(before: TalkState, after: TalkState): void {
    show({ ...after, limitAt: after.take ? view.limitAt : null })
    if (before.take && !after.take) commands.shareMicrophone({ heard: false })
    if (after.muted !== before.muted) choices.change({ muted: after.muted })
    if (!after.take) cancelLimit()
    cancelRest()
    const wait = REST_MS[after.choices.ready]
    if (mayRest(after) && Number.isFinite(wait))
      cancelRest = clock.after(wait, () => send({ type: 'rested' }))
  }

  function perform(effect: Effect): void {
    switch (effect.type) {
      case 'state.changed':
        return stateChanged(effect.before, effect.after)
      case 'microphone.open':
        // What another microphone recorded says nothing about this one.
        forgetAudio()
        return microphone.open()
      case 'microphone.close':
        microphone.close()
        return forgetAudio()
      case 'take.begin':
        watch.begin()
        commands.shareMicrophone({ heard: true })
        return sender.begin(effect.takeId, effect.mode, preRoll.read(), silenced)
      case 'take.end':
        sender.end(effect.takeId, effect.at)
        // The end of this take is not the beginning of the next.
        return preRoll.clear()
      case 'take.drop':
        sender.drop(effect.takeId)
        return preRoll.clear()
      case 'takes.cut':
        return sender.cut()
      case 'takes.resume':
        return sender.resume()
      case 'voice.silence':
        playback.wake()
        // The end of a voice may still be playing; the agent need not know of that.
        silenced = silenceVoice(store.get().agentState === 'speaking')
        return
      case 'voice.stop':
        return void silenced.then(reportSilenced)
      case 'cue':
        return view.choices.sounds ? playback.cue(effect.cue) : undefined
    }
  }

  function forgetAudio(): void {
    commands.shareMicrophone({ track: null })
    preRoll.clear()
    watch.close()
    show({ microphoneName: null })
  }

  async function listDevices(): Promise<void> {
    show({ devices: await listSoundDevices() })
  }

  /** If the chosen microphone is back, uses it again, but not in the middle of an utterance. */
  async function devicesChanged(): Promise<void> {
    await listDevices()
    const { microphoneChosen, devices, take, microphoneName } = view
    const chosen = devices.microphones.find(({ id }) => id === microphoneChosen)
    // A microphone that is being opened has no name yet, and may be this one.
    const isOther = view.microphone === 'open' && chosen !== undefined && chosen.name !== microphoneName
    if (isOther && !take) send({ type: 'microphone.changed' })
  }

  const playOthers = (): void => commands.playOthers({ speaker: choices.get().speaker, volume: volume.get() })

  /** The agent and other participants use the same loudspeaker and volume. */
  function applyPlayback(): void {
    playback.follow()
    playOthers()
  }

  followRoom(store, {
    onCommand(action) {
      if (action === 'microphone.mute') send({ type: 'mute.changed', muted: true })
      else if (action === 'microphone.unmute') send({ type: 'mute.changed', muted: false })
      else volume.run(action)
    },
    // Another agent knows nothing of the take under way; hands-free starts again.
    onAgentReplaced: () => view.linked && send({ type: 'link.changed', linked: false }),
    onLinked: (linked) => linked !== view.linked && send({ type: 'link.changed', linked }),
    onAgentState: playback.agentState,
    onVoiceStopped: playback.stopped,
  })
  playOthers()
  onDevicesChanged(() => void devicesChanged())
  void listDevices()

  return {
    get: () => view,
    subscribe: changed.on,
    send,
    onLevel: watch.onLevel,
    chooseMicrophone(id) {
      choices.change({ microphone: id })
      show({ microphoneChosen: id })
      send({ type: 'microphone.changed' })
    },
    chooseSpeaker(id) {
      choices.change({ speaker: id })
      show({ speakerChosen: id })
      applyPlayback()
    },
    setVolume: volume.set,
    voice: playback.voice,
    silence: playback.silence,
    trySound() {
      playback.wake()
      playback.cue('listening')
    },
  }
}
