// The coding agents Parley knows, and how the user switches to one.
import { useCallback, useEffect, useState } from 'react'
import { faultOf, type Fault } from '../../shared/errors.ts'
import type { KnownAgent } from '../../shared/ipc.ts'
import { useApp } from '../store/use-room.tsx'

type Agents =
  { tag: 'looking' } | { tag: 'failed'; fault: Fault } | { tag: 'known'; agents: readonly KnownAgent[] }

/** Looks when the component appears and when the user comes back to the window, because agents are installed elsewhere. */
export function useAgents(): [Agents, lookAgain: () => void] {
  const { bridge } = useApp()
  const [agents, setAgents] = useState<Agents>({ tag: 'looking' })
  const look = useCallback(() => {
    bridge.request('brain.agents').then(
      (found) => setAgents({ tag: 'known', agents: found }),
      (error: unknown) => setAgents({ tag: 'failed', fault: faultOf(error) }),
    )
  }, [bridge])
  useEffect(() => {
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [look])
  const lookAgain = useCallback(() => {
    setAgents({ tag: 'looking' })
    look()
  }, [look])
  return [agents, lookAgain]
}

export const isInstalled = ({ version }: KnownAgent): boolean => version !== null

/** What to say after the name: the version, or only that it is there. */
export const versionText = ({ version }: KnownAgent): string =>
  version === null ? 'not installed' : /^\d/.test(version) ? `version ${version}` : version
