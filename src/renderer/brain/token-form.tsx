// A text box for a secret. The page sends it to the app and does not store it.
import { useState, type FormEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'

interface Props {
  label: string
  save: (secret: string) => Promise<unknown>
}

export function TokenForm({ label, save }: Props) {
  const report = useReportFault()
  const [secret, setSecret] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (secret.trim() !== '') save(secret.trim()).then(() => setSecret(''), report)
  }
  return (
    <form className="token-form" onSubmit={submit}>
      <input
        aria-label={label}
        type="password"
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        value={secret}
        onChange={(event) => setSecret(event.target.value)}
      />
      <Button type="submit" look="primary" disabled={secret.trim() === ''}>
        Save
      </Button>
    </form>
  )
}
