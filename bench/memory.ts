// The heap of a page after 1,000 artifacts, compared with the size of the artifacts.
import type { Browser } from '@playwright/test'
import { mb, type Figure } from './measure.ts'
import { openStage } from './stage.ts'
import { toolEnded } from '../test/fakes/tool-ended.ts'

const ARTIFACTS = 1_000

export async function benchMemory(browser: Browser): Promise<Figure[]> {
  const stage = await openStage(browser)
  const client = await stage.page.context().newCDPSession(stage.page)
  const heap = async (): Promise<number> => {
    await client.send('HeapProfiler.collectGarbage')
    const { usedSize } = await client.send('Runtime.getHeapUsage')
    return usedSize
  }
  const { runId, emit } = await stage.openTurn()
  const show = (n: number): number => {
    const text = Array.from(
      { length: 200 },
      (_, line) => `line ${line} of artifact ${n} ${'x'.repeat(30)}`,
    ).join('\n')
    const call = { callId: `c${n}`, name: 'Read', args: { path: `file-${n}.md` } }
    emit({ type: 'tool.started', runId, call })
    emit(toolEnded(runId, call, { ok: true, output: { text } }))
    return text.length
  }
  // Ten artifacts fill the tabs; growth is measured after that.
  for (let n = 0; n < 10; n++) show(n)
  await stage.page.getByRole('tab', { name: /file-9\.md/ }).waitFor()
  const before = await heap()
  let bytes = 0
  for (let n = 10; n < ARTIFACTS + 10; n++) {
    bytes += show(n)
    // Gives the page time to keep up, as a real agent would.
    if (n % 25 === 0) await stage.page.getByRole('tab', { name: new RegExp(`file-${n}\\.md`) }).waitFor()
  }
  await stage.page.getByRole('tab', { name: new RegExp(`file-${ARTIFACTS + 9}\\.md`) }).waitFor()
  const grown = (await heap()) - before
  const tabs = await stage.page.getByRole('tab').count()
  await stage.close()
  return [
    {
      what: `page heap grown by ${ARTIFACTS} artifacts (${tabs} tabs open)`,
      ours: mb(grown),
      peer: `${mb(bytes)} of artifact text`,
      ratio: grown / bytes,
    },
  ]
}
