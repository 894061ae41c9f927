// The LiveKit server's key and secret. The page can set them and never sees them.
import { useEffect, useState, type FormEvent } from 'react'
import type { TokenState } from '../../shared/ipc.ts'
import { useActions } from '../actions/window-actions.tsx'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { storageText } from './secret-setting.tsx'

const sourceText: Record<TokenState['from'], string> = {
  nowhere: 'No key and secret are set.',
  environment: 'The key and the secret come from the environment.',
  'set here': 'A key and a secret are set.',
  'another address': 'The stored key and secret are for another server. Enter them again to use them here.',
}

function KeysForm({ save }: { save: (keys: { key: string; secret: string }) => Promise<unknown> }) {
  const report = useReportFault()
  const [key, setKey] = useState('')
  const [secret, setSecret] = useState('')
  const keys = { key: key.trim(), secret: secret.trim() }
  const isWhole = keys.key !== '' && keys.secret !== ''
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isWhole) return
    save(keys).then(() => {
      setKey('')
      setSecret('')
    }, report)
  }
  return (
    <form className="token-form keys-form" onSubmit={submit}>
      <input
        aria-label="API key"
        autoComplete="off"
        spellCheck={false}
        placeholder="API key"
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
      <input
        aria-label="API secret"
        type="password"
        autoComplete="off"
        spellCheck={false}
        placeholder="API secret"
        value={secret}
        onChange={(event) => setSecret(event.target.value)}
      />
      <Button type="submit" look="primary" disabled={!isWhole}>
        Save
      </Button>
    </form>
  )
}

export function LiveKitSettings() {
  const { bridge } = useApp()
  const { run } = useActions()
  const report = useReportFault()
  const [state, setState] = useState<TokenState | null>(null)
  useEffect(() => {
    bridge.request('livekit.keys').then(setState, report)
  }, [bridge, report])
  if (!state) return null
  const set = async (keys: { key: string; secret: string } | null): Promise<void> =>
    setState(await bridge.request('livekit.keys.set', { keys }))
  return (
    <>
      <fieldset className="setting">
        <legend>Server key and secret</legend>
        <p className="setting-note">
          {sourceText[state.from]} {storageText[state.keptIn]}
        </p>
        <div className="setting-choices">
          <KeysForm save={set} />
          {state.from === 'set here' ? (
            <Button onClick={() => void set(null).catch(report)}>Delete them</Button>
          ) : null}
        </div>
        <p className="setting-names">
          <code>LIVEKIT_API_KEY</code> <code>LIVEKIT_API_SECRET</code>
        </p>
      </fieldset>
      <fieldset className="setting">
        <legend>Room</legend>
        <p className="setting-note">Participants, a server on this computer, invitations, and a check.</p>
        <div className="setting-choices">
          <Button onClick={() => run('room.open')}>Open the room page</Button>
        </div>
      </fieldset>
    </>
  )
}
