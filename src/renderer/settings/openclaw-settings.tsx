// What OpenClaw needs beside plain settings: its token, which goes in and never comes out, and a test of the connection.
import { useState } from 'react'
import type { ConnectionReport } from '../../shared/ipc.ts'
import '../styles/brain.css'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { SecretSetting } from './secret-setting.tsx'

function Token() {
  const { bridge } = useApp()
  return (
    <SecretSetting
      title="Token"
      what="token"
      environment="OPENCLAW_GATEWAY_TOKEN"
      load={() => bridge.request('openclaw.token')}
      save={(token) => bridge.request('openclaw.token.set', { token })}
    />
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
