// Where the gateway's token is given. It goes to the app and is not kept in the page.
import { useState, type FormEvent } from 'react'
import type { TokenState } from '../../shared/ipc.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'

interface Props {
  label: string
  onSet: (state: TokenState) => void
}

export function TokenForm({ label, onSet }: Props) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [token, setToken] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (token.trim() === '') return
    bridge.request('openclaw.token.set', { token: token.trim() }).then((state) => {
      setToken('')
      onSet(state)
    }, report)
  }
  return (
    <form className="token-form" onSubmit={submit}>
      <input
        aria-label={label}
        type="password"
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        value={token}
        onChange={(event) => setToken(event.target.value)}
      />
      <Button type="submit" look="primary" disabled={token.trim() === ''}>
        Save
      </Button>
    </form>
  )
}
