// From a tool's result in the agent to its artifact painted in Chromium, against a bare WebSocket message to a bare page.
import type { Browser, Page } from '@playwright/test'
import { openBarePage } from './bare-page.ts'
import { alternate, median, ms, preciseNow, quantile, type Figure } from './measure.ts'
import { openStage } from './stage.ts'
import { toolEnded } from '../test/fakes/tool-ended.ts'

const ROUNDS = 40

export async function benchEventToPixel(browser: Browser): Promise<Figure[]> {
  const stage = await openStage(browser)
  const bare = await openBarePage(browser)
  const { runId, emit } = await stage.openTurn()
  let n = 0
  const ours = async (): Promise<number> => {
    const marker = `marker-${++n}-ours`
    const painted = watchFor(stage.page, marker)
    const call = { callId: marker, name: 'Read', args: { path: 'note.md' } }
    emit({ type: 'tool.started', runId, call })
    const from = await painted.ready.then(preciseNow)
    emit(toolEnded(runId, call, { ok: true, output: { text: `${marker} words` } }))
    return (await painted.at) - from
  }
  const peer = async (): Promise<number> => {
    const marker = `marker-${++n}-peer`
    const painted = watchFor(bare.page, marker)
    const from = await painted.ready.then(preciseNow)
    bare.send(marker)
    return (await painted.at) - from
  }
  // The first ones load lazy parts.
  for (let warm = 0; warm < 5; warm++) await ours()
  const times = await alternate(ROUNDS, ours, peer)
  await stage.close()
  await bare.close()
  const figure = (name: string, part: (values: readonly number[]) => number): Figure => ({
    what: `tool result to painted artifact, ${name}`,
    ours: ms(part(times.ours)),
    peer: `${ms(part(times.peer))} bare WebSocket to bare page`,
    ratio: part(times.ours) / part(times.peer),
  })
  return [figure('median', median), figure('95th of 100', (values) => quantile(values, 0.95))]
}

/** The time after the frame that shows this text. `ready` resolves when the page is watching. */
export function watchFor(page: Page, marker: string): { ready: Promise<void>; at: Promise<number> } {
  // A page in the background paints once a second.
  const inFront = page.bringToFront()
  const ready = inFront.then(() =>
    page.evaluate((text) => {
      const found = new Promise<number>((resolve) => {
        const look = (): void => {
          if (!document.body.textContent.includes(text)) return
          observer.disconnect()
          // After the frame in which it was painted.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())))
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      })
      Object.assign(window, { found })
    }, marker),
  )
  const at = ready.then(() => page.evaluate(() => (window as unknown as { found: Promise<number> }).found))
  return { ready, at }
}
