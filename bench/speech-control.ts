// Words that are said while the agent speaks, hands-free: how soon it is silent once they are made out, and how soon what
// a spoken command does is on screen.
import type { Page } from '@playwright/test'
import { joined } from '../src/core/ears/samples.ts'
import type { RecordedEvent } from '../src/shared/conversation.ts'
import { keepVoiceTimes, voiceTimes, type Sounded } from '../test/e2e/sound-tap.ts'
import { LIGHT, room, said } from '../test/e2e/spoken-words.ts'
import { ask, tapSpace } from '../test/e2e/what-a-person-does.ts'
import { openSpokenStage } from './spoken-stage.ts'

const ROUNDS = 10
/** To be read out for longer than it is listened to. */
const LONG = 'The harbour opens at six and closes when the last boat is in. '.repeat(8)

export interface ControlTimes {
  /** From the words that mean the agent being made out to its last sound. */
  silenced: number[]
  /** From a command being understood to its effect being painted. */
  shown: number[]
}

export async function controlTimes(): Promise<ControlTimes> {
  const { page, close } = await openSpokenStage({
    microphone: joined([LIGHT, said('read it out'), room(4.5), said('stop talking'), room(3)]),
    args: ['--talk-mode', 'hands-free'],
    files: { 'docs/notes.md': `# Notes\n\n${LONG}\n` },
  })
  await ask(page, 'open docs/notes.md')
  await page.getByRole('tab', { name: 'notes.md' }).waitFor()
  await page.locator('.talk-line strong', { hasText: 'Press Space' }).waitFor()
  await keepVoiceTimes(page)
  await keepToasts(page)
  await tapSpace(page)
  await page.waitForFunction(
    (rounds) => {
      const { toasts } = window as unknown as { toasts: Toast[] }
      return toasts.filter(({ text }) => text.includes('Stopped')).length >= rounds
    },
    ROUNDS,
    { timeout: 0, polling: 500 },
  )
  const sounded = await voiceTimes(page)
  const toasts = await page.evaluate(() => (window as unknown as { toasts: Toast[] }).toasts)
  const events = await close()
  return { silenced: silencedIn(events, sounded), shown: shownIn(events, toasts) }
}

interface Toast {
  text: string
  /** When it was painted. */
  at: number
}

async function keepToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const toasts: Toast[] = []
    Object.assign(window, { toasts })
    const place = document.querySelector('.control-toast')!
    new MutationObserver(() => {
      const text = place.textContent
      if (text === '') return
      // A task after the frame: by then it is painted.
      requestAnimationFrame(() => setTimeout(() => toasts.push({ text, at: Date.now() })))
    }).observe(place, { childList: true, subtree: true })
  })
}

/** Where the voice sounded at the moment it was stopped. */
function silencedIn(events: readonly RecordedEvent[], sounded: readonly Sounded[]): number[] {
  return events.flatMap(({ event, at }) => {
    if (event.type !== 'reply.voiced' || event.complete) return []
    const cut = sounded.find(([from, until]) => from < at && until > at)
    return cut ? [cut[1] - at] : []
  })
}

function shownIn(events: readonly RecordedEvent[], toasts: readonly Toast[]): number[] {
  return events.flatMap(({ event, at }) => {
    if (event.type !== 'control.heard') return []
    const shown = toasts.find((toast) => toast.at >= at && toast.text.includes(event.done))
    return shown ? [shown.at - at] : []
  })
}
