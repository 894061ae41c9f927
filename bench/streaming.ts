// Fifty updates a second for five seconds, with a long conversation above: how many frames still come on time.
import type { Browser } from '@playwright/test'
import { ms, quantile, type Figure } from './measure.ts'
import { openStage } from './stage.ts'

const SECONDS = 5
const PER_SECOND = 50

export async function benchStreaming(browser: Browser): Promise<Figure[]> {
  const stage = await openStage(browser)
  for (let turn = 0; turn < 30; turn++) {
    const { runId, emit } = await stage.openTurn()
    emit({ type: 'text.appended', runId, delta: `This is reply ${turn} of a long conversation. `.repeat(8) })
    emit({ type: 'run.ended', runId, outcome: 'completed' })
  }
  const { runId, emit } = await stage.openTurn()
  const gaps = stage.page.evaluate(
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
  await new Promise<void>((resolve) => {
    let sent = 0
    const timer = setInterval(() => {
      emit({ type: 'text.appended', runId, delta: `word${sent} ` })
      if (++sent < SECONDS * PER_SECOND) return
      clearInterval(timer)
      resolve()
    }, 1_000 / PER_SECOND)
  })
  const frames = await gaps
  await stage.close()
  const fps = (frames.length / frames.reduce((sum, gap) => sum + gap, 0)) * 1_000
  return [
    {
      what: `frames a second while ${PER_SECOND} updates a second stream`,
      ours: fps.toFixed(1),
      peer: '60',
      ratio: fps / 60,
    },
    {
      what: 'longest of 100 frames while they stream',
      ours: ms(quantile(frames, 0.99)),
      peer: '50 ms limit',
      ratio: quantile(frames, 0.99) / 50,
    },
  ]
}
