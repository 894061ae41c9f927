// The process that bench/index.ts measures: a workspace with its index and the built-in brain, and nothing else of Parley.
import { randomUUID } from 'node:crypto'
import { createToolbox } from '../src/core/tools/toolbox.ts'
import type { Workspace } from '../src/core/ports/workspace.ts'
import { createBuiltinBrain } from '../src/main/brains/builtin/builtin-brain.ts'
import { openWorkspace } from '../src/main/workspace/open-workspace.ts'
import { waitForIndex } from '../test/wait-for-index.ts'

export type IndexRequest =
  /** Opens the folder and waits for the index. */
  | { type: 'index' }
  /** Finds the passages that a question is about. */
  | { type: 'find'; question: string }
  /** Asks the built-in brain. */
  | { type: 'ask'; question: string }

/** How long it took in milliseconds, and what came of it: the number of files, or the first answer. */
export interface IndexReply {
  took: number
  result: string
}

const [root, indexFolder] = process.argv.slice(2) as [string, string]
let workspace: Workspace

async function answer(request: IndexRequest): Promise<string> {
  switch (request.type) {
    case 'index':
      workspace = await openWorkspace(root, indexFolder)
      await waitForIndex(workspace)
      return String(workspace.indexState().files)
    case 'find':
      return (await workspace.passages(request.question, { limit: 24 })).passages[0]?.file ?? 'nothing'
    case 'ask':
      return firstAnswer(request.question)
  }
}

/** The first file that is shown, or the first words of the reply. */
function firstAnswer(question: string): Promise<string> {
  const brain = createBuiltinBrain({ tools: createToolbox(workspace, () => true), newId: randomUUID })
  return new Promise((resolve) => {
    brain.onEvent((event) => {
      if (event.type === 'tool.ended' && event.artifact !== null) resolve(JSON.stringify(event.artifact))
      if (event.type === 'text.appended') resolve(event.delta)
      if (event.type === 'run.ended' || event.type === 'run.failed') resolve('nothing')
    })
    brain.ask({ runId: randomUUID(), text: question })
  })
}

process.on('message', (request: IndexRequest) => {
  const began = performance.now()
  void answer(request).then((result) => {
    process.send?.({ took: performance.now() - began, result } satisfies IndexReply)
  })
})
