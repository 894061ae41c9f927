// The way from the settings to the page about other devices.
import { useActions } from '../actions/window-actions.tsx'
import { Button } from '../ui/button.tsx'

export function DevicesSetting() {
  const { run } = useActions()
  return (
    <fieldset className="setting">
      <legend>The devices themselves</legend>
      <p className="setting-words">Who is connected, and how another one is paired.</p>
      <div className="setting-choices">
        <Button onClick={() => run('devices.open')}>Open the devices’ page</Button>
      </div>
    </fieldset>
  )
}
