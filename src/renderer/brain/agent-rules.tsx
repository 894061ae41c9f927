// What the user allowed for the rest of the conversation, with a button to take each back.
import { useId } from 'react'
import type { BrainRule } from '../../shared/brain-status.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { VisibleText } from '../ui/visible-text.ts'

export function AgentRules({ rules }: { rules: readonly BrainRule[] }) {
  const { bridge } = useApp()
  const report = useReportFault()
  const heading = useId()
  if (rules.length === 0) return null
  return (
    <section className="agent-part" aria-labelledby={heading}>
      <h3 id={heading}>Always allowed</h3>
      <ul className="agent-rows">
        {rules.map(({ id, label }) => (
          <li key={id}>
            <span className="agent-row-name">
              <VisibleText text={label} kind="line" />
            </span>
            <Button
              look="quiet"
              aria-label={`Revoke: ${label}`}
              onClick={() => {
                bridge.request('brain.rule.revoke', { rule: id }).catch(report)
              }}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
