// Starts the window: the bridge to the app, the room, the store, and what draws them.
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { App } from './app.tsx'
import { createBridge } from './bridge.ts'
import { pageClock } from './clock.ts'
import { createRoomClient } from './room/room-client.ts'
import { createStore } from './store/store.ts'

// The page may not make code out of strings, which zod would otherwise try for speed.
z.config({ jitless: true })

const bridge = createBridge()
const store = createStore()
const commands = createRoomClient({
  openLink: bridge.openLink,
  dispatch: store.dispatch,
  clock: pageClock,
  newId: () => crypto.randomUUID(),
  random: Math.random,
})
window.addEventListener('pagehide', () => commands.close())

createRoot(document.getElementById('root')!).render(<App store={store} commands={commands} bridge={bridge} />)
