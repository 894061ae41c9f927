// Everything about the room in one place: which one, who is in it, a server for it, invitations, and whether all is well.
import type { RoomStatus } from '../../shared/room-status.ts'
import '../styles/room-page.css'
import { useActions } from '../actions/window-actions.tsx'
import { useApp, useRoom } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { FaultWords } from '../ui/fault-words.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { HealthCheck } from './health-check.tsx'
import { Invitation } from './invitation.tsx'
import { usePlace } from './place-context.tsx'
import { insteadBecause, INSTEAD_EXPLAINED, personWords, roomExplained, roomWords } from './place-words.ts'
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
  const isElsewhere = useRoom(({ connection }) => insteadBecause(connection) !== null)
  const isAway = isLiveKit && (status.state !== 'in' || isElsewhere)
  return (
    <section>
      <h2>Where you talk</h2>
      <p role="status" className={`page-now connection-${look}`}>
        <span className="connection-dot" aria-hidden="true" />
        <strong>{isLiveKit && status.state !== 'in' ? `${words} (room ${status.room})` : words}</strong>
      </p>
      {isLiveKit && status.fault ? <FaultWords fault={status.fault} /> : null}
      <p className="setting-words">{isElsewhere ? INSTEAD_EXPLAINED : roomExplained(status)}</p>
      <WhoIsThere status={status} />
      <div className="page-actions">
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
    <Page title="Room" onClose={close}>
      {room ? <Where status={room} /> : null}
      {server ? <ServerSection state={server} /> : null}
      {room?.tag === 'livekit' && room.state === 'in' ? <Invitation server={server} /> : null}
      <HealthCheck />
    </Page>
  )
}
