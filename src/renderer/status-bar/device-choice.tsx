// Chooses an audio device, or the system's.
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
  const isMissing = chosen !== null && !devices.some(({ id }) => id === chosen)
  return (
    <label className="device-choice">
      <span>{label}</span>
      <select
        className="field"
        value={chosen ?? SYSTEM}
        onChange={({ target }) => onChoose(target.value === SYSTEM ? null : target.value)}
      >
        <option value={SYSTEM}>System default</option>
        {devices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {isMissing ? <option value={chosen}>Previously chosen (not connected)</option> : null}
      </select>
    </label>
  )
}
