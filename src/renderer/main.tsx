// Starts the window: the bridge to the app, the room client, the store and the views.
import './schemas-without-eval.ts'
import { createRoot } from 'react-dom/client'
import type { RoomCommands } from './app-props.ts'
import { App } from './app.tsx'
import { createSoundChoices } from './audio/sound-choices.ts'
import { createBridge } from './bridge.ts'
import { pageClock } from './clock.ts'
import { createActiveWindow } from './room/active-window.ts'
import { createRoomClient } from './room/room-client.ts'
import { createStore } from './store/store.ts'
import { createTalkControl } from './talk/talk-control.ts'

const bridge = createBridge()
const store = createStore()
const newId = (): string => crypto.randomUUID()
const frontWindow = createActiveWindow(new BroadcastChannel('parley.windows'), window)
const room = createRoomClient({
  openLink: bridge.room.openLink,
  dispatch(action) {
    if (action.type !== 'view.requested' || frontWindow.isInUse()) store.dispatch(action)
  },
  clock: pageClock,
  newId,
  random: Math.random,
  onVoice(samples, sampleRate) {
    if (frontWindow.isInUse()) talk.voice(samples, sampleRate)
  },
})
const talk = createTalkControl({
  commands: room,
  store,
  choices: createSoundChoices(() => localStorage),
  host: bridge.host,
  clock: pageClock,
  newId,
})
const commands: RoomCommands = {
  ...room,
  // Silences the voice here at once, then stops the agent.
  interrupt: async () => room.interrupt(await talk.silence()),
}
bridge.room.onMoved(room.rejoin)
window.addEventListener('pagehide', () => room.close())

createRoot(document.getElementById('root')!).render(
  <App store={store} commands={commands} bridge={bridge} talk={talk} />,
)
