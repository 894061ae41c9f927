// The talk strip: the button, what is happening, the subtitle, and two switches. Its height never changes, so that nothing
// moves when the subtitle comes or goes.
import { useEffect, useState } from 'react'
import { useActions } from '../actions/window-actions.tsx'
import { useConversation, useRoom } from '../store/use-room.tsx'
import { IconButton } from '../ui/button.tsx'
import { useSettings } from '../ui/settings-context.tsx'
import { useAsk } from './ask-context.tsx'
import { TalkButton } from './talk-button.tsx'
import { shownOf } from './talk-appearance.ts'
import { useTalk } from './use-talk.ts'

/** The strip counts down when the take's limit is this near. */
const NEAR_MS = 15_000

/** The seconds until the take reaches its limit; null if there are many. */
function useSecondsLeft(): number | null {
  const limitAt = useTalk((view) => view.limitAt)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (limitAt === null) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [limitAt])
  if (limitAt === null) return null
  const left = limitAt - now
  return left > NEAR_MS ? null : Math.max(0, Math.ceil(left / 1000))
}

/** `offline` is why the window cannot send; it replaces the subtitle. */
export function TalkStrip({ offline }: { offline: string | null }) {
  const { run } = useActions()
  const { settings } = useSettings()
  const talk = useTalk((view) => view)
  const agent = useRoom((state) => state.agentState)
  const recognizer = useRoom((state) => state.recognizer)
  const subtitle = useConversation((conversation) => conversation.subtitle)
  const seconds = useSecondsLeft()
  const { draft } = useAsk()
  const { face, title, hint } = shownOf(talk, agent, recognizer, draft !== '')
  const handsFree = settings?.talkMode === 'hands-free'
  return (
    <div className="talk-strip" role="group" aria-label="Talking">
      <TalkButton face={face} title={hint ? `${title}. ${hint}` : title} />
      <div className="talk-text">
        <p id="talk-line" className="talk-line">
          <strong role="status">{title}</strong>
          {seconds === null ? (
            <span>{hint}</span>
          ) : (
            <span className="talk-limit" role="status">
              {seconds} s left
            </span>
          )}
        </p>
        {offline ? (
          <div className="subtitle subtitle-offline" role="status">
            <span>{offline}</span>
          </div>
        ) : (
          // Screen readers get the same text from the transcript.
          <div className={`subtitle subtitle-${subtitle?.role ?? 'none'}`} aria-hidden="true">
            <span>{subtitle?.text}</span>
          </div>
        )}
      </div>
      <div className="talk-switches">
        <IconButton
          icon={talk.muted ? 'microphone-off' : 'microphone'}
          label="Mute the microphone"
          title={talk.muted ? 'Unmute the microphone (Alt+M)' : 'Mute the microphone (Alt+M)'}
          aria-pressed={talk.muted}
          className="talk-mute"
          onClick={() => run('microphone.mute')}
        />
        <IconButton
          icon="microphone-live"
          label="Hands-free"
          title={handsFree ? 'Turn off hands-free (Alt+H)' : 'Turn on hands-free (Alt+H)'}
          aria-pressed={handsFree}
          onClick={() => run('talk.hands_free')}
        />
      </div>
    </div>
  )
}
