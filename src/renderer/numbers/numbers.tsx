// Numbers on everything the user can press. Saying or typing a number presses it.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { numberCommands } from '../../core/commands/number-commands.ts'
import { isPossible, typeNumber } from '../../core/pointing/typed-number.ts'
import '../styles/numbers.css'
import { pressed } from '../actions/shortcuts.ts'
import { isMac } from '../actions/window-actions.tsx'
import { useApp, useRoom } from '../store/use-room.tsx'
import { useViewCommand } from '../viewer/active-view.tsx'
import { pressTarget } from './press-target.ts'
import { useBadges, type Badge } from './use-badges.ts'

const INVITATION = 'Numbers shown: say one'
const NOTHING = 'Nothing here can be pressed'
const TOO_EARLY = 'Read the card first, then say it again'

export function Numbers() {
  const { commands } = useApp()
  const [isShown, setShown] = useState(false)
  const [typed, setTyped] = useState('')
  /** Why the last number did nothing. */
  const [problem, setProblem] = useState<string | null>(null)
  const { shown, targetOf } = useBadges(isShown)
  const badges = shown?.badges

  const show = useCallback((on: boolean) => {
    setShown(on)
    setTyped('')
    setProblem(null)
  }, [])

  const press = useCallback(
    (number: number) => {
      const target = targetOf(number)
      setTyped('')
      if (target === null) return setProblem(`There is no ${number}`)
      if (target === 'too early') return setProblem(TOO_EARLY)
      show(false)
      pressTarget(target)
    },
    [targetOf, show],
  )

  useViewCommand(({ action, line }) => {
    if (action === 'numbers.show') show(true)
    else if (action === 'numbers.hide') show(false)
    else if (action === 'number.press' && line !== null && isShown) press(line)
  })

  // A bare number means one of these only while the agent knows that they are shown.
  const agent = useRoom((state) => (state.connection.tag === 'connected' ? state.agentGeneration : null))
  const last = badges?.at(-1)?.number ?? 0
  const reported = useRef(0)
  useEffect(() => {
    if (agent === null || (last === 0 && reported.current === 0)) return
    reported.current = last
    // If it fails, the agent takes a bare number for a choice, as it does without numbers.
    commands.reportAround({ numbered: last || undefined }).catch(() => {})
  }, [commands, agent, last])

  const onKey = (event: KeyboardEvent): boolean => {
    if (numberCommands['numbers.show'].keys.some((keys) => pressed(event, keys, isMac))) {
      // Digits may follow at once.
      flushSync(() => show(!isShown))
      return true
    }
    if (!badges || event.ctrlKey || event.metaKey || event.altKey) return false
    if (event.key === 'Escape') {
      show(false)
      return true
    }
    if (hasText(event.target)) return false
    const result = typeNumber(
      typed,
      event.key,
      badges.map(({ number }) => number),
    )
    if (result.tag === 'ignored') return false
    setProblem(result.tag === 'unknown' ? `There is no ${result.typed}` : null)
    setTyped(result.tag === 'waits' ? result.typed : '')
    if (result.tag === 'chosen') press(result.number)
    return true
  }
  useFirstKeys(onKey)

  useEffect(() => {
    if (!isShown) return
    const onPointer = (): void => show(false)
    window.addEventListener('pointerdown', onPointer, true)
    return () => window.removeEventListener('pointerdown', onPointer, true)
  }, [isShown, show])

  if (!shown) return null
  const text = problem ?? (shown.badges.length === 0 ? NOTHING : INVITATION)
  return createPortal(<Layer key="numbers" badges={shown.badges} typed={typed} text={text} />, shown.layer)
}

/** Keys reach this before any dialog or panel that opened later. */
function useFirstKeys(onKey: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(onKey)
  useLayoutEffect(() => {
    latest.current = onKey
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.isComposing || !latest.current(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [])
}

/** A digit typed behind other text belongs to it. */
const hasText = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  !/^(?:radio|checkbox|range|button)$/.test(target.type) &&
  target.value !== ''

function Layer({ badges, typed, text }: { badges: readonly Badge[]; typed: string; text: string }) {
  const layer = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  // On top of everything, also of the dialog that it belongs to.
  useLayoutEffect(() => layer.current?.showPopover(), [])
  // Screen readers announce what changes in a region that is there already.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setSaid(text))
    return () => cancelAnimationFrame(frame)
  }, [text])
  return (
    <div ref={layer} className="numbers" popover="manual">
      <p className="unseen" role="status">
        {said}
      </p>
      <div aria-hidden="true">
        {badges.map(({ number, left, top, width, height }) => (
          <span
            key={number}
            className={`number-badge ${isPossible(typed, number) ? '' : 'number-badge-out'}`}
            style={{ left, top, width, height }}
          >
            {number}
          </span>
        ))}
        <p className="numbers-hint">
          {typed === '' ? null : <strong>{typed}</strong>}
          <span>{typed === '' ? text : 'Enter presses it'}</span>
          <kbd>Esc</kbd>
        </p>
      </div>
    </div>
  )
}
