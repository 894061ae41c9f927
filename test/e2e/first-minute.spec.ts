// A new user's first minute in a repository of realistic size, generated here.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from './parley-fixture.ts'
import { ask, statusBar, tab, transcript, viewer } from './user-actions.ts'

const client = `// Talks to the harbour master.
export interface Options {
  timeout: number
}

/** Reads the header of a message and gives its fields. */
export function parseHeader(line: string): Map<string, string> {
  return new Map([line.split(':', 2) as [string, string]])
}

export function connect(options: Options): string {
  return parseHeader('timeout: ' + options.timeout).get('timeout') ?? ''
}
`

/** 4,000 files in 100 packages, and one that the test asks about. */
function fill(root: string): void {
  for (let pack = 0; pack < 100; pack++) {
    const folder = join(root, 'packages', `part-${pack}`)
    mkdirSync(folder, { recursive: true })
    for (let file = 0; file < 40; file++) {
      const name = `unit${pack}x${file}`
      const code = Array.from(
        { length: 30 },
        (_, n) => `export function ${name}Step${n}(value: number): number {\n  return value + ${n}\n}\n`,
      )
      writeFileSync(join(folder, `${name}.ts`), code.join('\n'))
    }
  }
  writeFileSync(join(root, 'src', 'client.ts'), client)
  writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({ name: 'harbour', scripts: { test: 'node -e "console.log(1+1, \'tests passed\')"' } }),
  )
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], {
      cwd: root,
      stdio: 'ignore',
    })
  }
  git('add', '.')
  git('commit', '-qm', 'many files')
}

test('a new user finds, understands, changes and reverts code in a repository of thousands of files', async ({
  launch,
  workspace,
}) => {
  // Writes, reads and indexes thousands of files.
  test.slow()
  fill(workspace)
  // Starts at the first page, without a folder.
  const { page, electron, pageErrors } = await launch({ workspace: null })
  const openFolder = page.getByRole('button', { name: /open folder/i })
  await expect(openFolder).toBeVisible()
  if (electron) {
    await electron.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
    }, workspace)
    await openFolder.click()
  } else {
    await openFolder.click()
    await page.getByLabel('Path').fill(dirname(workspace))
    await page.getByLabel('Path').press('Enter')
    // One click opens the folder at once; a second would hit whatever is inside.
    await page.getByLabel('Folders').getByText(basename(workspace)).click()
    await page.getByRole('button', { name: /^open/i }).last().click()
  }
  await expect(statusBar(page)).toContainText(basename(workspace))
  await expect(statusBar(page)).toContainText('Local room')

  await ask(page, 'what does the parse header function do')
  await expect(
    viewer(page).getByText('Reads the header of a message', { exact: false }).first(),
  ).toBeVisible()

  await ask(page, 'find unit42x7Step3')
  await expect(viewer(page).getByText('unit42x7Step3', { exact: false }).first()).toBeVisible()

  // A new folder can be read at once; running commands and editing need trust.
  await page.getByRole('button', { name: 'Trust this folder', exact: true }).click()
  await ask(page, 'run the tests')
  const question = page.getByRole('region', { name: 'Run the tests' })
  await expect(question).toContainText('npm test')
  await question.getByRole('button', { name: /run it/i }).click()
  await expect(viewer(page).getByText('2 tests passed', { exact: false }).first()).toBeVisible()
  await expect(question).toHaveCount(0)

  const hint = page.getByText('Say yes or no', { exact: false })
  await ask(page, 'replace timeout with deadline in client dot ts')
  await expect(hint).toBeVisible()
  expect(readFileSync(join(workspace, 'src/client.ts'), 'utf8')).toBe(client)
  // An answer that comes sooner than anybody can read the question does not count.
  const allow = page.locator('.approval-front .approval-allow')
  await expect(allow).toBeEnabled()
  await ask(page, 'yes do it')
  await expect(viewer(page).getByText('deadline', { exact: false }).first()).toBeVisible()
  await expect
    .poll(() => readFileSync(join(workspace, 'src/client.ts'), 'utf8'))
    .toBe(client.replaceAll('timeout', 'deadline'))
  // The next question is a different one.
  await expect(hint).toHaveCount(0)

  await ask(page, 'undo that')
  await expect(hint).toBeVisible()
  await expect(allow).toBeEnabled()
  await ask(page, 'yes')
  await expect.poll(() => readFileSync(join(workspace, 'src/client.ts'), 'utf8')).toBe(client)

  await ask(page, 'summarise this repository')
  await expect(tab(page, /summary|harbour|overview/i).first()).toBeVisible()
  await expect(transcript(page)).toContainText('summarise this repository')
  expect(pageErrors).toEqual([])
})
