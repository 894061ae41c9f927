// Chooses one of the models at an address, and lets it answer. Who receives something then is said before.
import { useId, useState } from 'react'
import { isLoopback } from '../../base/host-address.ts'
import { isCloudModel, OLLAMA_CLOUD } from '../../shared/model-providers.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { Receives } from './receives.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { whileBusy } from '../ui/while-busy.ts'

interface Props {
  url: string
  /** Stored with the choice; null if there is none, or it is stored already. */
  secret: string | null
  models: readonly string[]
  onUsed: () => void
}

export function ModelChoice({ url, secret, models, onUsed }: Props) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [model, setModel] = useState(models[0] ?? '')
  const [busy, setBusy] = useState(false)
  const list = useId()
  const isPassedOn = isCloudModel(model.trim()) && isLoopback(new URL(url).hostname)
  const use = async (): Promise<void> => {
    await bridge.request('model.use', { url, model: model.trim(), key: secret })
    onUsed()
  }
  return (
    <form
      className="connect-row"
      onSubmit={(event) => {
        event.preventDefault()
        if (model.trim() !== '') void whileBusy(setBusy, use, report)
      }}
    >
      {models.length === 0 ? (
        <input
          className="field"
          aria-label="Name of the model"
          placeholder="Name of the model"
          spellCheck={false}
          value={model}
          onChange={({ target }) => setModel(target.value)}
        />
      ) : models.length > MANY ? (
        <>
          <input
            className="field"
            aria-label="Model"
            list={list}
            spellCheck={false}
            value={model}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => setModel(target.value)}
          />
          <datalist id={list}>
            {models.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </datalist>
        </>
      ) : (
        <select
          className="field"
          aria-label="Model"
          value={model}
          onChange={({ target }) => setModel(target.value)}
        >
          {models.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
      <Button type="submit" look="primary" disabled={busy || model.trim() === ''}>
        {busy ? 'Connecting…' : 'Use this model'}
      </Button>
      {isPassedOn ? (
        <p className="setting-note">
          This model does not run on this computer: Ollama passes everything on.{' '}
          <Receives when="When it answers" host={OLLAMA_CLOUD} />
        </p>
      ) : null}
    </form>
  )
}

/** A longer list is searched instead of scrolled. */
const MANY = 12
