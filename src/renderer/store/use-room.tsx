// How components reach the room: a context for what the window was given, and hooks that render a component again only
// when the part of the state it selected has changed.
import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react'
import type { AppBridge, RoomCommands, RoomStore } from '../app-props.ts'
import type { TalkControl } from '../talk/talk-control.ts'
import type { Conversation, RoomState } from './state.ts'

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
  if (!value) throw new Error('This component must be inside RoomProvider.')
  return value
}

/** `select` must return a part of the state or a primitive value, never a new object. */
export function useRoom<T>(select: (state: RoomState) => T): T {
  const { store } = useApp()
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}

/** The same for the conversation in front. */
export function useConversation<T>(select: (conversation: Conversation) => T): T {
  return useRoom(({ conversation }) => select(conversation))
}
