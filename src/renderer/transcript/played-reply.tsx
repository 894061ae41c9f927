// A reply whose playback was cut off: what was played, and the rest with a button to play it.
import type { Voiced } from '../store/state.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'

interface Props {
  text: string
  turnId: string | null
  voiced: Voiced
}

export function PlayedReply({ text, turnId, voiced }: Props) {
  const { commands } = useApp()
  const report = useReportFault()
  const rest = text.slice(voiced.heard)
  if (voiced.complete || rest.trim() === '') return <>{text}</>
  return (
    <>
      {text.slice(0, voiced.heard)}
      <span className="unheard">
        <span className="unseen"> Not played: </span>
        {rest}
      </span>
      {turnId === null ? null : (
        <Button
          icon="speaker"
          className="hear-rest"
          onClick={() => {
            commands.repeatReply(turnId, voiced.heard).catch(report)
          }}
        >
          Hear the rest
        </Button>
      )}
    </>
  )
}
