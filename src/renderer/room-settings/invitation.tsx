// Invites somebody into the room: a QR code for a phone, and the address and the token for everything else.
import { useState, type FormEvent } from 'react'
import type { Invitation as Invited, LocalServerState } from '../../shared/room-status.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { intoView } from '../ui/page.tsx'
import { CopyableLine } from '../ui/copyable-line.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { addressText, isForBrowsers } from './room-text.ts'

function lasts(minutes: number | null): string {
  if (minutes === null) return 'as long as the token endpoint decided'
  return minutes === 1 ? 'for a minute' : `for ${minutes === 10 ? 'ten' : minutes} minutes`
}

function Shown({ invited }: { invited: Invited }) {
  const { url, token, link, minutes } = invited
  const about = addressText(url)
  // LiveKit's page gets the token only if it can use it.
  const hasPage = isForBrowsers(url)
  return (
    <div ref={intoView}>
      {about === null ? null : <p className="setting-note">{about}</p>}
      <div className="code-and-lines">
        <QrCode text={hasPage ? link : `${url}\n${token}`} label="The invitation as a QR code" />
        <dl>
          <CopyableLine name="Address" text={url} />
          <CopyableLine name="Token" text={token} />
          {hasPage ? <CopyableLine name="Link" text={link} /> : null}
        </dl>
      </div>
      <p className="setting-note">
        {hasPage
          ? 'The code and the link open LiveKit’s own page with the address and the token. You can also use them with any other LiveKit frontend.'
          : 'The code holds the address and the token, one per line, for a LiveKit app.'}{' '}
        The token is valid {lasts(minutes)} and only for this room; participants who have joined by then can
        stay.
      </p>
    </div>
  )
}

export function Invitation({ server }: { server: LocalServerState | null }) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [name, setName] = useState('')
  const [mayApprove, setMayApprove] = useState(false)
  const [invited, setInvited] = useState<Invited | null>(null)
  const invite = (event: FormEvent): void => {
    event.preventDefault()
    bridge.request('room.invite', { name: name.trim(), mayApprove }).then(setInvited, report)
  }
  return (
    <section>
      <h2>Invite somebody</h2>
      <p className="setting-note">
        People you invite hear what is said here, see the results, and can ask the agent for anything you can
        ask for. Commands and edits wait for your approval, unless you allow a participant to approve too;
        that ends when the participant leaves the room.
        {server?.tag === 'running' && !server.lan
          ? ' Only this computer can reach the server, so the invitation is for another program on it.'
          : ''}
      </p>
      <form className="token-form page-form" onSubmit={invite}>
        <input
          aria-label="Their name"
          placeholder="Their name"
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
        />
        <label className="room-may-approve">
          <input
            type="checkbox"
            checked={mayApprove}
            onChange={(event) => setMayApprove(event.target.checked)}
          />
          May approve commands and edits
        </label>
        <Button type="submit">{invited ? 'Make another invitation' : 'Make an invitation'}</Button>
      </form>
      <div role="status">{invited ? <Shown key={invited.token} invited={invited} /> : null}</div>
    </section>
  )
}
