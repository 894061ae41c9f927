// The ways to sign in to an agent. One runs at a time; a failure stays until the next attempt.
import { useState } from 'react'
import type { SetupCard } from '../../shared/brain-status.ts'
import { faultOf, type Fault } from '../../shared/errors.ts'
import '../styles/agents.css'
import { Button } from '../ui/button.tsx'
import { FaultText } from '../ui/fault-text.tsx'
import { VisibleText } from '../ui/visible-text.ts'

interface Props {
  methods: NonNullable<SetupCard['signIn']>
  onSignIn(method: string): Promise<unknown>
}

type Progress = { tag: 'idle' } | { tag: 'running'; method: string } | { tag: 'failed'; fault: Fault }

export function SignIn({ methods, onSignIn }: Props) {
  const [progress, setProgress] = useState<Progress>({ tag: 'idle' })
  const running = progress.tag === 'running' ? progress.method : null
  const start = (method: string): void => {
    setProgress({ tag: 'running', method })
    onSignIn(method).then(
      () => setProgress({ tag: 'idle' }),
      (error: unknown) => setProgress({ tag: 'failed', fault: faultOf(error) }),
    )
  }
  return (
    <>
      <ul className="sign-in" aria-label="Ways to sign in">
        {methods.map(({ id, label, description }, at) => (
          <li key={id}>
            <Button
              look={at === 0 ? 'primary' : 'plain'}
              disabled={running !== null}
              onClick={() => start(id)}
            >
              {running === id ? 'Signing in…' : <VisibleText text={label} kind="line" />}
            </Button>
            {description ? (
              <span>
                <VisibleText text={description} kind="line" />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      <p className="unseen" role="status">
        {running === null ? '' : 'Signing in…'}
      </p>
      {running === null ? null : (
        <p>
          Finish the sign-in where it opened, in your browser or a terminal. This card closes when it is done.
        </p>
      )}
      {progress.tag === 'failed' ? <FaultText fault={progress.fault} /> : null}
    </>
  )
}
