// Starts and stops a LiveKit server on this computer.
import { useState } from 'react'
import type { LocalServerState } from '../../shared/room-status.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { FaultWords } from '../ui/fault-words.tsx'
import { NetworkChoice } from '../ui/network-choice.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { serverWords } from './place-words.ts'

export function ServerSection({ state }: { state: LocalServerState }) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [wished, setWished] = useState<boolean | null>(null)
  const lan = wished ?? (state.tag === 'off' ? false : state.lan)
  const isOn = state.tag === 'starting' || state.tag === 'running'
  return (
    <section>
      <h2>A server on this computer</h2>
      {state.tag === 'failed' ? (
        <FaultWords fault={state.fault} />
      ) : (
        <p role="status" className={`room-server room-server-${state.tag}`}>
          {serverWords(state)}
          {state.tag === 'running' ? <code>{state.addresses.join(' ')}</code> : null}
        </p>
      )}
      {isOn ? null : (
        <>
          <p className="setting-words">
            With LiveKit’s server you can talk to the agent from another program or a phone, in the same
            conversation. It is started with a key of its own that nobody else has, and ends with Parley.
          </p>
          <NetworkChoice title="Also for phones in this network" checked={lan} onChange={setWished}>
            Without it, the server listens on this computer alone. With it, devices in your network reach it,
            and need an invitation to get in; what is said is not encrypted on its way to it.
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
