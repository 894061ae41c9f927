// The room in the status bar: which one, who is there, and what is wrong with it.
import { useActions } from '../actions/window-actions.tsx'
import { StatusItem } from '../status-bar/status-item.tsx'
import { useApp, useRoom } from '../store/use-room.tsx'
import { disconnectedBecause } from './room-text.ts'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { useRoomStatus } from './room-status-context.tsx'
import {
  insteadBecause,
  INSTEAD_EXPLAINED,
  presentText,
  roomLabel,
  roomText,
  roomExplained,
} from './room-text.ts'

export function RoomItem() {
  const { bridge } = useApp()
  const { run } = useActions()
  const report = useReportFault()
  const { room } = useRoomStatus()
  const connection = useRoom((state) => state.connection)
  const { text, look } = roomText(room, connection)
  const why = disconnectedBecause(connection)
  const instead = insteadBecause(connection)
  const fault = room?.tag === 'livekit' ? room.fault : null
  const people = room?.tag === 'livekit' && room.state === 'in' ? room.people : []
  return (
    <StatusItem
      className={`connection connection-${look}`}
      label={`Room: ${why ?? roomLabel(room, connection)}`}
      heading={text}
      trigger={
        <>
          <span className="connection-dot" aria-hidden="true" />
          <span className="connection-label">{text}</span>
        </>
      }
    >
      {(close) => (
        <>
          {why ? (
            <p>
              {why} Parley reconnects automatically and catches up. What you type stays in the box until it
              can be sent.
            </p>
          ) : null}
          {connection.tag === 'connected' && connection.weak === true ? (
            <p>
              <strong>The connection to the room is weak.</strong> Audio may drop out, but nothing you say is
              lost. Move closer to the router, or close other programs that use the network.
            </p>
          ) : null}
          {fault ? (
            <p>
              <strong>{fault.message}</strong> {fault.remedy}
            </p>
          ) : null}
          {why ? null : instead === null ? (
            <p>{roomExplained(room)}</p>
          ) : (
            <>
              <p>{INSTEAD_EXPLAINED}</p>
              <p>What went wrong: {instead}</p>
            </>
          )}
          {people.length > 0 ? <p>In the room: {people.map(presentText).join(', ')}.</p> : null}
          <div className="popover-actions">
            {fault || instead !== null ? (
              <Button
                onClick={() => {
                  close()
                  bridge.request('room.retry').catch(report)
                  bridge.returnToRoom()
                }}
              >
                Try again
              </Button>
            ) : null}
            <Button
              onClick={() => {
                close()
                run('room.open')
              }}
            >
              {room?.tag === 'livekit' ? 'Room' : 'Talk from other places'}
            </Button>
          </div>
        </>
      )}
    </StatusItem>
  )
}
