// What the person is about to say. Shared, because the viewer's examples say things too, and because text that
// could not be sent has to come back to the box, whoever sent it.
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'
import { faultOf, type Fault } from '../../shared/errors.ts'
import { useApp } from '../store/use-room.tsx'
import { rejoin } from './recall-asks.ts'

interface AskValue {
  draft: string
  setDraft: (text: string) => void
  /** Sends; what cannot be sent returns to the draft, with the reason in `fault`. */
  ask: (text: string) => void
  fault: Fault | null
}

const AskContext = createContext<AskValue | null>(null)

export function useAsk(): AskValue {
  const value = useContext(AskContext)
  if (!value) throw new Error('A component that asks was drawn outside AskProvider.')
  return value
}

export function AskProvider({ children }: { children: ReactNode }) {
  const { commands, store } = useApp()
  const [draft, setDraft] = useState('')
  const [fault, setFault] = useState<Fault | null>(null)

  const ask = useCallback(
    (text: string) => {
      const words = text.trim()
      if (words === '') return
      const bringBack = (): void => setDraft((now) => rejoin(text, now))
      setFault(null)
      if (store.get().connection.tag !== 'connected') {
        // The box itself says that there is no connection.
        bringBack()
        return
      }
      commands.ask(words).catch((error: unknown) => {
        setFault(faultOf(error))
        bringBack()
      })
    },
    [commands, store],
  )
  const value = useMemo(() => ({ draft, setDraft, ask, fault }), [draft, ask, fault])
  return <AskContext value={value}>{children}</AskContext>
}
