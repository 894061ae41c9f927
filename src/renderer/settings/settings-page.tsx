// All settings. A change is saved and takes effect at once.
import { useState } from 'react'
import { settingRules } from '../../shared/authorization.ts'
import type { AppInfo, SpeechService } from '../../shared/ipc.ts'
import {
  settingChoices,
  settingKeys,
  settingsTable,
  type SettingKey,
  type Settings,
} from '../../shared/settings.ts'
import '../styles/settings.css'
import { useActions } from '../actions/window-actions.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useSettings } from '../ui/settings-context.tsx'
import { useApp } from '../store/use-room.tsx'
import { GivenSetting } from './given-setting.tsx'
import { LiveKitSettings } from './livekit-settings.tsx'
import { BrainSettings } from '../brain/brain-settings.tsx'
import { PickedProgram } from './picked-program.tsx'
import { SecretSetting } from './secret-setting.tsx'
import { VoiceChoiceSetting } from './voice-choice.tsx'
import { WrittenSetting } from './written-setting.tsx'

const groups = [...new Set(settingKeys.map((key) => settingsTable[key].group))]

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** Settings of a service or a command of one's own appear only if it is used. */
function matters(key: SettingKey, { recognizer, voice, acpAgent }: Settings): boolean {
  if (key === 'acpCommand') return acpAgent === 'custom'
  if (key === 'recognizerUrl' || key === 'recognizerModel') return recognizer === 'service'
  if (key === 'voiceUrl' || key === 'voiceModel') return voice === 'service'
  return voice !== 'off' || (key !== 'voiceName' && key !== 'voiceRate')
}

function ServiceKey({ of }: { of: SpeechService }) {
  const { bridge } = useApp()
  return (
    <SecretSetting
      title="Service key"
      what="key"
      environment={of === 'recognizer' ? 'PARLEY_RECOGNIZER_KEY' : 'PARLEY_VOICE_KEY'}
      load={() => bridge.request('speech.key', { of })}
      save={(key) => bridge.request('speech.key.set', { of, key })}
    />
  )
}

interface RowProps {
  name: SettingKey
  settings: Settings
  /** What the user chose here last; a flag may override it. */
  chosen: string | undefined
  /** Whether the system's file dialog is available. */
  canPick: boolean
  onChoose: (name: SettingKey, value: string) => void
  onWrite: (name: SettingKey, value: Settings[SettingKey]) => void
}

function SettingRow({ name, settings, chosen, canPick, onChoose, onWrite }: RowProps) {
  const { describe, flag, env, name: title, choices = {} } = settingsTable[name]
  const labels: Record<string, string> = { true: 'Yes', false: 'No', ...choices }
  const now = String(settings[name])
  const isOverridden = chosen !== undefined && chosen !== now
  return (
    <fieldset className="setting">
      <legend>{title}</legend>
      <p className="setting-note">{sentence(describe)}</p>
      {name === 'voiceName' ? (
        <VoiceChoiceSetting settings={settings} label={title} onWrite={(value) => onWrite(name, value)} />
      ) : name === 'livekitProgram' ? (
        <PickedProgram value={now} canPick={canPick} onReset={() => onWrite(name, '')} />
      ) : settingRules[name].page === 'may only reset' ? (
        <GivenSetting value={now} onReset={() => onWrite(name, '')} />
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
            <span>{labels[choice] ?? choice}</span>
          </label>
        ))}
      </div>
      {isOverridden ? (
        <p className="setting-held" role="status">
          Saved, but a flag overrides it with “{labels[now] ?? now}”. Start Parley without {flag} to use your
          choice.
        </p>
      ) : null}
      <p className="setting-names">
        <code>{flag}</code> <code>{env}</code>
      </p>
    </fieldset>
  )
}

function DevicesSetting() {
  const { run } = useActions()
  return (
    <fieldset className="setting">
      <legend>Devices</legend>
      <p className="setting-note">Connected devices and pairing.</p>
      <div className="setting-choices">
        <Button onClick={() => run('devices.open')}>Open the devices page</Button>
      </div>
    </fieldset>
  )
}

export function SettingsPage({ info }: { info: AppInfo | null }) {
  const { close } = useActions()
  const { settings, change } = useSettings()
  const [chosen, setChosen] = useState<Partial<Record<SettingKey, string>>>({})
  const choose = (name: SettingKey, value: string): void => {
    setChosen((now) => ({ ...now, [name]: value }))
    change({ [name]: typeof settings?.[name] === 'boolean' ? value === 'true' : value })
  }
  const write = (name: SettingKey, value: Settings[SettingKey]): void => {
    setChosen((now) => ({ ...now, [name]: String(value) }))
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
                      chosen={chosen[key]}
                      canPick={info?.host === 'desktop'}
                      onChoose={choose}
                      onWrite={write}
                    />
                  ))}
                <BrainSettings group={group} />
                {group === 'Room' ? <LiveKitSettings /> : null}
                {group === 'Devices' ? <DevicesSetting /> : null}
                {group === 'Recognition' && settings.recognizer === 'service' ? (
                  <ServiceKey of="recognizer" />
                ) : null}
                {group === 'Voice' && settings.voice === 'service' ? <ServiceKey of="voice" /> : null}
              </section>
            ))
          : null}
        <p className="settings-note">
          Changes take effect at once. A flag overrides the settings here; these override the environment,
          which overrides the defaults.
        </p>
      </div>
    </Dialog>
  )
}
