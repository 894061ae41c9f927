// The longest task of a page's main thread: in wall-clock time, which a busy machine extends, and in processor time, which
// only the page causes.
import type { CDPSession, Page } from '@playwright/test'

export interface Held {
  /** The longest task in milliseconds of processor time. */
  cpu: number
  /** The longest task in milliseconds of wall-clock time. */
  clock: number
}

interface TraceEvent {
  name: string
  ts: number
  pid: number
  tid: number
  /** Microseconds of wall-clock time and of thread time. */
  dur?: number
  tdur?: number
}

const CATEGORIES = ['disabled-by-default-devtools.timeline', 'blink.user_timing']

/** Traces the page during `work`. */
export async function heldWhile<T>(page: Page, work: () => Promise<T>): Promise<{ result: T; held: Held }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: { recordMode: 'recordAsMuchAsPossible', includedCategories: CATEGORIES },
  })
  // The trace contains other pages and threads too; this mark identifies ours.
  const mark = `watched ${performance.now()}`
  await page.evaluate((name) => void performance.mark(name), mark)
  const result = await work()
  const events = await stopTracing(session)
  await session.detach()
  const own = events.find(({ name }) => name === mark)
  const tasks = events.filter(
    ({ name, pid, tid, ts }) =>
      name === 'RunTask' && own && pid === own.pid && tid === own.tid && ts > own.ts,
  )
  const longest = (part: (task: TraceEvent) => number | undefined): number =>
    Math.max(0, ...tasks.map((task) => (part(task) ?? 0) / 1000))
  return { result, held: { cpu: longest(({ tdur }) => tdur), clock: longest(({ dur }) => dur) } }
}

async function stopTracing(session: CDPSession): Promise<TraceEvent[]> {
  const complete = new Promise<string>((resolve) =>
    session.once('Tracing.tracingComplete', ({ stream }) => resolve(stream ?? '')),
  )
  await session.send('Tracing.end')
  const handle = await complete
  const parts: string[] = []
  for (;;) {
    const { data, eof, base64Encoded } = await session.send('IO.read', { handle })
    parts.push(base64Encoded ? Buffer.from(data, 'base64').toString() : data)
    if (eof) break
  }
  return (JSON.parse(parts.join('')) as { traceEvents: TraceEvent[] }).traceEvents
}
