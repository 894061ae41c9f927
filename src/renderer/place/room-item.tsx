// The room in the status bar: which one, who is there, and what is wrong with it when something is.
import { useActions } from '../actions/window-actions.tsx'
import { StatusItem } from '../status-bar/status-item.tsx'
import { useApp, useRoom } from '../store/use-room.tsx'
import { disconnectedBecause } from '../talk/connection-words.ts'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { usePlace } from './place-context.tsx'
import {
  insteadBecause,
  INSTEAD_EXPLAINED,
  personWords,
  placeLabel,
  placeWords,
  roomExplained,
} from './place-words.ts'

export function RoomItem() {
  const { bridge } = useApp()
  const { run } = useActions()
  const report = useReportFault()
  const { room } = usePlace()
  const connection = useRoom((state) => state.connection)
  const { words, look } = placeWords(room, connection)
  const why = disconnectedBecause(connection)
  const instead = insteadBecause(connection)
  const fault = room?.tag === 'livekit' ? room.fault : null
  const people = room?.tag === 'livekit' && room.state === 'in' ? room.people : []
  return (
    <StatusItem
      className={`connection connection-${look}`}
      label={`Room: ${why ?? placeLabel(room, connection)}`}
      heading={words}
      trigger={
        <>
          <span className="connection-dot" aria-hidden="true" />
          <span className="connection-word">{words}</span>
        </>
      }
    >
      {(close) => (
        <>
          {why ? (
            <p>
              {why} Parley comes back by itself and catches up on what was missed. What you type stays in the
              box until it can be sent.
            </p>
          ) : null}
          {connection.tag === 'connected' && connection.weak === true ? (
            <p>
              <strong>The connection to the room is weak.</strong> Sound may break off; nothing you say is
              lost. Move closer to the network, or leave other things that use it.
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
          {people.length > 0 ? <p>There now: {people.map(personWords).join(', ')}.</p> : null}
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
              {room?.tag === 'livekit' ? 'The room' : 'Talk from elsewhere too'}
            </Button>
          </div>
        </>
      )}
    </StatusItem>
  )
}
