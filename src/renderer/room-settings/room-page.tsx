// The page about the room: which one, who is in it, a server for it, invitations, and a check.
import type { PersonInRoom, RoomStatus } from '../../shared/room-status.ts'
import '../styles/room-page.css'
import { useActions } from '../actions/window-actions.tsx'
import { useApp, useRoom } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { FaultText } from '../ui/fault-text.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { HealthCheck } from './health-check.tsx'
import { Invitation } from './invitation.tsx'
import { useRoomStatus } from './room-status-context.tsx'
import { insteadBecause, INSTEAD_EXPLAINED, participantText, roomExplained, roomName } from './room-text.ts'
import { ServerSection } from './server-section.tsx'

function PersonItem({ person }: { person: PersonInRoom }) {
  const { bridge } = useApp()
  const report = useReportFault()
  const { identity, role } = person
  const name = participantText(person)
  if (role === 'owner') return <li>{name}</li>
  return (
    <li className="room-guest">
      {name}
      <label>
        <input
          type="checkbox"
          aria-label={`${name} may approve commands and edits`}
          checked={role === 'approver'}
          onChange={({ target }) =>
            void bridge.request('room.approver', { identity, mayApprove: target.checked }).catch(report)
          }
        />
        May approve commands and edits
      </label>
    </li>
  )
}

function Participants({ status }: { status: RoomStatus }) {
  if (status.tag !== 'livekit' || status.state !== 'in') return null
  return (
    <div className="room-people">
      <h3>In the room</h3>
      <ul>
        <li className="room-agent">Parley’s agent</li>
        {status.people.map((person) => (
          <PersonItem key={person.identity} person={person} />
        ))}
      </ul>
    </div>
  )
}

function Where({ status }: { status: RoomStatus }) {
  const { bridge } = useApp()
  const { run } = useActions()
  const report = useReportFault()
  const { text, look } = roomName(status)
  const isLiveKit = status.tag === 'livekit'
  const isElsewhere = useRoom(({ connection }) => insteadBecause(connection) !== null)
  const isAway = isLiveKit && (status.state !== 'in' || isElsewhere)
  return (
    <section>
      <h2>Where you talk</h2>
      <p role="status" className={`page-now connection-${look}`}>
        <span className="connection-dot" aria-hidden="true" />
        <strong>{isLiveKit && status.state !== 'in' ? `${text} (room ${status.room})` : text}</strong>
      </p>
      {isLiveKit && status.fault ? <FaultText fault={status.fault} /> : null}
      <p className="setting-note">{isElsewhere ? INSTEAD_EXPLAINED : roomExplained(status)}</p>
      <Participants status={status} />
      <div className="page-actions">
        {isAway ? (
          <Button
            onClick={() => {
              bridge.request('room.retry').catch(report)
              bridge.returnToRoom()
            }}
          >
            {isLiveKit && status.state === 'empty' ? 'Join now' : 'Try again'}
          </Button>
        ) : null}
        <Button onClick={() => run('settings.open')}>
          {isLiveKit ? 'Choose another room' : 'Use another server'}
        </Button>
      </div>
    </section>
  )
}

export function RoomPage() {
  const { close } = useActions()
  const { room, server } = useRoomStatus()
  return (
    <Page title="Room" onClose={close}>
      {room ? <Where status={room} /> : null}
      {server ? <ServerSection state={server} /> : null}
      {room?.tag === 'livekit' && (room.state === 'in' || room.state === 'empty') ? (
        <Invitation server={server} />
      ) : null}
      <HealthCheck />
    </Page>
  )
}
