// Questions in plain words and what follows from them, on a small project, as the user hears and sees the answers.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTempFolder, type TempFolder } from '../temp-folder.ts'
import { startConversation } from './builtin-conversation.ts'

const files = {
  'package.json': JSON.stringify({
    name: 'harbour',
    version: '2.3.4',
    description: 'A small harbour to try things on.',
    dependencies: { ropes: '^1.0.0', 'tide-table': '2' },
    devDependencies: { vitest: '5' },
  }),
  'README.md': '# Harbour\n\nShips come and go.\n',
  'docs/guide.md': '# Guide\n\n## Mooring a ship\n\nThrow a rope first.\n',
  'src/auth.ts': [
    '/** Sends everybody away who is not logged in. */',
    'export function requireCaptain(request: Request): void {',
    '  if (!request.session) throw new Error("forbidden")',
    '}',
    '',
  ].join('\n'),
  'src/mooring.ts': [
    "import { requireCaptain } from './auth.ts'",
    '',
    '/** Ties a ship to the quay, and tries again when the rope breaks. */',
    'export function moorShip(ship: Ship): void {',
    '  requireCaptain(ship)',
    '  throwRope(ship)',
    '}',
    '',
    'function throwRope(ship: Ship): void {',
    '  ship.rope = true',
    '}',
    '',
  ].join('\n'),
  'src/chandler.ts': [
    '/** How many coils of hemp are left on the shelf. */',
    'export function coilsLeft(shelf: string[]): number {',
    '  return shelf.length',
    '}',
    '',
  ].join('\n'),
  'src/knots.ts': [
    '/** How fast the vessel sails. */',
    'export function vesselSpeed(distance: number, hours: number): number {',
    '  return distance / hours',
    '}',
    '',
  ].join('\n'),
  'src/server.ts': [
    "import { moorShip } from './mooring.ts'",
    'export function onArrival(ship: Ship): void {',
    '  moorShip(ship)',
    '}',
    '',
  ].join('\n'),
  'test/mooring.test.ts': [
    "import { moorShip } from '../src/mooring.ts'",
    "it('ties a ship up', () => {",
    '  moorShip({})',
    '})',
    '',
  ].join('\n'),
}

let folder: TempFolder
let talk: Awaited<ReturnType<typeof startConversation>>
beforeAll(async () => {
  folder = createTempFolder(files)
  talk = await startConversation(folder.path)
})
afterAll(async () => {
  await talk.close()
  folder.remove()
})

describe('A question about what the code does', () => {
  it('opens the place, says what it is, and lists others', async () => {
    const answer = await talk.ask('where do we check that the captain is signed in')
    expect(answer.said).toMatch(
      /^Require captain in auth\.ts, line 2\. Sends everybody away who is not logged in\./,
    )
    expect(answer.artifact('code')).toMatchObject({ file: 'src/auth.ts', focusLine: 2 })
  })

  it('is answered from the index, without reading the file again', async () => {
    const outline = vi.spyOn(talk.workspace, 'outline')
    const answer = await talk.ask('where do we tie a ship to the quay')
    expect(answer.said).toMatch(/^Moor ship in mooring\.ts, line 4\. Ties a ship to the quay/)
    expect(outline).not.toHaveBeenCalled()
    outline.mockRestore()
  })

  it('is found in documents if it asks for them', async () => {
    const answer = await talk.ask('is there documentation about mooring')
    expect(answer.said).toMatch(/^Guide\.md has a section about it: Mooring a ship\./)
    expect(answer.artifact('markdown').file).toBe('docs/guide.md')
  })

  it('that nothing here is about is not answered by what is nearest', async () => {
    const answer = await talk.ask("how's the weather in paris")
    expect(answer.said).toMatch(/^I found nothing about that here\./)
    expect(answer.artifacts).toEqual([])
  })

  it('is answered for other words that mean the same', async () => {
    const answer = await talk.ask('where do we work out the velocity of a boat')
    expect(answer.artifact('code').file).toBe('src/knots.ts')
  })

  it('that seems to name a file or a symbol is answered by what it describes', async () => {
    const answer = await talk.ask('what changed in the way that a ship is tied to the quay')
    expect(answer.artifact('code').file).toBe('src/mooring.ts')
    const users = await talk.ask('who uses the code that ties a ship to the quay')
    expect(users.said).toBe('I take that to be moor ship in mooring.ts. I found 4 places in 2 files.')
    const impact = await talk.ask('what breaks if i change how it ties a ship to the quay')
    expect(impact.said).toMatch(/^I take that to be moor ship in mooring\.ts\. Moor ship is used in 2 places/)
  })

  it('that asks to be shown something is answered if no file has that name', async () => {
    const answer = await talk.ask('show me an example of ropes that break')
    expect(answer.artifact('code').file).toBe('src/mooring.ts')
    expect((await talk.ask('show me the harbour plan')).said).toMatch(/^I found no file called harbour plan/)
  })

  it('can be asked again in another place', async () => {
    await talk.ask('where do we tie a ship to the quay')
    expect((await talk.ask('what about in the docs')).artifacts.at(-1)).toMatchObject({
      file: 'docs/guide.md',
    })
  })
})

