// Reads the runners' reports and lists each failure in one line, for the end of the output.
import { existsSync, readFileSync } from 'node:fs'

export interface Tally {
  passed: number
  failed: number
  skipped: number
}

export interface Report {
  tally: Tally
  /** One line for each failed test. */
  reasons: string[]
}

const emptyReport: Report = { tally: { passed: 0, failed: 0, skipped: 0 }, reasons: [] }
const MAX_REASON_LENGTH = 320

/** A failure message on one line, without terminal colours. */
function reason(title: string, message: string): string {
  // oxlint-disable-next-line no-control-regex -- colours of a terminal
  const plain = message.replaceAll(/\u001b\[[\d;]*m/g, '').replaceAll(/\s+/g, ' ')
  return `${title}: ${plain.slice(0, MAX_REASON_LENGTH)}`
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

function fromVitest(text: string): Report {
  const report = JSON.parse(text) as VitestReport
  const reasons = report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    if (failed.length > 0)
      return failed.map((test) => reason(test.fullName, test.failureMessages?.[0] ?? 'no message'))
    return file.status === 'failed' ? [reason(file.name, file.message ?? 'no message')] : []
  })
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report
  return { tally: { passed, failed, skipped }, reasons }
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    tests: { projectName: string; status: string; results: { errors?: { message?: string }[] }[] }[]
  }[]
}

function fromPlaywright(text: string): Report {
  const { stats, ...root } = JSON.parse(text) as PlaywrightSuite & { stats: Record<string, number> }
  const reasons: string[] = []
  const walk = (suite: PlaywrightSuite): void => {
    for (const { title, tests } of suite.specs ?? []) {
      for (const { projectName, status, results } of tests) {
        if (status !== 'unexpected' && status !== 'flaky') continue
        const message = results.flatMap((result) => result.errors ?? [])[0]?.message ?? 'no message'
        reasons.push(reason(`[${projectName}] ${title}`, message))
      }
    }
    for (const inner of suite.suites ?? []) walk(inner)
  }
  walk(root)
  return {
    tally: {
      passed: stats['expected'] ?? 0,
      failed: (stats['unexpected'] ?? 0) + (stats['flaky'] ?? 0),
      skipped: stats['skipped'] ?? 0,
    },
    reasons,
  }
}

/** A runner that crashed or ran nothing has failed, whatever its report says. */
export function readReport(path: string, runner: 'vitest' | 'playwright', succeeded: boolean): Report {
  const report = existsSync(path)
    ? (runner === 'vitest' ? fromVitest : fromPlaywright)(readFileSync(path, 'utf8'))
    : emptyReport
  const { passed, failed } = report.tally
  const silent = passed + failed === 0
  if (failed > 0 || (succeeded && !silent)) return report
  return {
    tally: { ...report.tally, failed: 1 },
    reasons: [...report.reasons, silent ? 'the runner ran nothing' : 'the runner failed after its tests'],
  }
}
