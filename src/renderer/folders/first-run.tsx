// What the window shows while no folder is open: the first steps.
import type { Fault } from '../../shared/errors.ts'
import type { AppInfo, WorkspaceInfo } from '../../shared/ipc.ts'
import { DEFAULT_BRAIN } from '../../shared/brains.ts'
import { useSettings } from '../ui/settings-context.tsx'
import { AnswererChoice } from './answerer-choice.tsx'
import { FolderChoice } from './folder-choice.tsx'

interface Props {
  info: AppInfo | null
  fault: Fault | null
  onOpened: (workspace: WorkspaceInfo) => void
}

const steps = [
  { name: 'Open a folder', text: 'Any folder with code or text.' },
  {
    name: 'Talk',
    text: 'Hold Space and say “summarise this folder” or “find TODO”; release to send. You can type it too.',
  },
  { name: 'Look', text: 'Files, changes and search results open in tabs beside the answer.' },
] as const

export function FirstRun({ info, fault, onOpened }: Props) {
  const { settings } = useSettings()
  const isBuiltIn = settings === null || settings.brain === DEFAULT_BRAIN
  return (
    <main className="first-run">
      <div className="first-run-card">
        <h1>Parley</h1>
        <p className="first-run-line">Talk to your codebase. Hear the answer, see the result.</p>
        <ol className="first-run-steps">
          {steps.map(({ name, text }) => (
            <li key={name}>
              <strong>{name}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ol>
        <FolderChoice info={info} current={null} firstFault={fault} onOpened={onOpened} />
        <AnswererChoice />
        <p className="first-run-note">
          {isBuiltIn
            ? 'Speech and answers stay on this computer. Parley sends nothing anywhere, and needs no network and nothing else installed.'
            : 'Speech stays on this computer. The agent you chose reads the folder, and may send what it reads to its own service.'}{' '}
          The microphone opens when you first talk. Parley asks before it changes files.
        </p>
      </div>
    </main>
  )
}
