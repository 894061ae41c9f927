// Indexes a folder, says when the index is ready, and answers each line it reads with the symbols of that name.
import { createInterface } from 'node:readline'
import { openWorkspace } from '../src/main/workspace/open-workspace.ts'
import { waitForIndex } from './wait-for-index.ts'

const [root, indexFolder] = process.argv.slice(2) as [string, string]
const workspace = await openWorkspace(root, indexFolder)
workspace.onIndexState((state) => {
  if (state.tag === 'indexing' && state.files > 0) process.stdout.write(`indexing ${state.files}\n`)
})
await waitForIndex(workspace)
process.stdout.write(`ready ${workspace.indexState().files}\n`)
for await (const query of createInterface({ input: process.stdin })) {
  const { symbols } = await workspace.symbols(query, { limit: 5 })
  process.stdout.write(`${symbols.map(({ name, file }) => `${file}:${name}`).join(' ')}\n`)
}
await workspace.close()
