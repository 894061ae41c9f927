// The talk keys while another window has the focus. The system reports only that they were pressed, not released, so they
// start and stop talking in turn.
import { app, globalShortcut } from 'electron'
import type { TalkShortcut } from '../../shared/ipc.ts'
import type { Settings } from '../../shared/settings.ts'

interface Deps {
  onPressed(): void
  onChanged(state: TalkShortcut): void
}

export interface TalkShortcutKeeper {
  follow(chosen: Settings['talkShortcut']): void
  state(): TalkShortcut
}

export function createTalkShortcut({ onPressed, onChanged }: Deps): TalkShortcutKeeper {
  let chosen: Settings['talkShortcut'] = 'off'
  let state: TalkShortcut = { keys: null, registered: false }
  app.on('will-quit', () => globalShortcut.unregisterAll())
  return {
    state: () => state,
    follow(next) {
      if (next === chosen) return
      if (state.registered && state.keys !== null) globalShortcut.unregister(state.keys)
      chosen = next
      state =
        next === 'off'
          ? { keys: null, registered: false }
          : { keys: next, registered: register(next, onPressed) }
      onChanged(state)
    },
  }
}

function register(keys: string, onPressed: () => void): boolean {
  try {
    return globalShortcut.register(keys, onPressed)
  } catch {
    // This system does not know these keys.
    return false
  }
}
