// What the settings page shows for a brain beside its plain settings: its token, which never leaves the app again, and a test
// of its connection.
import { useState } from 'react'
import { brainInfos, type BrainInfo } from '../../shared/brains.ts'
import type { ConnectionReport } from '../../shared/ipc.ts'
import { SecretSetting } from '../settings/secret-setting.tsx'
import '../styles/brain.css'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'

const brains: readonly BrainInfo[] = Object.values(brainInfos)

/** The parts of all brains that belong to this group of settings. */
export function BrainSettings({ group }: { group: string }) {
  const { bridge } = useApp()
  return brains
    .filter(({ setup }) => setup?.group === group)
    .map(({ id, title, setup }) => (
      <div key={id}>
        {setup?.secret ? (
          <SecretSetting
            title={setup.secret.label}
            what={setup.secret.label.toLowerCase()}
            environment={setup.secret.env}
            load={() => bridge.request('brain.secret', { brain: id })}
            save={(secret) => bridge.request('brain.secret.set', { brain: id, secret })}
          />
        ) : null}
        {setup?.test === undefined ? null : (
          <ConnectionTest brain={id} title={title} explanation={setup.test} />
        )}
      </div>
    ))
}

const stepClasses = { true: 'report-good', false: 'report-bad', null: 'report-neutral' }

interface TestProps {
  brain: string
  title: string
  explanation: string
}

function ConnectionTest({ brain, title, explanation }: TestProps) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [result, setResult] = useState<ConnectionReport | 'testing' | null>(null)
  const test = (): void => {
    setResult('testing')
    bridge.request('brain.test', { brain }).then(setResult, (error: unknown) => {
      setResult(null)
      report(error)
    })
  }
  return (
    <fieldset className="setting">
      <legend>Connection: {title}</legend>
      <p className="setting-note">{explanation}</p>
      <div className="setting-choices">
        <Button disabled={result === 'testing'} onClick={test}>
          {result === 'testing' ? 'Testing…' : 'Test the connection'}
        </Button>
      </div>
      <div role="status">
        {result !== null && result !== 'testing' ? (
          <ul className="connection-report">
            {result.steps.map(({ ok, text }) => (
              <li key={text} className={stepClasses[`${ok}`]}>
                {text}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </fieldset>
  )
}
