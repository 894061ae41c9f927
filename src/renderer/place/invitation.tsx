// Lets somebody else into the room: a code for a phone, and the address and the token for everything else.
import { useState, type FormEvent } from 'react'
import type { Invitation as Invited, LocalServerState } from '../../shared/room-status.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { intoView } from './into-view.ts'
import { QrCode } from './qr-code.tsx'

function Line({ name, text }: { name: string; text: string }) {
  return (
    <div className="invitation-line">
      <dt>{name}</dt>
      <dd>
        <code>{text}</code>
        <CopyButton text={text} label={`Copy the ${name.toLowerCase()}`} />
      </dd>
    </div>
  )
}

function lasts(minutes: number | null): string {
  if (minutes === null) return 'as long as the token endpoint has said'
  return minutes === 1 ? 'for a minute' : `for ${minutes === 10 ? 'ten' : minutes} minutes`
}

function Shown({ invited }: { invited: Invited }) {
  const { url, token, link, minutes } = invited
  const isPlain = url.startsWith('ws://')
  return (
    <div ref={intoView}>
      <div className="invitation">
        <QrCode text={link} label="The invitation, as a code to be read by a camera" />
        <dl>
          <Line name="Address" text={url} />
          <Line name="Token" text={token} />
          <Line name="Link" text={link} />
        </dl>
      </div>
      <p className="setting-words">
        The code and the link open LiveKit’s own page, which is told the address and the token; any other
        LiveKit frontend can be used with them as well. The token is good {lasts(minutes)} and for this room
        alone; whoever has joined by then may stay.
      </p>
      {isPlain ? (
        <p className="setting-words">
          Browsers ask for an address that begins with <code>wss://</code> unless they are on the same
          computer as the server. This one begins with <code>ws://</code>: it works in a browser here, and in
          apps elsewhere that are no browsers.
        </p>
      ) : null}
    </div>
  )
}

export function Invitation({ server }: { server: LocalServerState | null }) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [name, setName] = useState('')
  const [invited, setInvited] = useState<Invited | null>(null)
  const invite = (event: FormEvent): void => {
    event.preventDefault()
    bridge.request('room.invite', { name: name.trim() }).then(setInvited, report)
  }
  return (
    <section>
      <h2>Invite somebody</h2>
      <p className="setting-words">
        Whoever you invite hears what is said here, sees what is shown, and may ask the agent for anything you
        may ask it for.
        {server?.tag === 'running' && !server.lan
          ? ' The server is for this computer alone, so this is for another program on it.'
          : ''}
      </p>
      <form className="token-form room-form" onSubmit={invite}>
        <input
          aria-label="What they are called"
          placeholder="What they are called"
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit">{invited ? 'Make another invitation' : 'Make an invitation'}</Button>
      </form>
      <div role="status">{invited ? <Shown key={invited.token} invited={invited} /> : null}</div>
    </section>
  )
}
