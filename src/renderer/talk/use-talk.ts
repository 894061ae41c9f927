// The state of talking in React's hands.
import { useSyncExternalStore } from 'react'
import { useApp } from '../store/use-room.tsx'
import type { TalkView } from './talk-control.ts'

/** `select` must return a part of the view or something primitive, never a new object. */
export function useTalk<T>(select: (view: TalkView) => T): T {
  const { talk } = useApp()
  return useSyncExternalStore(talk.subscribe, () => select(talk.get()))
}