describe('Asked where something is used, the built-in brain', () => {
  const other = {
    'src/box.ts': 'export function get(key: string) {}\nexport function unused() {}\n',
    'src/a.ts': "import { get } from './box.ts'\nforget(widget)\nget('rope')\n",
  }
  it.each([
    ['is unused used anywhere', 'I found no use of unused.'],
    ['who calls get', 'I found 2 places in a.ts.'],
  ])('counts neither the declaration nor longer names: %j', async (said, reply) => {
    const box = createTempFolder(other)
    const inBox = await startConversation(box.path)
    const heard = await inBox.ask(said)
    await inBox.close()
    box.remove()
    expect(heard.said).toBe(reply)
  })

  it('lists code before documents, also if several things have the name', async () => {
    const box = createTempFolder({
      'CHANGES.md': 'Moor ropes.\n',
      LICENSE: 'to moor\n',
      'src/a.ts': 'export function moor() {}\n',
      'src/b.ts': 'export const it = { Moor() {} }\n',
      'src/c.ts': 'moor()\n',
    })
    const inBox = await startConversation(box.path)
    const { results } = (await inBox.ask('who calls moor')).artifact('search_results')
    await inBox.close()
    box.remove()
    expect(results.map(({ file }) => file).slice(-2)).toEqual(['CHANGES.md', 'LICENSE'])
    expect(results[0]?.file).toMatch(/^src\//)
  })

  it('opens the file with the fewest of them, or the most', async () => {
    const box = createTempFolder({ 'a.ts': 'rope\nrope\n', 'b.ts': 'rope\n', 'c.ts': 'rope\nrope\nrope\n' })
    const inBox = await startConversation(box.path)
    await inBox.ask('find rope')
    const least = await inBox.ask('open the one with the fewest matches')
    await inBox.ask('find rope')
    const most = await inBox.ask('open the one with the most matches')
    await inBox.close()
    box.remove()
    expect([least.artifact('code').file, most.artifact('code').file]).toEqual(['b.ts', 'c.ts'])
  })
})

describe('A name with several declarations', () => {
  it.each([
    [
      'ship.ts',
      'class Ship {\n  /** How deep it lies. */\n  get draught(): number {\n    return 1\n  }\n\n  set draught(to: number) {}\n}\n',
    ],
    [
      'ship.py',
      'class Ship:\n    @property\n    def draught(self):\n        """How deep it lies."""\n        return 1\n\n    @draught.setter\n    def draught(self, to):\n        pass\n',
    ],
    [
      'ship.d.ts',
      '/** How deep it lies. */\nexport function draught(ship: Ship): number\nexport function draught(ship: Boat): string\n',
    ],
  ])('of one thing is no choice: %s', async (file, text) => {
    const yard = createTempFolder({ [file]: text })
    const inYard = await startConversation(yard.path)
    const heard = await inYard.ask('what does draught do')
    await inYard.close()
    yard.remove()
    expect(heard.said).toMatch(/^How deep it lies\./)
  })

  it('of two things is one', async () => {
    const yard = createTempFolder({
      'ship.ts': 'class Ship {\n  draught() {}\n}\nclass Boat {\n  draught() {}\n}\n',
    })
    const inYard = await startConversation(yard.path)
    const heard = await inYard.ask('what does draught do')
    await inYard.close()
    yard.remove()
    expect(heard.said).toBe('I found two: first ship draught, second boat draught. Which one?')
  })
})

describe('Asked how to run something, the built-in brain', () => {
  it.each([
    ['how do i run the tests', 'The command is npm test. Say run the tests, and I run it once you agree.'],
    [
      'how do we run the linter',
      'I know no command for the linter here. Test is npm test. The scripts are test and tide.',
    ],
    ['which scripts are there', 'Test is npm test. The scripts are test and tide.'],
  ])('answers %j', async (said, reply) => {
    const yard = createTempFolder({
      'package.json': JSON.stringify({ scripts: { test: 'vitest run', tide: 'node tide.js' } }),
    })
    const inYard = await startConversation(yard.path)
    const heard = await inYard.ask(said)
    await inYard.close()
    yard.remove()
    expect(heard.said).toBe(reply)
  })
})

describe('The difference between two names', () => {
  it('is what each symbol is, and what only one of them has', async () => {
    const yard = createTempFolder({
      'ship.py': [
        'class Ship:',
        '    """Carries cargo."""',
        '    def moor(self): pass',
        '    def load(self): pass',
        '',
        'class AsyncShip:',
        '    def moor(self): pass',
        '    def drift(self): pass',
        '',
      ].join('\n'),
    })
    yard.git('init', '--quiet')
    yard.commitAll()
    const inYard = await startConversation(yard.path)
    const heard = await inYard.ask("what's the difference between Ship and AsyncShip")
    expect(heard.said).toBe(
      'Ship is a class of 4 lines in ship.py. Carries cargo. Async ship is a class of 3 lines in ship.py. Only ship has load. Only async ship has drift.',
    )
    expect((await inYard.ask('the second one')).artifact('code').focusLine).toBe(6)
    const others = await inYard.ask('what is the difference between loading and drifting')
    expect(others).toMatchObject({ outcome: 'completed', said: expect.not.stringContaining('branch') })
    expect((await inYard.ask('compare loading and drifting')).said).toMatch(/^There is no branch called/)
    yard.git('branch', 'ship')
    expect((await inYard.ask('what is the difference between ship and async ship')).said).toMatch(
      /^There is no branch called/,
    )
    await inYard.close()
    yard.remove()
  })
})

describe('What the last answer was about', () => {
  it('is "it" for callers, tests, its length and its code', async () => {
    const first = await talk.ask('where do we tie a ship to the quay')
    expect(first.artifact('code').file).toBe('src/mooring.ts')
    const callers = await talk.ask('who calls it')
    expect(callers.artifact('search_results').results.map(({ file }) => file)).toContain('src/server.ts')
    const tests = await talk.ask('which tests cover it')
    expect(tests.said).toBe('Its tests are in mooring test.')
    expect(tests.artifact('search_results').results.every(({ file }) => file.startsWith('test/'))).toBe(true)
    expect((await talk.ask('how long is it')).said).toBe('The function moor ship has 4 lines.')
    expect((await talk.ask('show me its code')).artifact('code')).toMatchObject({ focusLine: 4 })
    expect((await talk.ask('what breaks if i change it')).said).toBe(
      'Moor ship is used in 2 places, in server.ts and the function on arrival. Its tests are in mooring test.',
    )
  })

  it('is "it" for how it works, what it calls, what it is and who imports it', async () => {
    await talk.ask('where do we tie a ship to the quay')
    expect((await talk.ask('how does it work')).said).toMatch(/^Ties a ship to the quay/)
    expect((await talk.ask('what does it call')).said).toMatch(/calls .*require captain/i)
    expect((await talk.ask('explain it')).artifact('markdown').title).toBe('moorShip')
    expect((await talk.ask('who imports it')).said).toBe('2 files import it.')
    expect((await talk.ask('its tests')).said).toBe('Its tests are in mooring test.')
    expect((await talk.ask('who are its callers')).artifact('search_results').query).toBe('moorShip')
  })

  it('is still "it" while the list of its callers is in front, until the user turns to one of them', async () => {
    await talk.ask('where do we tie a ship to the quay')
    const callers = (await talk.ask('who calls it')).artifact('search_results')
    const at = ({ file, line }: { file: string; line: number }) => ({
      view: { kind: 'search_results' as const, file, line },
    })
    expect((await talk.ask('how long is it', at(callers.results[0]!))).said).toBe(
      'The function moor ship has 4 lines.',
    )
    const other = callers.results.find(({ file }) => file === 'src/server.ts')!
    expect((await talk.ask('how long is it', at({ ...other, line: 3 }))).said).toBe(
      'The function on arrival has 3 lines.',
    )
  })

  it('has no tests if none mentions it, and the code is not shown as one', async () => {
    await talk.ask('open the function coils left')
    const answer = await talk.ask('which tests cover it')
    expect(answer.said).toMatch(/^No test mentions coils left\./)
    for (const artifact of answer.artifacts) if ('file' in artifact) expect(artifact.file).toMatch(/^test\//)
  })

  it('is still "it" beside the nearest test that the answer opened', async () => {
    const yard = createTempFolder({
      'sail.ts': '/** Sets the sails of a ship. */\nexport function hoist() {\n}\n',
      'test/sail.test.ts': 'function hoistsSails() {\n  // the sails of a ship\n  run()\n  check()\n}\n',
    })
    const inYard = await startConversation(yard.path)
    await inYard.ask('where do we set the sails of a ship')
    const tests = await inYard.ask('which tests cover it')
    expect(tests.said).toMatch(/^No test mentions hoist\. The nearest: /)
    const { file, focusLine: line } = tests.artifact('code')
    const at = (shown?: number) => ({ view: { kind: 'code' as const, file, line: shown } })
    expect((await inYard.ask('how long is it', at(line))).said).toBe('The function hoist has 2 lines.')
    expect((await inYard.ask('how long is it', at(4))).said).toBe('The function hoists sails has 5 lines.')
    await inYard.close()
    yard.remove()
  })

  it('changes with "what about", and the question stays the same', async () => {
    await talk.ask('what breaks if i change moor ship')
    expect((await talk.ask('what about require captain')).said).toMatch(
      /^Require captain is used in 2 places/,
    )
    expect((await talk.ask('and what about the function throw rope')).said).toMatch(
      /^Throw rope is used in one place/,
    )
    await talk.ask('who calls moor ship')
    expect((await talk.ask('how about throw rope')).artifact('search_results').title).toBe(
      'Usages: throwRope',
    )
    await talk.ask('where do we tie a ship to the quay')
    expect((await talk.ask('what about throw rope')).said).not.toContain('used')
  })

  it('is said not to exist if nothing has that name, and the nearest is shown', async () => {
    expect((await talk.ask('what breaks if i change moor boat')).said).toMatch(
      /^Nothing here is called moor boat\. The nearest: .*moor ship/i,
    )
  })

  it('is left for the next and the previous place of the list', async () => {
    const first = await talk.ask('how does moor ship work')
    expect(first.artifact('markdown').title).toBe('moorShip')
    const next = await talk.ask('next')
    expect(next.artifact('code').file).not.toBe('')
    expect((await talk.ask('previous')).artifacts).not.toEqual([])
  })

  it('gives way to what the user looks at', async () => {
    await talk.ask('where do we tie a ship to the quay')
    const answer = await talk.ask('how long is it', { view: { kind: 'code', file: 'src/auth.ts', line: 3 } })
    expect(answer.said).toBe('The function require captain has 3 lines.')
  })
})

describe('Asked what happens, the built-in brain', () => {
  it('shows what a function calls and what calls it, as numbered stops to go through', async () => {
    const answer = await talk.ask('what happens when i call moor ship')
    expect(answer.said).toContain('It calls require captain and throw rope.')
    const page = answer.artifact('markdown').content
    expect(page).toMatch(/2\. `requireCaptain`.*\n3\. `throwRope`/)
    const next = await talk.ask('next stop')
    expect(next.artifact('code')).toMatchObject({ file: 'src/auth.ts', focusLine: 2 })
    expect((await talk.ask('next stop')).artifact('code')).toMatchObject({
      file: 'src/mooring.ts',
      focusLine: 9,
    })
    expect((await talk.ask('previous stop')).artifact('code').file).toBe('src/auth.ts')
  })

  it('looks up behaviour in plain words', async () => {
    const answer = await talk.ask('what happens when the rope breaks')
    expect(answer.artifact('code').file).toBe('src/mooring.ts')
  })
})

describe('Asked about the project, the built-in brain', () => {
  it.each([
    ['what is this project', 'A small harbour to try things on.'],
    ['which version is this', 'harbour is at version 2.3.4, says package.json.'],
    ['what are its dependencies', 'It depends on 2 packages: ropes and tide-table.'],
  ])('answers %j from its own files', async (said, reply) => {
    expect((await talk.ask(said)).said).toContain(reply)
  })
})

describe('Asked what else is in a file, the built-in brain', () => {
  it('names what is assigned to something of another file, too', async () => {
    const yard = createTempFolder({
      'ship.js': 'ship.moor = function () {}\nship.load = function () {}\nclass Crew { sleep() {} }\n',
    })
    const inYard = await startConversation(yard.path)
    const heard = await inYard.ask('what else is in this file', { view: { kind: 'code', file: 'ship.js' } })
    await inYard.close()
    yard.remove()
    expect(heard.said).toBe('Ship.js declares moor, load and crew.')
  })
})

describe('Asked what this is, the built-in brain', () => {
  it('tells about the project as long as nothing is in front, then about what is', async () => {
    const yard = createTempFolder({
      'a.ts': '/** Ties it up. */\nexport function moor() {}\n',
      'README.md': '# Quay\n\nA place for ships.\n',
    })
    const inYard = await startConversation(yard.path)
    expect((await inYard.ask("what's this")).said).toMatch(/^A place for ships\./)
    const inFront = await inYard.ask('what is this', { view: { kind: 'code', file: 'a.ts', line: 2 } })
    expect(inFront.said).toMatch(/^Ties it up\./)
    await inYard.close()
    yard.remove()
  })
})

describe('Asked about risks, the built-in brain', () => {
  it('names what stands out in the changes, and never shows a secret', async () => {
    const project = createTempFolder({
      'a.ts': 'export function moor(a: number) {}\n',
      'test/a.test.ts': '\n',
    })
    project.git('init', '--quiet')
    project.commitAll()
    const key = 'sk-abcdefghijklmnopqrstuvwxyz'
    project.write('a.ts', `export function moor(a: string) {}\nconst key = '${key}'\n// TODO: later\n`)
    const other = await startConversation(project.path)
    const answer = await other.ask('anything risky in my changes')
    await other.close()
    project.remove()
    expect(answer.said).toBe(
      'One possible secret, one changed public declaration, one file changed without a test and one new to-do. The places are on the screen.',
    )
    expect(JSON.stringify(answer.artifacts)).not.toContain(key)
  })
})

describe('A request that is not understood', () => {
  it('is answered with the nearest things to say, and one of them can be taken', async () => {
    const answer = await talk.ask('graph of commits')
    expect(answer.said).toMatch(/^I did not find that\. You can say: first, .*show me the last commit/)
  })

  it('offers its owner commands as numbered choices, and performs the one that is taken', async () => {
    const heard = await talk.ask('drak theme', { askedBy: 'owner', answer: 'choice:1' })
    expect(heard.approvals).toMatchObject([
      {
        kind: 'question',
        action: 'Say connect a model, and you can ask in your own words.',
        choices: expect.arrayContaining(['dark theme', 'light theme']),
      },
    ])
    expect(heard).toMatchObject({ said: 'Dark theme.', views: [{ action: 'theme.dark' }], artifacts: [] })
    const none = await talk.ask('drak theme', { askedBy: 'owner', answer: 'deny' })
    expect(none).toMatchObject({ said: expect.stringContaining('Say connect a model'), views: [] })
  })

  it.each([
    ['write a test for moor ship', true],
    ['refactor moor ship', true],
    ['why do i get this error', true],
    ['push to origin', false],
  ])('that takes a model says how to connect one: %j', async (said, takesModel) => {
    expect((await talk.ask(said)).said.endsWith(' A model can: say connect a model.')).toBe(takesModel)
  })

  it('never puts an empty list in front of what the user looks at', async () => {
    for (const request of [
      'find zzyzx',
      'open zzyzx',
      'who calls zzyzx',
      'who imports zzyzx',
      'list all cobol files',
    ])
      expect([request, (await talk.ask(request)).artifacts]).toEqual([request, []])
  })
})
