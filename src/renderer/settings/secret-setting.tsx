// A secret of a service. The page can set it and only sees whether there is one.
import { useEffect, useState } from 'react'
import type { TokenState } from '../../shared/ipc.ts'
import { TokenForm } from '../brain/token-form.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'

export const storageText: Record<TokenState['keptIn'], string> = {
  keychain: 'Parley stores it in the system’s keychain.',
  file: 'Parley stores it in a file that only you can read.',
  memory: 'There is no keychain here: Parley forgets it when it stops.',
}

function sourceText(from: TokenState['from'], what: string): string {
  if (from === 'nowhere') return `No ${what} is set.`
  if (from === 'another address')
    return `The stored ${what} is for another address. Enter it again to use it here.`
  return from === 'environment' ? `The ${what} comes from the environment.` : `A ${what} is set.`
}

interface Props {
  title: string
  /** As in a sentence: "token", "key". */
  what: string
  environment: string
  load: () => Promise<TokenState>
  /** Null deletes it. */
  save: (secret: string | null) => Promise<TokenState>
}

export function SecretSetting({ title, what, environment, load, save }: Props) {
  const report = useReportFault()
  const [state, setState] = useState<TokenState | null>(null)
  useEffect(() => {
    load().then(setState, report)
    // Requested once: only this page changes it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (!state) return null
  return (
    <fieldset className="setting">
      <legend>{title}</legend>
      <p className="setting-note">
        {sourceText(state.from, what)} {storageText[state.keptIn]}
      </p>
      <div className="setting-choices">
        <TokenForm
          label={state.from === 'nowhere' ? title : `Another ${what}`}
          save={async (secret) => setState(await save(secret))}
        />
        {state.from === 'set here' ? (
          <Button onClick={() => void save(null).then(setState, report)}>Delete it</Button>
        ) : null}
      </div>
      <p className="setting-names">
        <code>{environment}</code>
      </p>
    </fieldset>
  )
}
