// How components reach the conversation: a context for the three things the window was handed, and a hook that
// draws again only when the part of the state a component selected has changed.
import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react'
import type { AppBridge, RoomCommands, RoomStore } from '../app-props.ts'
import type { TalkControl } from '../talk/talk-control.ts'
import type { RoomState } from './state.ts'

export interface AppProps {
  store: RoomStore
  commands: RoomCommands
  bridge: AppBridge
  talk: TalkControl
}

const RoomContext = createContext<AppProps | null>(null)

export function RoomProvider({ value, children }: { value: AppProps; children: ReactNode }) {
  return <RoomContext value={value}>{children}</RoomContext>
}

export function useApp(): AppProps {
  const value = useContext(RoomContext)
  if (!value) throw new Error('A component that needs the room was drawn outside RoomProvider.')
  return value
}

/** `select` must return a part of the state or something primitive, never a new object. */
export function useRoom<T>(select: (state: RoomState) => T): T {
  const { store } = useApp()
  return useSyncExternalStore(
    (listener) => store.subscribe(listener),
    () => select(store.get()),
  )
}
