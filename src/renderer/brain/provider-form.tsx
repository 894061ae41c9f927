// The address and the key of a provider, what it would receive, and then its models.
import { useId, useState } from 'react'
import { isLoopback } from '../../base/host-address.ts'
import { faultOf, type Fault } from '../../shared/errors.ts'
import { modelProviders, WHAT_LEAVES } from '../../shared/model-providers.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { FaultText } from '../ui/fault-text.tsx'
import { whileBusy } from '../ui/while-busy.ts'
import { ModelChoice } from './model-choice.tsx'

interface Listed {
  url: string
  secret: string | null
  models: readonly string[]
}

const OTHER = 'other'

export function ProviderForm({ onUsed }: { onUsed: () => void }) {
  const { bridge } = useApp()
  const [provider, setProvider] = useState(modelProviders[0]!.id)
  const [address, setAddress] = useState('')
  const [secret, setSecret] = useState('')
  const [listed, setListed] = useState<Listed | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState(false)
  const fields = useId()

  const url = modelProviders.find(({ id }) => id === provider)?.url ?? address.trim()
  const host = hostOf(url)

  /** Another address or key has other models. */
  function change(apply: () => void): void {
    apply()
    setListed(null)
    setFault(null)
  }

  async function list(): Promise<void> {
    const given = secret.trim() === '' ? null : secret.trim()
    setFault(null)
    try {
      setListed({ url, secret: given, models: await bridge.request('model.list', { url, key: given }) })
    } catch (error) {
      const found = faultOf(error)
      // Some servers answer requests although they do not list their models.
      if (NO_LIST.has(found.code)) setListed({ url, secret: given, models: [] })
      else setFault(found)
    }
  }

  return (
    <>
      <form
        className="connect-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (host !== null) void whileBusy(setBusy, list, (error) => setFault(faultOf(error)))
        }}
      >
        <label htmlFor={`${fields}-provider`}>Provider</label>
        <select
          id={`${fields}-provider`}
          className="field"
          value={provider}
          onChange={({ target }) => change(() => setProvider(target.value))}
        >
          {modelProviders.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
          <option value={OTHER}>Another address</option>
        </select>
        {provider === OTHER ? (
          <>
            <label htmlFor={`${fields}-address`}>Address</label>
            <input
              id={`${fields}-address`}
              className="field"
              type="url"
              placeholder="https://models.example.com/v1"
              spellCheck={false}
              value={address}
              onChange={({ target }) => change(() => setAddress(target.value))}
            />
          </>
        ) : null}
        <label htmlFor={`${fields}-key`}>Key</label>
        <input
          id={`${fields}-key`}
          className="field"
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder={provider === OTHER ? 'If the server needs one' : 'Your API key'}
          value={secret}
          onChange={({ target }) => change(() => setSecret(target.value))}
        />
        {listed === null ? (
          <Button type="submit" className="connect-next" disabled={busy || host === null}>
            {busy ? 'Asking for the models…' : 'Choose a model'}
          </Button>
        ) : null}
      </form>
      {fault ? <FaultText fault={fault} /> : null}
      {listed ? (
        <div className="connect-model">
          <span>Model</span>
          <ModelChoice key={listed.url} {...listed} onUsed={onUsed} />
        </div>
      ) : null}
      {host === null ? null : (
        <p className="setting-note">
          {isLoopback(new URL(url).hostname) ? (
            'This address is on this computer: nothing leaves it.'
          ) : (
            <>
              When a model there answers, <strong>{host}</strong> receives {WHAT_LEAVES}, but not the sound of
              your voice.
            </>
          )}{' '}
          Parley stores the key and sends it nowhere else.
        </p>
      )}
    </>
  )
}

const NO_LIST: ReadonlySet<string> = new Set(['model_unknown', 'model_failed'])

function hostOf(url: string): string | null {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return null
  return new URL(url).host || null
}
