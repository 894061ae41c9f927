// Lets somebody else into the room: a code for a phone, and the address and the token for everything else.
import { useState, type FormEvent } from 'react'
import type { Invitation as Invited, LocalServerState } from '../../shared/room-status.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { intoView } from '../ui/into-view.ts'
import { LineToCopy } from '../ui/line-to-copy.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { addressWords, isForBrowsers } from './place-words.ts'

function lasts(minutes: number | null): string {
  if (minutes === null) return 'as long as the token endpoint has said'
  return minutes === 1 ? 'for a minute' : `for ${minutes === 10 ? 'ten' : minutes} minutes`
}

function Shown({ invited }: { invited: Invited }) {
  const { url, token, link, minutes } = invited
  const about = addressWords(url)
  // Nobody else is told a token that its page could do nothing with.
  const hasPage = isForBrowsers(url)
  return (
    <div ref={intoView}>
      {about === null ? null : <p className="setting-words">{about}</p>}
      <div className="code-and-lines">
        <QrCode
          text={hasPage ? link : `${url}\n${token}`}
          label="The invitation, as a code to be read by a camera"
        />
        <dl>
          <LineToCopy name="Address" text={url} />
          <LineToCopy name="Token" text={token} />
          {hasPage ? <LineToCopy name="Link" text={link} /> : null}
        </dl>
      </div>
      <p className="setting-words">
        {hasPage
          ? 'The code and the link open LiveKit’s own page, which is told the address and the token; any other LiveKit frontend can be used with them as well.'
          : 'The code holds the address and the token, a line each, to be given to a LiveKit app.'}{' '}
        The token is good {lasts(minutes)} and for this room alone; whoever has joined by then may stay.
      </p>
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
      <form className="token-form page-form" onSubmit={invite}>
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
