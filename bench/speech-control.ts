// Speech during a spoken reply, hands-free: how soon Parley is silent once it has recognized the speech, and how soon the
// effect of a spoken command is on screen.
import type { Page } from '@playwright/test'
import { joined } from '../src/core/speech/hearing/samples.ts'
import type { RecordedEvent } from '../src/shared/conversation.ts'
import { recordVoiceIntervals, voiceIntervals, type SoundInterval } from '../test/e2e/audio-probe.ts'
import { LEAD_IN, quietRoom, recordingOf } from '../test/e2e/spoken-conversation.ts'
import { ask, tapSpace } from '../test/e2e/user-actions.ts'
import { openSpokenStage } from './spoken-stage.ts'

const ROUNDS = 10
/** Longer than the measurement. */
const LONG = 'The harbour opens at six and closes when the last boat is in. '.repeat(8)

export interface ControlTimes {
  /** From recognized speech to the last audio of the voice. */
  silenced: number[]
  /** From a recognized command to its effect on screen. */
  shown: number[]
}

export async function controlTimes(): Promise<ControlTimes> {
  const { page, close } = await openSpokenStage({
    microphone: joined([
      LEAD_IN,
      recordingOf('read it out'),
      quietRoom(4.5),
      recordingOf('stop talking'),
      quietRoom(3),
    ]),
    args: ['--talk-mode', 'hands-free'],
    files: { 'docs/notes.md': `# Notes\n\n${LONG}\n` },
  })
  await ask(page, 'open docs/notes.md')
  await page.getByRole('tab', { name: 'notes.md' }).waitFor()
  await page.locator('.talk-line strong', { hasText: 'Press Space' }).waitFor()
  await recordVoiceIntervals(page)
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
  const sounded = await voiceIntervals(page)
  const toasts = await page.evaluate(() => (window as unknown as { toasts: Toast[] }).toasts)
  const events = await close()
  return { silenced: silencedIn(events, sounded), shown: shownIn(events, toasts) }
}

interface Toast {
  text: string
  /** The time when it was painted. */
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
      // One task after the frame: it is painted by then.
      requestAnimationFrame(() => setTimeout(() => toasts.push({ text, at: Date.now() })))
    }).observe(place, { childList: true, subtree: true })
  })
}

/** The position of the voice at the moment it was stopped. */
function silencedIn(events: readonly RecordedEvent[], sounded: readonly SoundInterval[]): number[] {
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
