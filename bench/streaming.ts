// Fifty updates a second for five seconds in a long conversation: the gaps between frames, compared with the idle page just
// before.
import type { Browser, Page } from '@playwright/test'
import { heldWhile } from './main-thread.ts'
import { ms, quantile, type Figure } from './measure.ts'
import { openStage } from './stage.ts'

const SECONDS = 5
const PER_SECOND = 50
const TASK_LIMIT_MS = 50

export async function benchStreaming(browser: Browser): Promise<Figure[]> {
  const stage = await openStage(browser)
  for (let turn = 0; turn < 30; turn++) {
    const { runId, emit } = await stage.openTurn()
    emit({ type: 'text.appended', runId, delta: `This is reply ${turn} of a long conversation. `.repeat(8) })
    emit({ type: 'run.ended', runId, outcome: 'completed' })
  }
  const { runId, emit } = await stage.openTurn()
  const idle = await heldWhile(stage.page, () => frameGaps(stage.page))
  const busy = await heldWhile(stage.page, async () => {
    const gaps = frameGaps(stage.page)
    await fiftyASecond((sent) => emit({ type: 'text.appended', runId, delta: `word${sent} ` }))
    return gaps
  })
  await stage.close()
  const beside = (what: string, of: (gaps: number[]) => number): Figure => ({
    what: `${what} while ${PER_SECOND} updates a second stream`,
    ours: ms(of(busy.result)),
    peer: `${ms(of(idle.result))} with nothing to do`,
    ratio: of(busy.result) / of(idle.result),
  })
  return [
    beside('gap between frames, mean', (gaps) => gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length),
    beside('gap between frames, 99th of 100', (gaps) => quantile(gaps, 0.99)),
    beside('gap between frames, the longest', (gaps) => Math.max(...gaps)),
    {
      what: 'longest task while they stream, processor time',
      ours: ms(busy.held.cpu),
      peer: `${TASK_LIMIT_MS} ms limit`,
      ratio: busy.held.cpu / TASK_LIMIT_MS,
    },
  ]
}

const frameGaps = (page: Page): Promise<number[]> =>
  page.evaluate(
    (duration) =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = []
        const from = performance.now()
        let last = from
        const frame = (now: number): void => {
          seen.push(now - last)
          last = now
          if (now - from > duration) resolve(seen.slice(1))
          else requestAnimationFrame(frame)
        }
        requestAnimationFrame(frame)
      }),
    SECONDS * 1_000,
  )

function fiftyASecond(update: (sent: number) => void): Promise<void> {
  return new Promise((resolve) => {
    let sent = 0
    const timer = setInterval(() => {
      update(sent)
      if (++sent < SECONDS * PER_SECOND) return
      clearInterval(timer)
      resolve()
    }, 1_000 / PER_SECOND)
  })
}
