// The token for the owner's own programs. The page fetches it only when the owner asks to see it.
import { useState } from 'react'
import type { KnownDevice } from '../../shared/gateway-status.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { CopyableLine } from '../ui/copyable-line.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { whileBusy } from '../ui/while-busy.ts'

export function OwnToken({ kind }: { kind: KnownDevice['kind'] }) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [token, setToken] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const show = async (): Promise<void> => setToken((await bridge.request('gateway.token')).token)
  return (
    <section>
      <h2>Programs on this computer</h2>
      <p className="setting-note">
        {kind === 'local'
          ? 'Your own programs connect with this profile’s token. The terminal client finds it automatically; give it to any other program as ?token=… in the address.'
          : 'Your own programs connect with the token you set as GATEWAY_TOKEN.'}{' '}
        <strong>Anyone who has it can talk to this codebase.</strong>
      </p>
      {token === null ? null : (
        <dl className="own-token">
          <CopyableLine name="Token" text={token} whole />
        </dl>
      )}
      <div className="page-actions">
        {token === null ? (
          <Button disabled={busy} onClick={() => void whileBusy(setBusy, show, report)}>
            Show the token
          </Button>
        ) : (
          <Button onClick={() => setToken(null)}>Hide the token</Button>
        )}
      </div>
    </section>
  )
}
