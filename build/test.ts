// npm test: everything that must hold, in order from quick to slow, with one line at the end that counts it all.
//   --only check|unit|peers|e2e   a part of it        --demand-all   what cannot run here fails instead of being skipped
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './built.ts'
import { repository } from './repository.ts'
import { provideSystemPackages } from './system-packages.ts'

interface Tally {
  passed: number
  failed: number
  skipped: number
}

const args = process.argv.slice(2)
const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : null
const demandAll = args.includes('--demand-all') || process.env['PARLEY_DEMAND_ALL'] === '1'
const reports = join(repository, '.cache', 'reports')
const total: Tally = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []

function run(command: string, parameters: string[], env: NodeJS.ProcessEnv = {}): boolean {
  const { status } = spawnSync(command, parameters, {
    cwd: repository,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  return status === 0
}

function count(name: string, tally: Tally): void {
  total.passed += tally.passed
  total.failed += tally.failed
  total.skipped += tally.skipped
  if (tally.failed > 0) failures.push(name)
}

function check(name: string, command: string, ...parameters: string[]): void {
  process.stdout.write(`\n— ${name}\n`)
  count(
    name,
    run(command, parameters) ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 },
  )
}

/** A runner that crashed, or ran nothing, has failed, whatever its report says. */
function suite(name: string, report: string, read: (text: string) => Tally, command: () => boolean): void {
  process.stdout.write(`\n— ${name}\n`)
  const path = join(reports, report)
  rmSync(path, { force: true })
  const succeeded = command()
  const tally = existsSync(path) ? read(readFileSync(path, 'utf8')) : { passed: 0, failed: 0, skipped: 0 }
  const silent = tally.passed + tally.failed === 0
  count(name, tally.failed === 0 && (!succeeded || silent) ? { ...tally, failed: 1 } : tally)
}

const fromVitest = (text: string): Tally => {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(text) as Record<string, number>
  return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0, skipped: numPendingTests ?? 0 }
}

const fromPlaywright = (text: string): Tally => {
  const { stats } = JSON.parse(text) as { stats: Record<string, number> }
  return {
    passed: stats['expected'] ?? 0,
    failed: (stats['unexpected'] ?? 0) + (stats['flaky'] ?? 0),
    skipped: stats['skipped'] ?? 0,
  }
}

mkdirSync(reports, { recursive: true })

if (only === null || only === 'check') {
  check('format', 'prettier', '--check', '--log-level', 'warn', '.')
  check('lint', 'oxlint', '--type-aware', '--deny-warnings')
  check('types', 'node', 'build/typecheck.ts')
  check('dead code', 'knip', '--no-progress')
  check('generated docs', 'node', 'build/docs.ts', '--check')
}

if (only === null || only === 'unit') {
  ensureBuilt()
  suite('unit, contract and integration', 'vitest.json', fromVitest, () =>
    run('vitest', [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(reports, 'vitest.json')}`,
    ]),
  )
}

if (only === null || only === 'peers') {
  suite('real peers', 'peers.json', fromVitest, () =>
    run(
      'vitest',
      [
        'run',
        '--root=.',
        '--config=test/peers/vitest.config.ts',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${join(reports, 'peers.json')}`,
      ],
      demandAll ? { PARLEY_DEMAND_ALL: '1' } : {},
    ),
  )
}

if (only === null || only === 'e2e') {
  ensureBuilt()
  const missing = provideSystemPackages()
  if (missing && !demandAll) {
    process.stdout.write(`\n— end to end\nSKIPPED: ${missing}\n`)
    total.skipped += 1
  } else {
    suite('end to end', 'playwright.json', fromPlaywright, () =>
      run('playwright', ['test', '-c', 'test/e2e'], {
        PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'playwright.json'),
        ...(demandAll ? { PARLEY_DEMAND_ALL: '1' } : {}),
      }),
    )
  }
}

if (demandAll && total.skipped > 0) {
  failures.push(`${total.skipped} skipped, and nothing may be`)
  total.failed += total.skipped
}
process.stdout.write(`\n${failures.map((name) => `FAILED: ${name}\n`).join('')}`)
process.stdout.write(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`,
)
process.exit(total.failed > 0 ? 1 : 0)
