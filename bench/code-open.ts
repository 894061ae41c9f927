// From the arrival of a file to its first line on screen, and the longest task of the page on the way, compared with plain
// Monaco and the same text in the same run.
import type { Browser } from '@playwright/test'
import { heldWhile, type Held } from './main-thread.ts'
import { median, ms, preciseNow, type Figure } from './measure.ts'
import { watchForText } from './painted.ts'
import { openPeerPages, type PeerPages } from './peer-pages.ts'
import { openStage, type Stage } from './stage.ts'
import { toolEnded } from '../test/fakes/tool-ended.ts'

const ROUNDS = 5
const SECONDS = 30
const TASK_LIMIT_MS = 50

const texts = {
  '1 MB file': (marker: string) =>
    `// ${marker}\n${Array.from({ length: 14_000 }, (_, n) => `  const value${n} = compute(${n}, { deep: true }) // a line of code\n`).join('')}`,
  '400 kB line': (marker: string) =>
    `"${marker}";${Array.from({ length: 10_500 }, (_, n) => `var a${n}=function(b,c){return b+c*${n}};`).join('')}`,
}

export async function benchCodeOpen(browser: Browser): Promise<Figure[]> {
  const pages = await openPeerPages()
  const stage = await openStage(browser)
  // The page loads the editor while it is idle, as it does when a user opens a folder.
  await stage.page.waitForTimeout(5_000)
  const figures: Figure[] = []
  for (const [what, make] of Object.entries(texts)) {
    const ours: Opened[] = []
    for (let round = 0; round < ROUNDS; round++) ours.push(await openOurs(stage, what, round, make))
    const theirs = await openPlain(pages, make)
    const compare = (name: string, of: (one: Opened) => number): Figure => {
      const mine = median(ours.map(of))
      if (!theirs)
        return { what: name, ours: ms(mine), peer: `not done after ${SECONDS} s, plain Monaco`, ratio: null }
      const plain = median(theirs.map(of))
      return { what: name, ours: ms(mine), peer: `${ms(plain)} plain Monaco`, ratio: mine / plain }
    }
    const worst = Math.max(...ours.map(({ held }) => held.cpu))
    figures.push(
      {
        what: `longest task opening a ${what}, processor time, worst of ${ROUNDS}`,
        ours: ms(worst),
        peer: `${TASK_LIMIT_MS} ms limit`,
        ratio: worst / TASK_LIMIT_MS,
      },
      compare(`longest task opening a ${what}, processor time, median`, ({ held }) => held.cpu),
      compare(`first line of a ${what}, median (ours from the agent)`, ({ first }) => first),
    )
  }
  await stage.close()
  await pages.close()
  return figures
}

interface Opened {
  first: number
  held: Held
}

async function openOurs(
  stage: Stage,
  what: string,
  round: number,
  make: (marker: string) => string,
): Promise<Opened> {
  // Unique, so that no other open artifact contains it.
  const marker = `ours-${what.replaceAll(' ', '-')}-${round}`
  const text = make(marker)
  const { runId, emit } = await stage.openTurn()
  const call = { callId: `${what} ${round}`, name: 'Read', args: { path: `file-${what.length}-${round}.js` } }
  emit({ type: 'tool.started', runId, call })
  const { result, held } = await heldWhile(stage.page, async () => {
    const painted = await watchForText(stage.page, marker, '.view-line')
    const from = preciseNow()
    emit(toolEnded(runId, call, { ok: true, output: { text } }))
    const first = (await painted.at) - from
    // The rest of a long text arrives after its beginning.
    await stage.page.waitForTimeout(3_000)
    return first
  })
  emit({ type: 'run.ended', runId, outcome: 'completed' })
  return { first: result, held }
}

/** Each time in a page that has opened a short text before, so that both sides are warm. */
function openPlain(pages: PeerPages, make: (marker: string) => string): Promise<Opened[] | null> {
  return pages.within('plain-editor.html', SECONDS, async (page) => {
    const opened: Opened[] = []
    for (let round = -1; round < ROUNDS; round++) {
      const marker = `plain${round}`
      const text = round < 0 ? `// ${marker}` : make(marker)
      const { result, held } = await heldWhile(page, async () => {
        const painted = await watchForText(page, marker, '.view-line')
        const from = await page.evaluate((content) => {
          const { open } = window as unknown as { open(text: string): void }
          setTimeout(() => open(content))
          return performance.timeOrigin + performance.now()
        }, text)
        const first = (await painted.at) - from
        await page.waitForTimeout(1_000)
        return first
      })
      if (round >= 0) opened.push({ first: result, held })
    }
    return opened
  })
}
