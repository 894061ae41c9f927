// Starts the window: the bridge to the app, the room, the store, and what draws them.
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import type { RoomCommands } from './app-props.ts'
import { App } from './app.tsx'
import { createSoundChoices } from './audio/sound-choices.ts'
import { createBridge } from './bridge.ts'
import { pageClock } from './clock.ts'
import { createFrontWindow } from './front-window.ts'
import { createRoomClient } from './room/room-client.ts'
import { createStore } from './store/store.ts'
import { createTalkControl } from './talk/talk-control.ts'

// The page may not make code out of strings, which zod would otherwise try for speed.
z.config({ jitless: true })

const bridge = createBridge()
const store = createStore()
const newId = (): string => crypto.randomUUID()
const frontWindow = createFrontWindow(new BroadcastChannel('parley.windows'), window)
const room = createRoomClient({
  openLink: bridge.room.openLink,
  dispatch(action) {
    if (action.type !== 'view.wished' || frontWindow.isInUse()) store.dispatch(action)
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
  // Silent here at once, then there.
  interrupt: async () => room.interrupt(await talk.silence()),
}
bridge.room.onMoved(room.rejoin)
window.addEventListener('pagehide', () => room.close())

createRoot(document.getElementById('root')!).render(
  <App store={store} commands={commands} bridge={bridge} talk={talk} />,
)
