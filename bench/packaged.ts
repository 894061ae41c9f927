// The packaged app compared with the development build in one run: time until the user can type, memory, and the size of each
// part compared with its budget.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testElectron } from '../build/electron-runtime.ts'
import { ensurePackaged } from '../build/packaging/ensure-packaged.ts'
import {
  filesBeside,
  filesInside,
  packagedFolder,
  packagedProgram,
  packagedResources,
  partOf,
} from '../build/packaging/packaged.ts'
import { sizeParts, WHOLE_MB } from '../build/packaging/parts.ts'
import { repository } from '../build/repository.ts'
import { startPackaged } from '../test/e2e/packaged-fixture.ts'
import { alternate, median, ms, type Figure } from './measure.ts'
import { memoryOf } from './process-cost.ts'

const ROUNDS = 5

export async function benchPackaged(): Promise<Figure[]> {
  const electron = await testElectron()
  if (electron.tag === 'absent') return []
  ensurePackaged()
  const scratch = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  writeFileSync(join(scratch, 'README.md'), '# Bench\n')
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const open = async (
    program: string,
    first: string[],
    name: string,
    measured: number[],
  ): Promise<number> => {
    const profile = ['--profile', join(scratch, name), '--workspace', scratch]
    const from = performance.now()
    const running = await startPackaged(program, {
      args: [...sandbox, ...first, ...profile],
      env: { PARLEY_EARS: 'off', PARLEY_VOICE: 'off' },
    })
    await running.page.getByLabel('Ask the agent').waitFor()
    const took = performance.now() - from
    // Private memory: file pages are shared with other processes of the same Electron.
    if (process.platform === 'linux') measured.push(memoryOf(running.process.pid!, 'Pss_Anon'))
    await running.quit()
    return took
  }
  const memory = { ours: [] as number[], peer: [] as number[] }
  const times = await alternate(
    ROUNDS,
    () => open(packagedProgram(), [], 'packaged', memory.ours),
    () => open(electron.path, [repository], 'development', memory.peer),
  )
  rmSync(scratch, { recursive: true, force: true })
  return [
    {
      what: 'start to a text box',
      ours: ms(median(times.ours)),
      peer: `${ms(median(times.peer))} development build`,
      ratio: median(times.ours) / median(times.peer),
    },
    ...(memory.ours.length > 0
      ? [
          {
            what: 'private memory when ready, recognizer and voice off',
            ours: `${Math.round(median(memory.ours))} MB`,
            peer: `${Math.round(median(memory.peer))} MB development build`,
            ratio: median(memory.ours) / median(memory.peer),
          },
        ]
      : []),
    ...sizes(),
  ]
}

function sizes(): Figure[] {
  const inside = filesInside(packagedResources())
  const whole = filesBeside(packagedFolder()).reduce((sum, { bytes }) => sum + bytes, 0)
  const own = inside.reduce((sum, { bytes }) => sum + bytes, 0)
  const row = (what: string, bytes: number, budgetMb: number): Figure => ({
    what: `size, ${what}`,
    ours: `${(bytes / 1e6).toFixed(1)} MB`,
    peer: `${budgetMb} MB at most`,
    ratio: bytes / 1e6 / budgetMb,
  })
  return [
    ...sizeParts.map(({ part, budgetMb }) => {
      const files = inside.filter(({ path }) => partOf(path) === part)
      return row(
        part,
        files.reduce((sum, { bytes }) => sum + bytes, 0),
        budgetMb,
      )
    }),
    row('Electron', whole - own, WHOLE_MB - 240),
    row('everything, as a folder', whole, WHOLE_MB),
  ]
}
