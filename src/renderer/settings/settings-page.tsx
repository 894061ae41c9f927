// All settings in one place. A change is saved and in force at once.
import { useState } from 'react'
import type { SpeechService } from '../../shared/ipc.ts'
import {
  settingChoices,
  settingKeys,
  settingsTable,
  type SettingKey,
  type Settings,
} from '../../shared/settings.ts'
import '../styles/settings.css'
import { useActions } from '../actions/window-actions.tsx'
import { IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useSettings } from '../ui/settings-context.tsx'
import { useApp } from '../store/use-room.tsx'
import { DevicesSetting } from './devices-setting.tsx'
import { LiveKitSettings } from './livekit-settings.tsx'
import { OpenClawSettings } from './openclaw-settings.tsx'
import { SecretSetting } from './secret-setting.tsx'
import { VoiceChoiceSetting } from './voice-choice.tsx'
import { WrittenSetting } from './written-setting.tsx'

const groups = [...new Set(settingKeys.map((key) => settingsTable[key].group))]

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** What belongs to a service is shown where one is used. */
function matters(key: SettingKey, { ears, voice }: Settings): boolean {
  if (key === 'earsUrl' || key === 'earsModel') return ears === 'service'
  if (key === 'voiceUrl' || key === 'voiceModel') return voice === 'service'
  return voice !== 'off' || (key !== 'voiceName' && key !== 'voiceRate')
}

function ServiceKey({ of }: { of: SpeechService }) {
  const { bridge } = useApp()
  return (
    <SecretSetting
      title="Key of the service"
      what="key"
      environment={of === 'ears' ? 'PARLEY_EARS_KEY' : 'PARLEY_VOICE_KEY'}
      load={() => bridge.request('speech.key', { of })}
      save={(key) => bridge.request('speech.key.set', { of, key })}
    />
  )
}

interface RowProps {
  name: SettingKey
  settings: Settings
  /** What was chosen here last; it is not in force where a flag holds the setting. */
  wished: string | undefined
  onChoose: (name: SettingKey, value: string) => void
  onWrite: (name: SettingKey, value: Settings[SettingKey]) => void
}

function SettingRow({ name, settings, wished, onChoose, onWrite }: RowProps) {
  const { describe, flag, env, name: title, choices = {} } = settingsTable[name]
  const words: Record<string, string> = { true: 'Yes', false: 'No', ...choices }
  const now = String(settings[name])
  const held = wished !== undefined && wished !== now
  return (
    <fieldset className="setting">
      <legend>{title}</legend>
      <p className="setting-words">{sentence(describe)}</p>
      {name === 'voiceName' ? (
        <VoiceChoiceSetting settings={settings} label={title} onWrite={(value) => onWrite(name, value)} />
      ) : settingChoices(name).length === 0 ? (
        <WrittenSetting
          name={name}
          label={title}
          value={settings[name]}
          onWrite={(value) => onWrite(name, value)}
        />
      ) : null}
      <div className="setting-choices">
        {settingChoices(name).map((choice) => (
          <label key={choice} className="setting-choice">
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === now}
              onChange={() => onChoose(name, choice)}
            />
            <span>{words[choice] ?? choice}</span>
          </label>
        ))}
      </div>
      {held ? (
        <p className="setting-held" role="status">
          Saved, but a flag given at the start holds it at “{words[now] ?? now}”. Start Parley without {flag}{' '}
          to use what you chose.
        </p>
      ) : null}
      <p className="setting-names">
        <code>{flag}</code> <code>{env}</code>
      </p>
    </fieldset>
  )
}

export function SettingsPage() {
  const { close } = useActions()
  const { settings, change } = useSettings()
  const [wished, setWished] = useState<Partial<Record<SettingKey, string>>>({})
  const choose = (name: SettingKey, value: string): void => {
    setWished((now) => ({ ...now, [name]: value }))
    change({ [name]: typeof settings?.[name] === 'boolean' ? value === 'true' : value })
  }
  const write = (name: SettingKey, value: Settings[SettingKey]): void => {
    setWished((now) => ({ ...now, [name]: String(value) }))
    change({ [name]: value })
  }
  return (
    <Dialog label="Settings" className="settings-page" onClose={close}>
      <header className="settings-header">
        <h1>Settings</h1>
        <IconButton icon="close" label="Close" onClick={close} />
      </header>
      <div className="settings-scroll">
        {settings
          ? groups.map((group) => (
              <section key={group}>
                <h2>{group}</h2>
                {settingKeys
                  .filter((key) => settingsTable[key].group === group && matters(key, settings))
                  .map((key) => (
                    <SettingRow
                      key={key}
                      name={key}
                      settings={settings}
                      wished={wished[key]}
                      onChoose={choose}
                      onWrite={write}
                    />
                  ))}
                {group === 'OpenClaw' ? <OpenClawSettings /> : null}
                {group === 'Room' ? <LiveKitSettings /> : null}
                {group === 'Devices' ? <DevicesSetting /> : null}
                {group === 'Hearing' && settings.ears === 'service' ? <ServiceKey of="ears" /> : null}
                {group === 'Voice' && settings.voice === 'service' ? <ServiceKey of="voice" /> : null}
              </section>
            ))
          : null}
        <p className="settings-note">
          A change is saved and in force at once. A flag wins over what is saved here, that over the
          environment, that over the default.
        </p>
      </div>
    </Dialog>
  )
}
