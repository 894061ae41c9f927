// The address and the key of a provider, what it would receive, and then its models.
import { useId, useState } from 'react'
import { isLoopback } from '../../base/host-address.ts'
import { modelProviders } from '../../shared/model-providers.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { FaultText } from '../ui/fault-text.tsx'
import { ModelChoice } from './model-choice.tsx'
import { createModelListing, noListing } from './model-listing.ts'
import { Receives } from './receives.tsx'

const OTHER = 'other'

export function ProviderForm({ onUsed }: { onUsed: () => void }) {
  const { bridge } = useApp()
  const [provider, setProvider] = useState(modelProviders[0]!.id)
  const [address, setAddress] = useState('')
  const [secret, setSecret] = useState('')
  const [{ isBusy, listed, fault }, setListing] = useState(noListing)
  const [listing] = useState(() =>
    createModelListing({
      list: ({ url, secret: key }) => bridge.request('model.list', { url, key }),
      show: setListing,
    }),
  )
  const fields = useId()

  const url = modelProviders.find(({ id }) => id === provider)?.url ?? address.trim()
  const host = hostOf(url)

  function change(apply: () => void): void {
    apply()
    listing.changed()
  }

  return (
    <>
      <form
        className="connect-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (host !== null) void listing.ask({ url, secret: secret.trim() || null })
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
          <Button type="submit" className="connect-next" disabled={isBusy || host === null}>
            {isBusy ? 'Asking for the models…' : 'Choose a model'}
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
            'This address is on this computer: nothing leaves it, unless the server there passes it on.'
          ) : (
            <Receives when="When a model there answers" host={host} />
          )}{' '}
          Parley stores the key and sends it nowhere else.
        </p>
      )}
    </>
  )
}

function hostOf(url: string): string | null {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return null
  return new URL(url).host || null
}
