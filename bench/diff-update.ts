// The live update of an open diff: from the agent's newer version to the changed lines on screen, and how far what the user
// reads jumps meanwhile.
import type { Page } from '@playwright/test'
import { median, ms, preciseNow, type Figure } from './measure.ts'
import { watchForText } from './painted.ts'
import type { Stage } from './stage.ts'
import { toolEnded } from '../test/fakes/tool-ended.ts'

const ROUNDS = 5
/** Below this, an update follows what the user did at once. */
const UPDATE_LIMIT_MS = 100
const FILES = 27
const HUNKS_PER_FILE = 50
const LINES_PER_HUNK = 20

export async function benchDiffUpdate(stage: Stage): Promise<Figure[]> {
  const times: number[] = []
  const jumps: number[] = []
  const { page } = stage
  for (let round = 0; round < ROUNDS; round++) {
    const { runId, emit } = await stage.openTurn()
    const call = { callId: `update ${round}`, name: 'Bash', args: { command: 'git diff' } }
    const show = (diff: string): void => {
      emit({ type: 'tool.started', runId, call })
      emit(toolEnded(runId, call, { ok: true, output: { text: diff, details: { diff } } }))
    }
    const first = await watchForText(page, `one ${round}`, '.diff-text')
    show(diffOf(`one ${round}`, null))
    await first.at
    const current = await goToMiddle(page)
    await watchJumps(page)
    const marker = `two ${round}`
    const painted = await watchForText(page, marker, '.diff-text')
    const from = preciseNow()
    show(diffOf(marker, current))
    times.push((await painted.at) - from)
    jumps.push(await largestJump(page))
    emit({ type: 'run.ended', runId, outcome: 'completed' })
  }
  const time = median(times)
  const jump = Math.max(...jumps)
  return [
    {
      what: 'live update of an open 2 MB diff, update to painted',
      ours: ms(time),
      peer: `${UPDATE_LIMIT_MS} ms limit`,
      ratio: time / UPDATE_LIMIT_MS,
    },
    {
      what: `scroll jump during it, worst of ${ROUNDS}`,
      ours: `${jump.toFixed(1)} px`,
      peer: '0 px',
      ratio: null,
    },
  ]
}

/** Makes a hunk in the middle of the diff the current one. Returns its number. */
async function goToMiddle(page: Page): Promise<number> {
  await page.locator('.diff-position:visible', { hasText: `of ${FILES * HUNKS_PER_FILE}` }).waitFor()
  const box = page.locator('.diff-scroll:visible')
  await box.evaluate((element) => {
    element.scrollTop = element.scrollHeight / 2
  })
  const range = box.locator('.hunk-bar:not(:has-text("3 of the file")) .hunk-range').first()
  await range.click()
  // What the jump there brought into view is drawn first.
  await page.waitForTimeout(700)
  const current = box.locator('.diff-hunk-current .hunk-bar')
  return Number(/hunk (\d+)/.exec((await current.textContent()) ?? '')?.[1])
}

/** Notes the place of the current hunk in every frame. */
const watchJumps = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const place = (): number | undefined =>
      [...document.querySelectorAll('.diff-hunk-current .hunk-bar')]
        .find((bar) => bar.checkVisibility())
        ?.getBoundingClientRect().top
    const start = place() ?? 0
    const watched = { jump: 0, isOver: false }
    const look = (): void => {
      watched.jump = Math.max(watched.jump, Math.abs((place() ?? Infinity) - start))
      if (!watched.isOver) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    Object.assign(window, { watched })
  })

/** Until everything around has been drawn too. */
async function largestJump(page: Page): Promise<number> {
  await page.waitForTimeout(500)
  return page.evaluate(() => {
    const { watched } = window as unknown as { watched: { jump: number; isOver: boolean } }
    watched.isOver = true
    return watched.jump
  })
}

/** A newer version has another file at the start, more lines in the hunks above, and the marker below the current hunk. */
function diffOf(marker: string, current: number | null): string {
  const added = '--- /dev/null\n+++ b/added.ts\n@@ -0,0 +1 @@\n+one more file\n'
  const marked = current === null ? 0 : current + 1
  const files = Array.from({ length: FILES }, (_, file) => {
    const path = `src/module-${file}/part.ts`
    const hunks = Array.from({ length: HUNKS_PER_FILE }, (_unused, at) => {
      const hunk = file * HUNKS_PER_FILE + at
      const isLonger = current !== null && (hunk === marked || hunk % 10 === 3)
      return hunkOf(hunk, at, hunk === marked ? marker : 'a line of code', isLonger)
    })
    return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${hunks.join('')}`
  })
  const first = current === null ? '' : `diff --git a/added.ts b/added.ts\nnew file mode 100644\n${added}`
  return first + files.join('')
}

function hunkOf(hunk: number, at: number, note: string, isLonger: boolean): string {
  const lines = Array.from({ length: LINES_PER_HUNK + (isLonger ? 3 : 0) }, (_, n) => {
    const text = `  const value${n} = compute(${hunk}, ${n}, { deep: true }) // ${note}`
    return n % 5 === 4 ? [`-${text}`, `+${text} changed`] : [` ${text}`]
  }).flat()
  const without = (sign: string): number => lines.filter((line) => !line.startsWith(sign)).length
  const start = 1 + at * 100
  return `@@ -${start},${without('+')} +${start},${without('-')} @@ hunk ${hunk} of the file\n${lines.join('\n')}\n`
}
