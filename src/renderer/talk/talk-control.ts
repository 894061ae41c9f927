// Talking, put together: keys and buttons come in, the machine decides, and the microphone, the agent and the speaker are
// asked for what it wants. What the window shows of it is one value.
import { createPreRoll } from '../../core/ears/pre-roll.ts'
import type { SoundLevel } from '../../core/ears/sound-level.ts'
import type { Clock, Unsubscribe } from '../../core/ports.ts'
import type { ViewAction } from '../../shared/conversation.ts'
import type { RoomStore, TalkCommands } from '../app-props.ts'
import { createMicrophone } from '../audio/microphone.ts'
import { createPlayback } from '../audio/playback.ts'
import type { SoundChoicesStore } from '../audio/sound-choices.ts'
import { listSoundDevices, noDevices, onDevicesChanged, type SoundDevices } from '../audio/sound-devices.ts'
import { createTakeCourier } from './take-courier.ts'
import { createSoundWatch } from './sound-watch.ts'
import { talk } from './talk-machine.ts'
import {
  initialTalk,
  mayRest,
  type TalkChoices,
  type TalkInput,
  type TalkRequest,
  type TalkState,
} from './talk-state.ts'
import { refusal, troubleOf, type Host } from './talk-troubles.ts'

/** What the window shows of talking. */
export interface TalkView extends TalkState {
  /** When the take under way ends by itself. */
  limitAt: number | null
  microphoneName: string | null
  devices: SoundDevices
  microphoneChosen: string | null
  speakerChosen: string | null
  volume: number
  /** The browser keeps the page silent until somebody clicks. */
  soundBlocked: boolean
}

