// Other devices in the status bar: a drawing, and how many there are once there are any.
import { useActions } from '../actions/window-actions.tsx'
import { StatusItem } from '../status-bar/status-item.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { inPlainOrder } from '../ui/plain-order.ts'
import { useSettings } from '../ui/settings-context.tsx'
import {
  gatewayWords,
  guestCount,
  guestsOf,
  isPairable,
  itemWords,
  moreWords,
  waitsForPairing,
} from './device-words.ts'
import { useGateway } from './devices-context.tsx'

/** As many as are named before the page has to be opened. */
const NAMED = 5

export function DevicesItem() {
  const { run } = useActions()
  const { settings } = useSettings()
  const status = useGateway()
  const { label, heading } = itemWords(status)
  const guests = guestsOf(status)
  const isTroubled = status?.tag === 'failed' && !waitsForPairing(status)
  const count = guestCount(status)
  const look = isTroubled ? 'trouble' : count > 0 ? 'some' : 'none'
  const more = moreWords(count, NAMED)
  return (
    <StatusItem
      className={`status-devices devices-${look}`}
      label={`Devices: ${label}`}
      heading={heading}
      trigger={
        <>
          <Icon name="phone" size={13} />
          {count > 0 ? <span>{count}</span> : null}
        </>
      }
    >
      {(close) => (
        <>
          {isTroubled ? (
            <p>
              <strong>{status.fault.message}</strong> {status.fault.remedy}
            </p>
          ) : null}
          {guests.length > 0 ? (
            <ul className="devices-named">
              {guests.slice(0, NAMED).map(({ id, title, state }) => (
                <li key={id}>
                  <strong>{inPlainOrder(title)}</strong> {inPlainOrder(state)}
                </li>
              ))}
              {more === null ? null : <li>{more}</li>}
            </ul>
          ) : null}
          {status && !isTroubled ? (
            <p>{gatewayWords(status, settings?.gatewayHost ?? '').explained}</p>
          ) : null}
          <div className="popover-actions">
            <Button
              onClick={() => {
                close()
                run('devices.open')
              }}
            >
              {isPairable(status) && guests.length === 0 ? 'Pair a device' : 'The devices'}
            </Button>
          </div>
        </>
      )}
    </StatusItem>
  )
}
