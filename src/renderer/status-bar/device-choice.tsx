// One of several devices, or whichever the system takes.
import type { SoundDevice } from '../audio/sound-devices.ts'

interface Props {
  label: string
  devices: readonly SoundDevice[]
  chosen: string | null
  onChoose: (id: string | null) => void
}

const SYSTEM = ''

export function DeviceChoice({ label, devices, chosen, onChoose }: Props) {
  if (devices.length === 0) return null
  const gone = chosen !== null && !devices.some(({ id }) => id === chosen)
  return (
    <label className="device-choice">
      <span>{label}</span>
      <select
        className="field"
        value={chosen ?? SYSTEM}
        onChange={({ target }) => onChoose(target.value === SYSTEM ? null : target.value)}
      >
        <option value={SYSTEM}>As the system</option>
        {devices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {gone ? <option value={chosen}>The one chosen before (not there)</option> : null}
      </select>
    </label>
  )
}
