// How much the conversation has used so far, as a quiet item of the status bar.
import { usageExplained, usageShort } from './agent-text.ts'
import { useBrain } from './brain-context.tsx'

export function UsageItem() {
  const usage = useBrain()?.usage ?? null
  if (!usage || (usage.usedTokens === 0 && !usage.cost?.amount)) return null
  return (
    <span className="status-usage" title={usageExplained(usage)}>
      {usageShort(usage)}
    </span>
  )
}
