// Everything about the room in one place: which one, who is in it, a server for it, invitations, and whether all is well.
import type { RoomStatus } from '../../shared/room-status.ts'
import '../styles/settings.css'
import '../styles/brain.css'
import '../styles/room-page.css'
import { useActions } from '../actions/window-actions.tsx'
import { useApp } from '../store/use-room.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FaultWords } from '../ui/fault-words.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { HealthCheck } from './health-check.tsx'
import { Invitation } from './invitation.tsx'
import { usePlace } from './place-context.tsx'
import { personWords, roomExplained, roomWords } from './place-words.ts'
import { ServerSection } from './server-section.tsx'

function WhoIsThere({ status }: { status: RoomStatus }) {
  if (status.tag !== 'livekit' || status.state !== 'in') return null
  return (
    <div className="room-people">
      <h3>Who is there</h3>
      <ul>
        <li className="room-agent">Parley’s agent</li>
        {status.people.map((person) => (
          <li key={person.identity}>{personWords(person)}</li>
        ))}
      </ul>
    </div>
  )
}

function Where({ status }: { status: RoomStatus }) {
  const { bridge } = useApp()
  const { run } = useActions()
  const report = useReportFault()
  const { words, look } = roomWords(status)
  const isLiveKit = status.tag === 'livekit'
  const isAway = isLiveKit && (status.state !== 'in' || bridge.linkWay().tag === 'instead')
  return (
    <section className="room-where">
      <h2>Where you talk</h2>
      <p role="status" className={`room-now connection-${look}`}>
        <span className="connection-dot" aria-hidden="true" />
        <strong>{isLiveKit && status.state !== 'in' ? `${words} (room ${status.room})` : words}</strong>
      </p>
      {isLiveKit && status.fault ? <FaultWords fault={status.fault} /> : null}
      <p className="setting-words">{roomExplained(status)}</p>
      <WhoIsThere status={status} />
      <div className="room-actions">
        {isAway ? (
          <Button
            onClick={() => {
              bridge.request('room.retry').catch(report)
              bridge.returnToRoom()
            }}
          >
            Try again
          </Button>
        ) : null}
        <Button onClick={() => run('settings.open')}>
          {isLiveKit ? 'Choose another room' : 'Use a server that is elsewhere'}
        </Button>
      </div>
    </section>
  )
}

export function RoomPage() {
  const { close } = useActions()
  const { room, server } = usePlace()
  return (
    <Dialog label="Room" className="settings-page" onClose={close}>
      <header className="settings-header">
        <h1>Room</h1>
        <IconButton icon="close" label="Close" onClick={close} />
      </header>
      <div className="settings-scroll room-page">
        {room ? <Where status={room} /> : null}
        {server ? <ServerSection state={server} /> : null}
        {room?.tag === 'livekit' && room.state === 'in' ? <Invitation server={server} /> : null}
        <HealthCheck />
      </div>
    </Dialog>
  )
}
