// Appears in the status bar when a newer version is ready to install.
import { useActions } from '../actions/window-actions.tsx'
import { StatusItem } from '../status-bar/status-item.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { updateText } from './update-text.ts'
import { useUpdates } from './updates-section.tsx'

export function UpdateItem() {
  const { run } = useActions()
  const status = useUpdates()
  if (status?.tag !== 'ready') return null
  return (
    <StatusItem
      className="status-update"
      label={`Newer version ${status.version}`}
      heading={`Parley ${status.version}`}
      trigger={
        <>
          <Icon name="up" size={13} />
          <span>{status.version}</span>
        </>
      }
    >
      {(close) => (
        <>
          <p>{updateText(status)}</p>
          <Button
            onClick={() => {
              close()
              run('about.open')
            }}
          >
            What is new
          </Button>
        </>
      )}
    </StatusItem>
  )
}
