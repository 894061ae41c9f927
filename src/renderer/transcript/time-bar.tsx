// A small bar under a turn that shows where its time went, with the figures in a popover.
import type { TurnTiming } from '../../shared/conversation.ts'
import { useApp } from '../store/use-room.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Popover } from '../ui/popover.tsx'
import { barParts, msText, partNames, timeParts, timesAsJson, turnAsJson, waitOf } from './turn-times.ts'

export function TimeBar({ turnId, timing }: { turnId: string; timing: TurnTiming }) {
  const { store } = useApp()
  const parts = timeParts(timing)
  const wait = msText(waitOf(timing))
  const longest = Math.max(...parts.map(({ ms }) => ms))
  return (
    <Popover
      side="above"
      className="time-popover"
      label={`Answered after ${wait}: where the time went`}
      title="Where the time went"
      triggerClass="time-bar"
      trigger={
        <>
          <span className="time-parts" aria-hidden="true">
            {barParts(timing).map(({ kind, ms }) => (
              <span key={kind} className={`time-part time-${kind}`} style={{ flexGrow: ms }} />
            ))}
          </span>
          <span>{wait}</span>
        </>
      }
    >
      {() => (
        <>
          <h2>Where the time went</h2>
          <table>
            <tbody>
              {parts.map(({ kind, ms }) => (
                <tr key={kind}>
                  <th scope="row">{partNames[kind]}</th>
                  <td>{msText(ms)}</td>
                  <td className="time-cell" aria-hidden="true">
                    <span
                      className={`time-part time-${kind}`}
                      style={{ width: `${(100 * ms) / longest}%` }}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="time-copies">
            <span>Copy as JSON:</span>
            <CopyButton label="Copy this turn as JSON" text={turnAsJson(turnId, timing)} />
            <span>this turn</span>
            <CopyButton
              label="Copy all turns as JSON"
              text={() => Promise.resolve(timesAsJson(store.get().conversation))}
            />
            <span>all turns</span>
          </p>
        </>
      )}
    </Popover>
  )
}
