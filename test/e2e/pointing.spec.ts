// Pointing by words: tabs by their place and title, and parts of the code in front.
import { expect, test } from './parley-fixture.ts'
import { ask, tab, transcript, viewer } from './user-actions.ts'
import { write } from './workspace-fixture.ts'

test('a tab is meant by its place or by words of its title', async ({ launch }) => {
  const { page, pageErrors } = await launch()
  await ask(page, 'find berth4')
  await expect(viewer(page)).toContainText('11 results')
  await ask(page, 'open tide.py')
  await expect(tab(page, /tide\.py/)).toHaveAttribute('aria-selected', 'true')
  await ask(page, 'open session-manager.ts')
  await expect(tab(page, /session-manager\.ts/)).toHaveAttribute('aria-selected', 'true')

  await ask(page, 'the second tab')
  await expect(tab(page, /tide\.py/)).toHaveAttribute('aria-selected', 'true')
  await ask(page, 'switch to the manager tab')
  await expect(tab(page, /session-manager\.ts/)).toHaveAttribute('aria-selected', 'true')
  await ask(page, 'the first tab')
  await expect(tab(page, /berth4/)).toHaveAttribute('aria-selected', 'true')
  await ask(page, 'the last tab')
  await expect(tab(page, /session-manager\.ts/)).toHaveAttribute('aria-selected', 'true')
  expect(pageErrors).toEqual([])
})

const HARBOUR = `// Where boats are moored.
export function free(berths: string[], boats: string[]): string[] {
  const empty: string[] = []
  for (const berth of berths) {
    if (!boats.includes(berth)) empty.push(berth)
  }
  return empty
}

export class Harbour {
  private readonly boats = new Map<string, string>()

  moor(boat: string, berth: string): void {
    if (this.boats.has(berth)) throw new Error('Taken')
    this.boats.set(berth, boat)
  }

  report(): string {
    let text = ''
    for (const [berth, boat] of this.boats) {
      text += berth + boat
    }
    for (const berth of free([...this.boats.keys()], [])) {
      text += berth
    }
    return text
  }
}
`

test('words select in the code in front, and ask where several things fit', async ({ launch, workspace }) => {
  await write(workspace, 'src/harbour.ts', HARBOUR)
  const { page, pageErrors } = await launch()
  await ask(page, 'open harbour.ts')
  await expect(viewer(page).locator('.view-line').first()).toContainText('Where boats are moored')
  await expect(viewer(page).getByRole('navigation', { name: 'Outline' })).toContainText('report')
  const selected = viewer(page).locator('.code-pointed-line')
  const done = page.locator('.control-toast')

  await ask(page, 'select the function report')
  await expect(done).toContainText('Selected the method report, lines 18 to 27')
  await expect(selected).toHaveCount(10)
  await ask(page, 'less')
  await expect(done).toContainText('Selected line 18')
  await ask(page, 'more')
  await expect(selected).toHaveCount(10)
  await ask(page, 'the function above')
  await expect(done).toContainText('Selected the method moor, lines 13 to 16')

  await ask(page, 'explain the next function')
  await expect(transcript(page)).toContainText(/report is a method/i)
  await tab(page, /harbour\.ts/).click()
  await ask(page, 'select the function report')
  await ask(page, 'select the loop')
  await expect(transcript(page)).toContainText(
    'Two loops fit: 1, lines 20 to 22; 2, lines 23 to 25. Which number?',
  )
  await ask(page, 'the second one')
  await expect(transcript(page)).toContainText('Selected the loop in lines 23 to 25.')
  await expect(selected).toHaveCount(3)
  await ask(page, 'select the switch')
  await expect(transcript(page)).toContainText('I see no switch here.')
  expect(pageErrors).toEqual([])
})

const GUIDE = `# Guide

How to use the harbour.

## Arrive

Call the harbour master.

- Channel 12
- Channel 16

### At night

Use your lights.

## Leave

Pay first.
`

test('words point in documents, changes and results', async ({ launch, workspace }) => {
  await write(workspace, 'docs/guide.md', GUIDE)
  const { page, pageErrors } = await launch()
  const done = page.locator('.control-toast')
  await ask(page, 'open guide.md')
  await expect(viewer(page)).toContainText('Call the harbour master.')
  await ask(page, 'go to the second heading')
  await expect(done).toContainText('Selected the section “Arrive”')
  // Its heading, its text, its list, and the section inside.
  await expect(viewer(page).locator('.markdown-pointed')).toHaveText([
    /Arrive/,
    /Call.*Channel 16/s,
    /At night/,
    /lights/,
  ])

  await ask(page, 'show the changes')
  await expect(viewer(page).locator('.diff-view')).toContainText('tide.py')
  await ask(page, 'select the last hunk')
  await expect(done).toContainText('Selected the hunk at line')
  await expect(viewer(page).locator('.diff-hunk-current').first()).toBeVisible()

  await ask(page, 'find berth4')
  await expect(viewer(page)).toContainText('11 results')
  await ask(page, 'who wrote the third result')
  await expect(viewer(page)).toContainText('Line 41 of src/session-manager.ts')
  await tab(page, /berth4/).click()
  await expect(viewer(page).locator('.search-pointed')).toContainText('41')
  expect(pageErrors).toEqual([])
})