export interface TalkControl {
  get(): TalkView
  subscribe(listener: () => void): Unsubscribe
  /** `at` is when it happened, where that is known better than by now: a busy page hears of keys late. */
  send(input: TalkInput, at?: number): void
  /** Hears how loud it is, now and from now on, as often as it can be drawn to some use. */
  onLevel(listener: (level: SoundLevel) => void): Unsubscribe
  chooseMicrophone(id: string | null): void
  chooseSpeaker(id: string | null): void
  setVolume(volume: number): void
  /** More of the agent's voice. */
  voice(samples: Int16Array, sampleRate: number): void
  /** Silence now; gives how much of the agent's voice was played, in milliseconds. */
  silence(): Promise<number>
  /** Plays a short sound, to hear whether there is any. */
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

const LOUDER = 0.2
/** As soft as it gets by asking; silence is asked for by another word. */
const QUIETEST = 0.1

const REST_MS: Record<TalkChoices['ready'], number> = { talking: 400, minutes: 5 * 60_000, always: Infinity }

export function createTalkControl(deps: Deps): TalkControl {
  const { clock, choices, commands, store, host } = deps
  const listeners = new Set<() => void>()
  const preRoll = createPreRoll()
  const watch = createSoundWatch()
  let cancelRest: Unsubscribe = () => {}
  let cancelLimit: Unsubscribe = () => {}
  let silenced: Promise<number | undefined> = Promise.resolve(undefined)

  const loudness = (): number => (choices.get().silent ? 0 : choices.get().volume)

  let view: TalkView = {
    ...initialTalk,
    muted: choices.get().muted,
    limitAt: null,
    microphoneName: null,
    devices: noDevices,
    microphoneChosen: choices.get().microphone,
    speakerChosen: choices.get().speaker,
    volume: loudness(),
    soundBlocked: false,
  }

  function show(part: Partial<TalkView>): void {
    view = { ...view, ...part }
    for (const listener of listeners) listener()
  }

  const playback = createPlayback({
    clock,
    volume: loudness,
    chosenDevice: () => choices.get().speaker,
    onBlocked,
  })

  function onBlocked(soundBlocked: boolean): void {
    show({ soundBlocked })
    if (!soundBlocked) return
    // The next thing the person does is what the browser waits for.
    for (const use of ['pointerdown', 'keydown']) window.addEventListener(use, playback.wake, { once: true })
  }

  const microphone = createMicrophone({
    clock,
    chosenDevice: () => choices.get().microphone,
    onOpened(name, track) {
      commands.shareMicrophone({ track, heard: view.take !== null })
      show({ microphoneName: name })
      send({ type: 'microphone.opened' })
      void lookForDevices()
    },
    onFrame: hear,
    onFailed: (kind) => send({ type: 'microphone.failed', trouble: troubleOf(kind, host) }),
    onStalled: () => send({ type: 'sound.missed', trouble: troubleOf('suspended', host) }),
  })

  const courier = createTakeCourier({
    ...commands,
    async startTalk(takeId, mode, playedMs) {
      try {
        return await commands.startTalk(takeId, mode, playedMs)
      } catch (error) {
        // Whoever refuses to listen has not fallen silent for it.
        tellSilenced(playedMs)
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
    onRefused(takeId, error) {
      const trouble = refusal(error)
      // Refused at its end, the take is over here and only the word remains to be said.
      if (view.take?.id === takeId) send({ type: 'take.refused', takeId, trouble })
      else if (view.linked) show({ trouble })
    },
  })

  async function silencedVoice(speaking: boolean): Promise<number | undefined> {
    const playedMs = await playback.silence()
    return speaking ? playedMs : undefined
  }

  /** The voice was silenced here; it is silent there, too, and does not count as heard. */
  function tellSilenced(playedMs: number | undefined): void {
    // Without a link there is nobody to tell, and that is shown elsewhere.
    if (playedMs !== undefined) commands.interrupt(playedMs).catch(() => {})
  }

  function hear(samples: Int16Array): void {
    const heard = watch.hear(samples)
    const trouble = view.trouble?.kind
    if (trouble === 'suspended' || (trouble === 'silent' && heard === 'sound')) send({ type: 'sound.heard' })
    if (heard === 'nothing' && view.take?.begun && trouble !== 'silent')
      send({ type: 'sound.missed', trouble: troubleOf('silent', host) })
    preRoll.write(samples)
    courier.hear(samples)
  }

  function send(input: TalkInput, at = clock.now()): void {
    const before = view
    const { state, requests } = talk(view, input, { at, takeId: deps.newId() })
    show({ ...state, limitAt: state.take ? before.limitAt : null })
    if (before.take && !state.take) commands.shareMicrophone({ heard: false })
    for (const request of requests) fulfil(request, at)
    if (state.muted !== before.muted) choices.change({ muted: state.muted })
    if (!state.take) cancelLimit()
    planRest()
  }

  function planRest(): void {
    cancelRest()
    const wait = REST_MS[view.choices.ready]
    if (mayRest(view) && Number.isFinite(wait)) cancelRest = clock.after(wait, () => send({ type: 'rested' }))
  }

  function fulfil(request: TalkRequest, at: number): void {
    switch (request.type) {
      case 'microphone.open':
        // What another one has heard says nothing about this one.
        forgetSound()
        return microphone.open()
      case 'microphone.close':
        microphone.close()
        return forgetSound()
      case 'take.begin': {
        watch.begin()
        commands.shareMicrophone({ heard: true })
        return courier.begin(request.takeId, request.mode, preRoll.read(), silenced)
      }
      case 'take.end':
        courier.end(request.takeId, at)
        // The end of this take is not the beginning of the next.
        return preRoll.clear()
      case 'take.drop':
        courier.drop(request.takeId)
        return preRoll.clear()
      case 'takes.cut':
        return courier.cut()
      case 'takes.resume':
        return courier.resume()
      case 'voice.silence':
        playback.wake()
        // Also where only the end of a voice is left here; the agent has nothing to be told of that.
        silenced = silencedVoice(store.get().agentState === 'speaking')
        return
      case 'voice.stop':
        return void silenced.then(tellSilenced)
      case 'cue':
        return view.choices.sounds ? playback.cue(request.cue) : undefined
    }
  }

  function forgetSound(): void {
    commands.shareMicrophone({ track: null })
    preRoll.clear()
    watch.close()
    show({ microphoneName: null })
  }

  async function lookForDevices(): Promise<void> {
    show({ devices: await listSoundDevices() })
  }

  /** The agent's voice and other people's come out of the same loudspeaker, as loud. */
  function followChoices(): void {
    playback.follow()
    commands.hearOthers({ speaker: choices.get().speaker, volume: loudness() })
  }

  function setLoudness(part: { volume?: number; silent: boolean }): void {
    choices.change(part)
    show({ volume: loudness() })
    followChoices()
  }

  function louderBy(step: number): void {
    setLoudness({ volume: Math.min(1, Math.max(QUIETEST, loudness() + step)), silent: false })
  }

  /** What the person said to the agent and only this window can do. */
  function fulfilWish(action: ViewAction): void {
    if (action === 'voice.louder') louderBy(LOUDER)
    else if (action === 'voice.softer') louderBy(-LOUDER)
    else if (action === 'voice.mute' || action === 'voice.unmute')
      setLoudness({ silent: action === 'voice.mute' })
    else if (action === 'microphone.mute' && !view.muted) send({ type: 'mute.changed', muted: true })
  }

  let wishSeen = store.get().viewWish
  let conversationSeen = store.get().conversation
  let stopSeen = store.get().voiceStopped
  function watchStore(): void {
    const { viewWish } = store.get()
    if (viewWish && viewWish !== wishSeen) {
      wishSeen = viewWish
      fulfilWish(viewWish.action)
    }
    const { connection, agentState, conversation, voiceStopped } = store.get()
    if (conversation !== conversationSeen) {
      conversationSeen = conversation
      // Whoever answers now knows nothing of what was being said; who listens hands-free begins anew.
      if (view.linked) send({ type: 'link.changed', linked: false })
    }
    const linked = connection.tag === 'connected'
    if (linked !== view.linked) send({ type: 'link.changed', linked })
    playback.agentState(agentState)
    if (voiceStopped !== stopSeen) playback.stopped()
    stopSeen = voiceStopped
  }

  store.subscribe(watchStore)
  watchStore()
  commands.hearOthers({ speaker: choices.get().speaker, volume: loudness() })
  onDevicesChanged(() => {
    void lookForDevices().then(() => {
      // One that was chosen before and is back is used again, but not in the middle of a sentence.
      const { microphoneChosen, devices, take, microphoneName } = view
      const chosen = devices.microphones.find(({ id }) => id === microphoneChosen)
      // One that is being opened has no name yet, and may be this one.
      const other = view.microphone === 'open' && chosen !== undefined && chosen.name !== microphoneName
      if (other && !take) send({ type: 'microphone.changed' })
    })
  })
  void lookForDevices()

  return {
    get: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
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
      followChoices()
    },
    setVolume(volume) {
      setLoudness({ volume, silent: false })
    },
    voice: playback.voice,
    silence: playback.silence,
    trySound() {
      playback.wake()
      playback.cue('listening')
    },
  }
}
