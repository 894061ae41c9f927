// A plan of the agent, step by step. The agent updates it, and only the steps that changed render differently, so nothing
// jumps.
import type { ArtifactOf } from '../../shared/artifacts.ts'
import '../styles/checklist.css'
import { Icon, type IconName } from '../ui/icon.tsx'
import { scrolledByKeys } from '../ui/keyboard.ts'
import { VisibleText } from '../ui/visible-text.ts'
import { useReportedView } from './active-view.tsx'
import { keyedSteps, progressText, stepWords, type Step } from './checklist-text.ts'
import { fullTitle } from './tab-labels.ts'
import { ViewHeader } from './view-header.tsx'

const icons: Record<Step['state'], IconName> = {
  completed: 'check-circle',
  in_progress: 'current-circle',
  pending: 'circle',
}

export function ChecklistView({ artifact }: { artifact: ArtifactOf<'checklist'> }) {
  const { id, entries } = artifact
  useReportedView({ kind: 'checklist' })
  const done = entries.filter(({ state }) => state === 'completed').length
  const title = fullTitle(artifact)
  return (
    <div className="view">
      <ViewHeader id={id} title={title} detail={entries.length === 0 ? null : progressText(entries)} />
      <div className="view-scroll" {...scrolledByKeys(title)}>
        {entries.length === 0 ? (
          <p className="view-waiting">This plan is empty.</p>
        ) : (
          <div className="plan">
            <progress aria-label={progressText(entries)} max={entries.length} value={done} />
            <ol className="checklist">
              {keyedSteps(entries).map(({ key, step }) => (
                <StepRow key={key} step={step} />
              ))}
            </ol>
          </div>
        )}
      </div>
      {/* Screen readers learn of progress without reading the plan again. */}
      <p className="unseen" role="status">
        {entries.length === 0 ? '' : progressText(entries)}
      </p>
    </div>
  )
}

function StepRow({ step: { text, state, priority } }: { step: Step }) {
  return (
    <li
      className={`checklist-step checklist-${state}`}
      aria-current={state === 'in_progress' ? 'step' : undefined}
    >
      <Icon name={icons[state]} size={16} />
      <div>
        <span className="unseen">{stepWords[state]}: </span>
        <span className="checklist-text">
          <VisibleText text={text} kind="prose" />
        </span>
        {state === 'in_progress' ? <span className="checklist-now">doing now</span> : null}
        {priority === 'high' && state !== 'completed' ? (
          <span className="checklist-important">important</span>
        ) : null}
      </div>
    </li>
  )
}
