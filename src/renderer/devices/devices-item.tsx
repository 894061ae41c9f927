// Other devices in the status bar: an icon, and their number if there are any.
import { useActions } from '../actions/window-actions.tsx'
import { StatusItem } from '../status-bar/status-item.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { useSettings } from '../ui/settings-context.tsx'
import { gatewayText, guestCount, guestsOf, isPairable, itemText, moreText } from './device-text.ts'
import { useGateway } from './devices-context.tsx'

/** The popover names this many; the page lists all. */
const NAMED = 5

export function DevicesItem() {
  const { run } = useActions()
  const { settings } = useSettings()
  const status = useGateway()
  const { label, heading } = itemText(status)
  const guests = guestsOf(status)
  const isTroubled = status?.tag === 'failed'
  const count = guestCount(status)
  const look = isTroubled ? 'trouble' : count > 0 ? 'some' : 'none'
  const more = moreText(count, NAMED)
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
                  <strong>
                    <VisibleText text={title} kind="line" />
                  </strong>{' '}
                  {state}
                </li>
              ))}
              {more === null ? null : <li>{more}</li>}
            </ul>
          ) : null}
          {status && !isTroubled ? <p>{gatewayText(status, settings?.gatewayHost ?? '').explained}</p> : null}
          <div className="popover-actions">
            <Button
              onClick={() => {
                close()
                run('devices.open')
              }}
            >
              {isPairable(status) && guests.length === 0 ? 'Pair a device' : 'Devices'}
            </Button>
          </div>
        </>
      )}
    </StatusItem>
  )
}
