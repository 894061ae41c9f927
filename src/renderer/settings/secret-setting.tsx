// A secret of a service: it goes in and never comes out; what is shown is whether there is one.
import { useEffect, useState } from 'react'
import type { TokenState } from '../../shared/ipc.ts'
import { TokenForm } from '../brain/token-form.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'

export const keptWords: Record<TokenState['keptIn'], string> = {
  keychain: 'What you set here is kept in the system’s keychain.',
  file: 'What you set here is kept in a file that only you can read.',
  memory: 'There is no keychain here: what you set is forgotten when Parley stops.',
}

function fromWords(from: TokenState['from'], what: string): string {
  if (from === 'nowhere') return `No ${what} is set.`
  return from === 'environment' ? `The ${what} comes from the environment.` : `A ${what} is set.`
}

interface Props {
  title: string
  /** In a sentence: token, key. */
  what: string
  environment: string
  load: () => Promise<TokenState>
  /** Null forgets it. */
  save: (secret: string | null) => Promise<TokenState>
}

export function SecretSetting({ title, what, environment, load, save }: Props) {
  const report = useReportFault()
  const [state, setState] = useState<TokenState | null>(null)
  useEffect(() => {
    load().then(setState, report)
    // Asked once: what is changed is changed here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (!state) return null
  return (
    <fieldset className="setting">
      <legend>{title}</legend>
      <p className="setting-words">
        {fromWords(state.from, what)} {keptWords[state.keptIn]}
      </p>
      <div className="setting-choices">
        <TokenForm
          label={state.from === 'nowhere' ? title : `Another ${what}`}
          save={async (secret) => setState(await save(secret))}
        />
        {state.from === 'set here' ? (
          <Button onClick={() => void save(null).then(setState, report)}>Forget it</Button>
        ) : null}
      </div>
      <p className="setting-names">
        <code>{environment}</code>
      </p>
    </fieldset>
  )
}
