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
/** The hunk that changes, in the middle of the diff; the one above it is the current one. */
const CHANGED = (FILES * HUNKS_PER_FILE) / 2

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
    show(diffOf({ marker: `one ${round}`, isNewer: false }))
    await first.at
    await goTo(page, CHANGED)
    await watchJumps(page)
    const marker = `two ${round}`
    const painted = await watchForText(page, marker, '.diff-text')
    const from = preciseNow()
    show(diffOf({ marker, isNewer: true }))
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

/** Makes the hunk above this one the current one, near the upper edge. */
async function goTo(page: Page, hunk: number): Promise<void> {
  const share = hunk / (FILES * HUNKS_PER_FILE)
  await page.locator('.diff-toolbar:visible').waitFor()
  await page.locator('.diff-scroll:visible').evaluate((box, part) => {
    box.scrollTop = box.scrollHeight * part
  }, share)
  const bar = page.locator('.diff-scroll:visible .hunk-bar', { hasText: `hunk ${hunk - 1} ` })
  const range = bar.locator('.hunk-range')
  await range.scrollIntoViewIfNeeded()
  await range.click()
  await page
    .locator('.diff-scroll:visible .diff-hunk-current .hunk-bar', { hasText: `hunk ${hunk - 1} ` })
    .waitFor()
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

/** The newer version has another file at the start, more lines in the hunks above, and the marker in the changed hunk. */
function diffOf({ marker, isNewer }: { marker: string; isNewer: boolean }): string {
  const added = '--- /dev/null\n+++ b/added.ts\n@@ -0,0 +1 @@\n+one more file\n'
  const files = Array.from({ length: FILES }, (_, file) => {
    const path = `src/module-${file}/part.ts`
    const hunks = Array.from({ length: HUNKS_PER_FILE }, (_unused, at) => {
      const hunk = file * HUNKS_PER_FILE + at
      const isChanged = isNewer && (hunk === CHANGED || hunk % 10 === 3)
      return hunkOf(hunk, at, hunk === CHANGED || hunk === 0 ? marker : 'a line of code', isChanged)
    })
    return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${hunks.join('')}`
  })
  return (isNewer ? `diff --git a/added.ts b/added.ts\nnew file mode 100644\n${added}` : '') + files.join('')
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
