import { describe, expect, it, vi } from 'vitest'
import { editTool, undoTool } from '../../../../src/core/tools/change-files.ts'
import { createToolbox } from '../../../../src/core/tools/toolbox.ts'
import { createFakeWorkspace } from '../../../fakes/fake-workspace.ts'

/** A toolbox over a workspace that can compare texts until `fail` is called. */
function toolsThatCannotCompare() {
  const workspace = createFakeWorkspace({ files: { 'a.ts': 'one\n', 'b.ts': 'two\n' } })
  const warned = vi.fn()
  let able = true
  const tools = createToolbox(
    {
      ...workspace,
      diffTexts: async (...args) =>
        able ? workspace.diffTexts(...args) : Promise.reject(new Error('no space left on device')),
    },
    () => true,
    warned,
  )
  const undo = () => tools.run(undoTool, { edit: tools.lastEdit()?.id ?? 0, path: '' }, { id: 'undo' })
  const textOf = async (file: string): Promise<string> => (await workspace.readText(file)).text
  return { tools, undo, warned, textOf, fail: () => (able = false) }
}

describe('A change whose diff cannot be computed after it was made', () => {
  it('succeeds with the planned diff, and can be undone', async () => {
    const { tools, undo, warned, textOf, fail } = toolsThatCannotCompare()
    const planned = await tools.plan('a.ts', () => 'changed\n')
    if (!planned.ok || !planned.value) throw new Error('not planned')
    fail()
    const { file: path, ...plan } = planned.value
    const outcome = await tools.run(editTool, { path, ...plan, title: '', action: '' }, { id: 'edit' })
    expect(outcome).toMatchObject({ ok: true, artifact: { kind: 'diff', id: 'edit', diff: plan.diff } })
    expect(await textOf('a.ts')).toBe('changed\n')
    expect(warned).toHaveBeenCalledOnce()
    expect(tools.lastEdit()?.files).toEqual(['a.ts'])
    expect(await undo()).toMatchObject({ ok: true })
    expect(await textOf('a.ts')).toBe('one\n')
  })

  it('can be undone when it was a reverted hunk', async () => {
    const { tools, undo, textOf, fail } = toolsThatCannotCompare()
    fail()
    const patch = '--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-was\n+two\n'
    expect(await tools.revertHunk(patch)).toMatchObject({ ok: true })
    expect(await textOf('b.ts')).toBe('was\n')
    expect(await undo()).toMatchObject({ ok: true })
    expect(await textOf('b.ts')).toBe('two\n')
  })
})

describe('A change that another agent made', () => {
  function toolsOf(files: Record<string, string>) {
    const tools = createToolbox(createFakeWorkspace({ files }), () => true)
    const undo = () => tools.run(undoTool, { edit: tools.lastEdit()?.id ?? 0, path: '' }, { id: 'undo' })
    return { tools, undo }
  }

  it('can be undone once it is recorded', async () => {
    const files = { 'a.ts': 'two\n' }
    const { tools, undo } = toolsOf(files)
    await tools.act(({ edits }) => edits.record({ file: 'a.ts', before: 'one\n', after: 'two\n' }))
    expect(tools.lastEdit()).toMatchObject({
      files: ['a.ts'],
      diff: expect.stringContaining('+two') as string,
    })
    expect(await undo()).toMatchObject({ ok: true })
    expect(files['a.ts']).toBe('one\n')
  })

  it('is not undone if the file has changed since', async () => {
    const files = { 'a.ts': 'three\n' }
    const { tools, undo } = toolsOf(files)
    await tools.act(({ edits }) => edits.record({ file: 'a.ts', before: 'one\n', after: 'two\n' }))
    expect(await undo()).toMatchObject({ ok: false, fault: { code: 'file_changed' } })
    expect(files['a.ts']).toBe('three\n')
  })

  it('is not remembered if it changed nothing', async () => {
    const { tools } = toolsOf({ 'a.ts': 'one\n' })
    await tools.act(({ edits }) => edits.record({ file: 'a.ts', before: 'one\n', after: 'one\n' }))
    await tools.act(({ edits }) => edits.write('a.ts', 'one\n'))
    expect(tools.lastEdit()).toBeNull()
  })
})
