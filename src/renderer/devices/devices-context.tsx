// The state of the gateway, for every part of the window that shows it.
import { createContext, useContext, type ReactNode } from 'react'
import type { GatewayStatus } from '../../shared/gateway-status.ts'
import { useApp } from '../store/use-room.tsx'
import { usePushed } from '../ui/use-pushed.ts'

const DevicesContext = createContext<GatewayStatus | null>(null)

/** Null until known. */
export const useGateway = (): GatewayStatus | null => useContext(DevicesContext)

export function DevicesProvider({ children }: { children: ReactNode }) {
  const { bridge } = useApp()
  const status = usePushed(
    () => bridge.request('gateway.status'),
    (listener) => bridge.on('gateway.changed', listener),
  )
  return <DevicesContext value={status}>{children}</DevicesContext>
}
