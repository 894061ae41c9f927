// A text setting. Leaving the box or pressing Enter saves it if it is valid.
import { useState } from 'react'
import { settingFromText, type SettingKey, type Settings } from '../../shared/settings.ts'

interface Props {
  name: SettingKey
  label: string
  value: Settings[SettingKey]
  onWrite: (value: Settings[SettingKey]) => void
}

export function WrittenSetting({ name, label, value, onWrite }: Props) {
  const [draft, setText] = useState<string | null>(null)
  const text = draft ?? String(value)
  const fits = settingFromText(name, text)
  const save = (): void => {
    if (fits === undefined) return
    setText(null)
    if (fits !== value) onWrite(fits)
  }
  return (
    <>
      <div className="setting-text">
        <input
          aria-label={label}
          aria-invalid={fits === undefined}
          value={text}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save()
          }}
        />
      </div>
      {fits === undefined ? (
        <p className="setting-held" role="status">
          This is not valid and was not saved.
        </p>
      ) : null}
    </>
  )
}
