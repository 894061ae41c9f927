// The text in the box. Shared, because the viewer's examples also send requests, and text that could not be sent returns
// to the box.
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'
import { pointingRequest } from '../../core/pointing/pointing-request.ts'
import { faultOf, type Fault } from '../../shared/errors.ts'
import { useApp } from '../store/use-room.tsx'
import { rejoin } from './recall-asks.ts'

interface AskValue {
  draft: string
  setDraft: (text: string) => void
  /** Sends a request; text that cannot be sent returns to the draft, with the reason in `fault`. */
  ask: (text: string) => void
  fault: Fault | null
}

const AskContext = createContext<AskValue | null>(null)

export function useAsk(): AskValue {
  const value = useContext(AskContext)
  if (!value) throw new Error('This component must be inside AskProvider.')
  return value
}

export function AskProvider({ children }: { children: ReactNode }) {
  const { commands, store } = useApp()
  const [draft, setDraft] = useState('')
  const [fault, setFault] = useState<Fault | null>(null)

  const ask = useCallback(
    (text: string) => {
      const request = text.trim()
      if (request === '') return
      const pointing = pointingRequest(request, commands.view())
      if (pointing) {
        const { done, line = null, ...view } = pointing
        store.dispatch({ type: 'view.requested', ...view, line })
        if (done !== undefined)
          store.dispatch({ type: 'command.shown', command: { phrase: request, done, at: Date.now() } })
        return
      }
      const bringBack = (): void => setDraft((now) => rejoin(text, now))
      setFault(null)
      if (store.get().connection.tag !== 'connected') {
        // The box shows that there is no connection.
        bringBack()
        return
      }
      commands.ask(request).catch((error: unknown) => {
        setFault(faultOf(error))
        bringBack()
      })
    },
    [commands, store],
  )
  const value = useMemo(() => ({ draft, setDraft, ask, fault }), [draft, ask, fault])
  return <AskContext value={value}>{children}</AskContext>
}
