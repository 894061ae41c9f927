import { afterEach, describe, expect, it, vi } from 'vitest'
import { createWorkspaceTools } from '../../../../src/main/workspace/workspace-tools.ts'
import { createFakeWorkspace } from '../../../fakes/fake-workspace.ts'

afterEach(() => vi.restoreAllMocks())

/** Tools over a workspace that can compare texts until it is told that it cannot any more. */
function toolsThatCannotCompare() {
  const workspace = createFakeWorkspace({ files: { 'a.ts': 'one\n', 'b.ts': 'two\n' } })
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  let able = true
  const tools = createWorkspaceTools({
    ...workspace,
    diffTexts: async (...args) =>
      able ? workspace.diffTexts(...args) : Promise.reject(new Error('no space left on device')),
  })
  const textOf = async (file: string): Promise<string> => (await workspace.readText(file)).text
  return { tools, warned, textOf, fail: () => (able = false) }
}

describe('A change that was made and then cannot be compared', () => {
  it('is told as made, with the change that was planned, and can be undone', async () => {
    const { tools, warned, textOf, fail } = toolsThatCannotCompare()
    const planned = await tools.plan('a.ts', () => 'changed\n')
    if (!planned.ok || !planned.value) throw new Error('not planned')
    fail()
    const outcome = await tools.apply(planned.value)
    expect(outcome).toMatchObject({ ok: true, output: { text: planned.value.diff } })
    expect(await textOf('a.ts')).toBe('changed\n')
    expect(warned).toHaveBeenCalledOnce()
    expect(tools.lastEdit()?.files).toEqual(['a.ts'])
    expect(await tools.undo()).toMatchObject({ ok: true })
    expect(await textOf('a.ts')).toBe('one\n')
  })

  it('can be undone when it was a hunk that was taken out', async () => {
    const { tools, textOf, fail } = toolsThatCannotCompare()
    fail()
    const patch = '--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-was\n+two\n'
    expect(await tools.revertHunk(patch)).toMatchObject({ ok: true })
    expect(await textOf('b.ts')).toBe('was\n')
    expect(await tools.undo()).toMatchObject({ ok: true })
    expect(await textOf('b.ts')).toBe('two\n')
  })
})
