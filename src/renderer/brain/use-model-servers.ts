// What Parley finds on this computer: looked for when the component appears and when the user comes back to the window.
import { useEffect, useState } from 'react'
import type { FoundModelServer } from '../../shared/ipc.ts'
import type { AppBridge } from '../app-props.ts'

/** Null while Parley looks. */
export function useModelServers(bridge: AppBridge): readonly FoundModelServer[] | null {
  const [servers, setServers] = useState<readonly FoundModelServer[] | null>(null)
  useEffect(() => {
    let isGone = false
    const look = (): void => {
      bridge.request('model.find').then(
        (found) => {
          if (!isGone) setServers(found)
        },
        // The page is complete without them.
        () => {
          if (!isGone) setServers([])
        },
      )
    }
    look()
    window.addEventListener('focus', look)
    return () => {
      isGone = true
      window.removeEventListener('focus', look)
    }
  }, [bridge])
  return servers
}
