// The page cannot set a program: the user chooses it in the system's file dialog or with a flag.
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'

interface Props {
  value: string
  canPick: boolean
  onReset: () => void
}

export function PickedProgram({ value, canPick, onReset }: Props) {
  const { bridge } = useApp()
  const report = useReportFault()
  return (
    <>
      <p className="setting-note">{value === '' ? 'None chosen.' : <code>{value}</code>}</p>
      <div className="setting-choices">
        {canPick ? (
          <Button onClick={() => void bridge.request('livekit.program.pick').catch(report)}>
            Choose a file…
          </Button>
        ) : null}
        {value === '' ? null : <Button onClick={onReset}>Use the one on PATH</Button>}
      </div>
    </>
  )
}
