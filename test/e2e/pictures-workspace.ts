// The repository in the screenshots: small, realistic, with a change in it.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { write } from './workspace-fixture.ts'

const run = promisify(execFile)

const tides = `import { readTable, type TideTable } from './tide-table.ts'
import type { Clock } from './clock.ts'

/** How deep the water is at the quay, in metres, and which way it goes. */
export interface Tide {
  depth: number
  rising: boolean
  /** When it turns next. */
  turnsAt: Date
}

export class TideWatch {
  private readonly table: TideTable
  private readonly clock: Clock

  constructor(table: TideTable, clock: Clock) {
    this.table = table
    this.clock = clock
  }

  /** The tide now. */
  now(): Tide {
    return this.at(this.clock.now())
  }

  /** The tide at a moment, worked out between the two nearest entries of the table. */
  at(moment: Date): Tide {
    const [before, after] = this.table.around(moment)
    const share = (moment.getTime() - before.at.getTime()) / (after.at.getTime() - before.at.getTime())
    const swing = (1 - Math.cos(share * Math.PI)) / 2
    return {
      depth: before.depth + (after.depth - before.depth) * swing,
      rising: after.depth > before.depth,
      turnsAt: after.at,
    }
  }

  /** Whether a boat of this draught may come in; a hand's breadth is kept for the waves. */
  mayEnter(draught: number): boolean {
    return this.now().depth - draught > 0.2
  }
}

export async function watchTides(file: string, clock: Clock): Promise<TideWatch> {
  return new TideWatch(await readTable(file), clock)
}
`

const berths = `import type { TideWatch } from './tides.ts'

export interface Boat {
  name: string
  length: number
  draught: number
}

export interface Berth {
  number: number
  length: number
  boat: Boat | null
}

/** Thrown when a boat cannot be given a place. */
export class NoBerthError extends Error {}

export class Harbour {
  private readonly berths: Berth[]
  private readonly tides: TideWatch

  constructor(berths: Berth[], tides: TideWatch) {
    this.berths = berths
    this.tides = tides
  }

  /** Gives a boat the smallest free berth it fits in. */
  moor(boat: Boat): Berth {
    if (!this.tides.mayEnter(boat.draught)) {
      throw new NoBerthError(\`The water is too low for \${boat.name}.\`)
    }
    const free = this.berths.filter((berth) => berth.boat === null && berth.length >= boat.length)
    const [smallest] = free.sort((a, b) => a.length - b.length)
    if (!smallest) throw new NoBerthError(\`There is no free berth of \${boat.length} m.\`)
    smallest.boat = boat
    return smallest
  }

  /** TODO: a boat that leaves at night pays nothing. */
  leave(boat: Boat): void {
    const berth = this.berths.find((one) => one.boat?.name === boat.name)
    if (berth) berth.boat = null
  }
}
`

const table = `export interface TideEntry {
  at: Date
  depth: number
}

export interface TideTable {
  /** The last entry before a moment and the first after it. */
  around(moment: Date): [TideEntry, TideEntry]
}

/** TODO: read the table of next year as well. */
export async function readTable(file: string): Promise<TideTable> {
  throw new Error(\`not read yet: \${file}\`)
}
`

const readme = `# Harbour

A small harbour for small boats: it knows the tide, gives every boat a berth, and says **why not** when it cannot.

## Use

\`\`\`ts
import { Harbour } from './src/berths.ts'
import { watchTides } from './src/tides.ts'

const tides = await watchTides('tides/2027.csv', systemClock)
const harbour = new Harbour(berths, tides)
harbour.moor({ name: 'Ada', length: 7.2, draught: 1.1 })
\`\`\`

## The rules of the place

1. A boat gets the smallest free berth it fits in.
2. Nobody enters with less than 20 cm of water under the keel.
3. Whoever stays longer than a week waters the plants.[^plants]

| boat | length | draught | berth |
| :--- | ---: | ---: | ---: |
| Ada | 7.2 m | 1.1 m | 4 |
| Grace | 9.8 m | 1.6 m | 11 |
| Barbara | 5.4 m | 0.7 m | 2 |

- [x] tides
- [x] berths
- [ ] the night watch

> The sea is never full. — *harbour master, on being asked for one more berth*

[^plants]: The geraniums at the quay, every evening.
`

const before: Record<string, string> = {
  'README.md': readme,
  'package.json': `${JSON.stringify({ name: 'harbour', private: true, type: 'module', scripts: { test: 'node test/all.js', lint: 'echo clean' } }, null, 2)}\n`,
  'src/tides.ts': tides,
  'src/berths.ts': berths,
  'src/tide-table.ts': table,
  'src/clock.ts': 'export interface Clock {\n  now(): Date\n}\n',
  'test/all.js': `const names = ['tides rise', 'tides fall', 'boats find berths', 'full is full']
for (const name of names) console.log('  ok  ' + name)
console.log('\\n4 passed')
`,
  'test/broken.js': `function checkBerths() {
  throw new Error(\`expected 12 berths and found \${11}\`)
}

checkBerths()
`,
  'docs/night-watch.md': '# The night watch\n\nNot yet written.\n',
}

const after: Record<string, string> = {
  'src/tides.ts': tides
    .replace(
      "  /** Whether a boat of this draught may come in; a hand's breadth is kept for the waves. */\n  mayEnter(draught: number): boolean {\n    return this.now().depth - draught > 0.2\n",
      '  /** Whether a boat of this draught may come in, with enough water under it for the waves. */\n  mayEnter(draught: number, wind: Wind = calm): boolean {\n    const spare = 0.2 + wind.force * 0.05\n    return this.now().depth - draught > spare\n',
    )
    .replace(
      "import type { Clock } from './clock.ts'\n",
      "import type { Clock } from './clock.ts'\nimport { calm, type Wind } from './wind.ts'\n",
    ),
  'src/wind.ts': `/** How hard it blows, in Beaufort. */
export interface Wind {
  force: number
  from: 'north' | 'east' | 'south' | 'west'
}

export const calm: Wind = { force: 0, from: 'west' }
`,
  'src/berths.ts': berths
    .replace(
      'const [smallest] = free.sort((a, b) => a.length - b.length)',
      'const [smallest] = free.toSorted((a, b) => a.length - b.length)',
    )
    .replace('  /** TODO: a boat that leaves at night pays nothing. */\n', ''),
}

export interface PictureHome {
  /** A home folder with the project in it. */
  home: string
  project: string
  remove(): Promise<void>
}

export async function createPictureHome(): Promise<PictureHome> {
  const top = await realpath(await mkdtemp(join(tmpdir(), 'parley-')))
  const home = join(top, 'ada')
  const project = join(home, 'work', 'harbour')
  for (const folder of ['documents', 'music', 'pictures', 'work/compiler', 'work/garden', 'work/lighthouse'])
    await mkdir(join(home, folder), { recursive: true })
  for (const [file, content] of Object.entries(before)) await write(project, file, content)
  await write(project, 'assets/chart.bin', Buffer.alloc(48_213))
  await write(project, 'tides/2026.csv', `hour,depth\n${'2026-11-16T08:00,3.2\n'.repeat(280_000)}`)
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@localhost', ...args], { cwd: project })
  await git('init', '-q', '-b', 'main')
  await git('add', '.')
  await git('commit', '-qm', 'A harbour with tides')
  await git('checkout', '-qb', 'wind')
  for (const [file, content] of Object.entries(after)) await write(project, file, content)
  return { home, project, remove: () => rm(top, { recursive: true, force: true }) }
}
