// What only the view in front does: fulfil the agent's wishes, and tell the agent what the person looks at.
import { createContext, useContext, useEffect, useRef } from 'react'
import type { ViewContext } from '../../shared/conversation.ts'
import type { ViewWish } from '../store/state.ts'
import { useApp, useRoom } from '../store/use-room.tsx'

const InFront = createContext(true)

/** Whether what is drawn inside it is the tab in front. */
export const ViewInFront = InFront.Provider

export function useInFront(): boolean {
  return useContext(InFront)
}

/** Calls back for each wish that comes while this view is in front. */
export function useViewWish(fulfil: (wish: ViewWish) => void): void {
  const inFront = useInFront()
  const wish = useRoom((state) => state.viewWish)
  const last = useRef(wish)
  const latest = useRef(fulfil)
  useEffect(() => {
    latest.current = fulfil
  })
  useEffect(() => {
    if (!wish || wish === last.current) return
    last.current = wish
    if (inFront) latest.current(wish)
  }, [wish, inFront])
}

const SETTLED_MS = 150

/** Tells the agent what is in front, once it has stayed so for a moment. */
export function useReportedView({ file, line, kind }: ViewContext): void {
  const { commands } = useApp()
  const inFront = useInFront()
  // Another agent that goes on with it has not been told either.
  const conversation = useRoom((state) => (state.connection.tag === 'connected' ? state.conversation : null))
  useEffect(() => {
    if (!inFront || conversation === null) return
    const timer = setTimeout(() => {
      // Nothing hangs on it: without it, "this line" is asked about.
      commands
        .reportView({ ...(file && { file }), ...(line && { line }), ...(kind && { kind }) })
        .catch(() => {})
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [commands, inFront, conversation, file, line, kind])
}
