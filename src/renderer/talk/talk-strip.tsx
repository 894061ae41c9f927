// The strip to talk in: the button, what is going on, the words being said, and two switches. Its height never changes, so
// that nothing moves when words come or go.
import { useEffect, useState } from 'react'
import { useActions } from '../actions/window-actions.tsx'
import { useRoom } from '../store/use-room.tsx'
import { IconButton } from '../ui/button.tsx'
import { useSettings } from '../ui/settings-context.tsx'
import { useAsk } from './ask-context.tsx'
import { TalkButton } from './talk-button.tsx'
import { shownOf } from './talk-face.ts'
import { useTalk } from './use-talk.ts'

/** The limit of a take is shown when it is this near. */
const NEAR_MS = 15_000

/** Seconds until the take ends by itself, when there are few of them. */
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

/** `offline` is the reason why nothing can be said, and takes the place of the words. */
export function TalkStrip({ offline }: { offline: string | null }) {
  const { run } = useActions()
  const { settings } = useSettings()
  const talk = useTalk((view) => view)
  const agent = useRoom((state) => state.agentState)
  const ears = useRoom((state) => state.ears)
  const subtitle = useRoom((state) => state.subtitle)
  const seconds = useSecondsLeft()
  const { draft } = useAsk()
  const { face, title, hint } = shownOf(talk, agent, ears, draft !== '')
  const handsFree = settings?.talkMode === 'hands-free'
  return (
    <div className="talk-strip" role="group" aria-label="Talking">
      <TalkButton face={face} title={hint ? `${title}. ${hint}` : title} />
      <div className="talk-words">
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
          // The transcript says the same to those who listen to the window.
          <div className={`subtitle subtitle-${subtitle?.role ?? 'none'}`} aria-hidden="true">
            <span>{subtitle?.text}</span>
          </div>
        )}
      </div>
      <div className="talk-switches">
        <IconButton
          icon={talk.muted ? 'microphone-off' : 'microphone'}
          label="Mute the microphone"
          title={talk.muted ? 'Unmute the microphone (M)' : 'Mute the microphone (M)'}
          aria-pressed={talk.muted}
          className="talk-mute"
          onClick={() => run('microphone.mute')}
        />
        <IconButton
          icon="microphone-live"
          label="Hands-free"
          title={handsFree ? 'Hands-free: talk with a key again (Alt+H)' : 'Talk hands-free (Alt+H)'}
          aria-pressed={handsFree}
          onClick={() => run('talk.hands_free')}
        />
      </div>
    </div>
  )
}
