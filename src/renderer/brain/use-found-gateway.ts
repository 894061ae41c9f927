// Looks for an OpenClaw gateway on this machine while another agent answers: at the start, and whenever the person comes back
// to the window, because a gateway is started elsewhere.
import { useEffect, useState } from 'react'
import { useApp } from '../store/use-room.tsx'

/** Where one is; null where none is, or none is looked for. */
export function useFoundGateway(isWanted: boolean): string | null {
  const { bridge } = useApp()
  const [place, setPlace] = useState<string | null>(null)
  useEffect(() => {
    if (!isWanted) return
    let gone = false
    const look = (): void => {
      bridge.request('openclaw.find').then(
        (answer) => {
          if (!gone) setPlace(answer.found ? answer.place : null)
        },
        // Nobody asked for it, so nobody is told that it could not be done.
        () => {},
      )
    }
    look()
    window.addEventListener('focus', look)
    return () => {
      gone = true
      window.removeEventListener('focus', look)
      setPlace(null)
    }
  }, [bridge, isWanted])
  return place
}
