// What the window shows while no folder is open: a newcomer's first page, three steps from a first answer.
import type { Fault } from '../../shared/errors.ts'
import type { AppInfo, WorkspaceInfo } from '../../shared/ipc.ts'
import { FolderChoice } from './folder-choice.tsx'

interface Props {
  info: AppInfo | null
  fault: Fault | null
  onOpened: (workspace: WorkspaceInfo) => void
}

const steps = [
  { name: 'Open a folder', words: 'Any folder with code or text in it. Nothing is sent anywhere.' },
  {
    name: 'Talk',
    words: 'Hold Space and say “summarise this folder” or “find TODO”; let go to send. You can type it too.',
  },
  { name: 'Look', words: 'Files, changes and results open in tabs beside the answer.' },
] as const

export function FirstRun({ info, fault, onOpened }: Props) {
  return (
    <main className="first-run">
      <div className="first-run-card">
        <h1>Parley</h1>
        <p className="first-run-line">Talk to a codebase, hear the answer, see what was done.</p>
        <ol className="first-run-steps">
          {steps.map(({ name, words }) => (
            <li key={name}>
              <strong>{name}</strong>
              <span>{words}</span>
            </li>
          ))}
        </ol>
        <FolderChoice info={info} current={null} firstFault={fault} onOpened={onOpened} />
        <p className="first-run-note">
          Your words are made out and answered on this computer, with nothing else installed and no network.
          The microphone opens when you first talk. Changes to your files are asked about first.
        </p>
      </div>
    </main>
  )
}
