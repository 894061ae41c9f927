import { describe, expect, it, vi } from 'vitest'
import { findPassagesTool, type Findings } from '../../../../src/core/tools/find-passages.ts'
import { createEditLog } from '../../../../src/core/tools/edit-log.ts'
import type { Workspace } from '../../../../src/core/ports/workspace.ts'
import { createFakeWorkspace } from '../../../fakes/fake-workspace.ts'

const question = 'where do we throw the rope'

async function findIn(lines: readonly string[]): Promise<Findings> {
  const workspace: Workspace = {
    ...createFakeWorkspace({ files: { 'a.ts': lines.join('\n') } }),
    passages: vi.fn<Workspace['passages']>(async () => ({
      passages: [
        { file: 'a.ts', kind: 'file', name: null, startLine: 1, endLine: lines.length, coverage: 1 },
      ],
      complete: true,
    })),
  }
  return findPassagesTool.run(
    { question },
    { workspace, edits: createEditLog(workspace, () => {}), show: () => {} },
  )
}

describe('The most telling line of a passage', () => {
  it('has the words of the question', async () => {
    const { findings } = await findIn(['const a = 1', 'function throwRope() {}', 'const b = 1'])
    expect(findings[0]).toMatchObject({ bestLine: 2, content: 'function throwRope() {}' })
  })

  it('is looked for in the beginning of an endless passage', async () => {
    const { findings } = await findIn([...Array<string>(50_000).fill('const a = 1'), 'throwRope()'])
    expect(findings[0]).toMatchObject({ bestLine: 1 })
  })
})
