// What OpenClaw needs beside plain settings: its token, which goes in and never comes out, and a test of the connection.
import { useEffect, useState } from 'react'
import type { ConnectionReport, TokenState } from '../../shared/ipc.ts'
import '../styles/brain.css'
import { TokenForm } from '../brain/token-form.tsx'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'

const fromWords: Record<TokenState['from'], string> = {
  'set here': 'A token is set.',
  environment: 'The token comes from the environment.',
  nowhere: 'No token is set.',
}
const keptWords: Record<TokenState['keptIn'], string> = {
  keychain: 'What you set here is kept in the system’s keychain.',
  file: 'What you set here is kept in a file that only you can read.',
  memory: 'There is no keychain here: what you set is forgotten when Parley stops.',
}

function Token() {
  const { bridge } = useApp()
  const report = useReportFault()
  const [token, setToken] = useState<TokenState | null>(null)
  useEffect(() => {
    bridge.request('openclaw.token').then(setToken, report)
  }, [bridge, report])
  if (!token) return null
  return (
    <fieldset className="setting">
      <legend>Token</legend>
      <p className="setting-words">
        {fromWords[token.from]} {keptWords[token.keptIn]}
      </p>
      <div className="setting-choices">
        <TokenForm label={token.from === 'nowhere' ? 'Token' : 'Another token'} onSet={setToken} />
        {token.from === 'set here' ? (
          <Button
            onClick={() => {
              bridge.request('openclaw.token.set', { token: null }).then(setToken, report)
            }}
          >
            Forget it
          </Button>
        ) : null}
      </div>
      <p className="setting-names">
        <code>OPENCLAW_GATEWAY_TOKEN</code>
      </p>
    </fieldset>
  )
}

const looks = { true: 'report-good', false: 'report-bad', null: 'report-neutral' }

function ConnectionTest() {
  const { bridge } = useApp()
  const report = useReportFault()
  const [found, setFound] = useState<ConnectionReport | 'testing' | null>(null)
  return (
    <fieldset className="setting">
      <legend>Connection</legend>
      <p className="setting-words">
        Connects as a conversation would, then asks what two and two is over HTTP, where the gateway has that
        switched on.
      </p>
      <div className="setting-choices">
        <Button
          disabled={found === 'testing'}
          onClick={() => {
            setFound('testing')
            bridge.request('openclaw.test').then(setFound, (error: unknown) => {
              setFound(null)
              report(error)
            })
          }}
        >
          {found === 'testing' ? 'Testing…' : 'Test the connection'}
        </Button>
      </div>
      <div role="status">
        {found !== null && found !== 'testing' ? (
          <ul className="connection-report">
            {found.steps.map(({ ok, words }) => (
              <li key={words} className={looks[`${ok}`]}>
                {words}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </fieldset>
  )
}

export function OpenClawSettings() {
  return (
    <>
      <Token />
      <ConnectionTest />
    </>
  )
}
