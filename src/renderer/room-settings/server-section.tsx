// Starts and stops a LiveKit server on this computer.
import { useState } from 'react'
import type { LocalServerState } from '../../shared/room-status.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { FaultText } from '../ui/fault-text.tsx'
import { NetworkChoice } from '../ui/network-choice.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { serverText } from './room-text.ts'

export function ServerSection({ state }: { state: LocalServerState }) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const lan = chosen ?? (state.tag === 'off' ? false : state.lan)
  const isOn = state.tag === 'starting' || state.tag === 'running'
  return (
    <section>
      <h2>A server on this computer</h2>
      {state.tag === 'failed' ? (
        <FaultText fault={state.fault} />
      ) : (
        <p role="status" className={`room-server room-server-${state.tag}`}>
          {serverText(state)}
          {state.tag === 'running' ? <code>{state.addresses.join(' ')}</code> : null}
        </p>
      )}
      {isOn ? null : (
        <>
          <p className="setting-note">
            With a LiveKit server you can talk to the agent from another program or a phone, in the same
            conversation. Parley starts it with a new secret key, and stops it when you quit.
          </p>
          <NetworkChoice title="Allow devices in this network" checked={lan} onChange={setChosen}>
            When this is off, only this computer can reach the server. When it is on, devices in your network
            can reach it and need an invitation to join; the connection to the server is not encrypted.
          </NetworkChoice>
        </>
      )}
      <div className="page-actions">
        {isOn ? (
          <Button onClick={() => void bridge.request('livekit.server.stop').catch(report)}>
            {state.tag === 'starting' ? 'Cancel' : 'Stop the server'}
          </Button>
        ) : (
          <Button
            look="primary"
            onClick={() => void bridge.request('livekit.server.start', { lan }).catch(report)}
          >
            {state.tag === 'failed' ? 'Start it again' : 'Start a server on this computer'}
          </Button>
        )}
      </div>
    </section>
  )
}
