import { rmSync } from 'node:fs'
import path from 'node:path'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import { createFakeWorkspace } from '../fakes/fake-workspace.ts'
import { createTempFolder } from '../temp-folder.ts'
import { describeWorkspace } from './workspace-contract.ts'

describeWorkspace('on disk', async ({ files, committed }) => {
  const folder = createTempFolder()
  if (committed) {
    for (const [file, content] of Object.entries(committed)) folder.write(file, content)
    folder.git('init', '--quiet', '--initial-branch=main')
    folder.commitAll()
    for (const file of Object.keys(committed)) rmSync(path.join(folder.path, file))
  }
  for (const [file, content] of Object.entries(files)) folder.write(file, content)
  return { workspace: await openWorkspace(folder.path), remove: () => folder.remove() }
})

describeWorkspace('in memory', async ({ files, committed, symbols }) => ({
  workspace: createFakeWorkspace({ files, committed: committed ?? null, ...(symbols && { symbols }) }),
  remove: () => undefined,
}))
