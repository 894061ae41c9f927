// Chooses a voice: from a list, or by name if a service has its own voices.
import type { Settings } from '../../shared/settings.ts'
import { builtinVoices, naturalVoices, type VoiceChoice } from '../../shared/voices.ts'
import { WrittenSetting } from './written-setting.tsx'

interface Props {
  settings: Settings
  label: string
  onWrite: (value: string) => void
}

const lists: Partial<Record<Settings['voice'], readonly VoiceChoice[]>> = {
  builtin: builtinVoices,
  natural: naturalVoices,
}

export function VoiceChoiceSetting({ settings, label, onWrite }: Props) {
  const voices = lists[settings.voice]
  if (!voices)
    return (
      <WrittenSetting
        name="voiceName"
        label={label}
        value={settings.voiceName}
        onWrite={(value) => onWrite(String(value))}
      />
    )
  const chosen = voices.find(({ id }) => id === settings.voiceName) ?? voices[0]
  return (
    <select
      className="setting-select"
      aria-label={label}
      value={chosen?.id}
      onChange={({ target }) => onWrite(target.value)}
    >
      {voices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
