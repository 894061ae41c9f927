// Checks everything that talking in the room needs, and says how to fix what does not work.
import { useRef, useState } from 'react'
import { healthMatters, type HealthStep } from '../../shared/room-status.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { intoView } from '../ui/page.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { microphoneStep, networkStep, type Heard } from './window-health.ts'

const names: Record<HealthStep['what'], string> = {
  address: 'Address',
  token: 'Token',
  room: 'Room',
  agent: 'Agent',
  microphone: 'Microphone',
  network: 'Network',
}

const looks: Record<`${boolean | null}`, { className: string; icon: IconName; label: string }> = {
  true: { className: 'health-good', icon: 'check', label: 'OK' },
  false: { className: 'health-bad', icon: 'error', label: 'Problem' },
  null: { className: 'health-neutral', icon: 'chevron', label: 'Note' },
}

async function inspectMicrophones(): Promise<Heard> {
  const media = navigator.mediaDevices as MediaDevices | undefined
  const found = (await media?.enumerateDevices().catch(() => [])) ?? []
  const permission = await navigator.permissions.query({ name: 'microphone' }).catch(() => null)
  return {
    devices: found.filter(({ kind }) => kind === 'audioinput').length,
    forbidden: permission?.state === 'denied',
  }
}

export function HealthCheck() {
  const { bridge, store, talk, commands } = useApp()
  const report = useReportFault()
  const [steps, setSteps] = useState<HealthStep[] | 'checking' | null>(null)
  const last = useRef(0)

  async function check(): Promise<void> {
    const mine = ++last.current
    setSteps('checking')
    const parts = await Promise.all([
      bridge.request('room.health'),
      inspectMicrophones().then((heard) => [microphoneStep(talk.get(), heard)]),
      networkStep(store.get().connection, commands.ping).then((step) => [step]),
    ])
    const found = parts.flat()
    found.sort((a, b) => healthMatters.indexOf(a.what) - healthMatters.indexOf(b.what))
    if (mine === last.current) setSteps(found)
  }

  return (
    <section>
      <h2>Check the room</h2>
      <p className="setting-note">
        Checks everything that talking in the room needs, from the address to the microphone. It records
        nothing.
      </p>
      <div className="page-actions">
        <Button
          disabled={steps === 'checking'}
          onClick={() =>
            void check().catch((error: unknown) => {
              setSteps(null)
              report(error)
            })
          }
        >
          {steps === 'checking' ? 'Checking…' : steps === null ? 'Check' : 'Check again'}
        </Button>
      </div>
      <div role="status">
        {steps !== null && steps !== 'checking' ? (
          <ul className="health" ref={intoView}>
            {steps.map(({ what, ok, words, remedy }) => {
              const { className, icon, label } = looks[`${ok}`]
              return (
                <li key={what} className={className}>
                  <Icon name={icon} />
                  <strong>
                    {names[what]}
                    <span className="unseen">: {label}.</span>
                  </strong>
                  <span>
                    {words} {remedy === null ? null : <em>{remedy}</em>}
                  </span>
                </li>
              )
            })}
          </ul>
        ) : null}
      </div>
    </section>
  )
}
