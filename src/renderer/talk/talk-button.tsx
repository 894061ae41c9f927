// The talk button: held, or pressed to start and again to stop. A ring around it follows the input level, and lights up
// only when audio really arrives.
import { useRef, type KeyboardEvent } from 'react'
import { useApp } from '../store/use-room.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import type { TalkAppearance } from './talk-appearance.ts'
import { momentOf } from './talk-keys.ts'
import { useLevel, useTalk } from './use-talk.ts'

const icons: Record<TalkAppearance, IconName> = {
  off: 'microphone',
  ready: 'microphone',
  opening: 'microphone',
  hearing: 'microphone',
  transcribing: 'microphone',
  thinking: 'microphone',
  speaking: 'voice',
  muted: 'microphone-off',
  trouble: 'microphone-off',
}

function grow(ring: HTMLElement, share: number): void {
  ring.style.transform = `scale(${1 + share * 0.32})`
}

export function TalkButton({ face, title }: { face: TalkAppearance; title: string }) {
  const { talk } = useApp()
  const loudness = useRef<HTMLSpanElement>(null)
  const talking = useTalk(({ take }) => take !== null)
  useLevel(face === 'hearing', loudness, grow)

  const onKey = (event: KeyboardEvent, type: 'pressed' | 'released'): void => {
    if (event.key !== ' ' && event.key !== 'Enter') return
    event.preventDefault()
    if (!event.repeat) talk.send({ type }, momentOf(event))
  }
  return (
    <button
      type="button"
      className={`talk-button talk-${face}`}
      aria-label="Talk"
      aria-describedby="talk-line"
      aria-pressed={talking}
      title={title}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        talk.send({ type: 'pressed' }, momentOf(event))
      }}
      onPointerUp={(event) => talk.send({ type: 'released' }, momentOf(event))}
      onPointerCancel={() => talk.send({ type: 'blurred' })}
      onKeyDown={(event) => onKey(event, 'pressed')}
      onKeyUp={(event) => onKey(event, 'released')}
      onBlur={() => talk.send({ type: 'blurred' })}
      onClick={(event) => {
        // Neither a pointer nor a key: a screen reader pressed it, which cannot hold.
        if (event.detail === 0) talk.send({ type: 'toggled' })
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      <span ref={loudness} className="talk-loudness" aria-hidden="true" />
      <span className="talk-ring" aria-hidden="true" />
      <Icon name={icons[face]} size={22} />
    </button>
  )
}
