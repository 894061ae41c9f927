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
    expect(await tools.revertHunk({ patch, turnId: 'revert-1' })).toMatchObject({ ok: true })
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

describe('A reverted hunk', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}\n`)
  const NOW = lines.with(2, 'first change\n').with(20, 'second change\n').join('')
  const hunk = (at: number, is: string): string => {
    const [before, was, after] = lines.slice(at - 1, at + 2)
    return `--- a/a.ts\n+++ b/a.ts\n@@ -${at},3 +${at},3 @@\n ${before}-${was}+${is} ${after}`
  }
  const first = { patch: hunk(2, 'first change\n'), turnId: 'revert-1' }
  const second = { patch: hunk(20, 'second change\n'), turnId: 'revert-2' }

  function revertable() {
    const files: Record<string, string> = { 'a.ts': NOW }
    const tools = createToolbox(createFakeWorkspace({ files }), () => true)
    const undo = () => tools.run(undoTool, { edit: tools.lastEdit()?.id ?? 0, path: '' }, { id: 'undo' })
    return { files, tools, undo }
  }

  it('is put back by its turn, although another was reverted after it', async () => {
    const { files, tools } = revertable()
    await tools.revertHunk(first)
    await tools.revertHunk(second)
    expect(files['a.ts']).toBe(lines.join(''))
    expect(await tools.restoreHunk('revert-1')).toMatchObject({ ok: true })
    expect(files['a.ts']).toBe(lines.with(2, 'first change\n').join(''))
    expect(await tools.restoreHunk('revert-2')).toMatchObject({ ok: true })
    expect(files['a.ts']).toBe(NOW)
  })

  it('can still be undone as the last edit after an earlier one was put back', async () => {
    const { files, tools, undo } = revertable()
    const onUndone = vi.fn()
    await tools.revertHunk(first)
    await tools.revertHunk({ ...second, onUndone })
    await tools.restoreHunk('revert-1')
    expect(tools.lastEdit()?.isRevert).toBe(true)
    expect(await undo()).toMatchObject({ ok: true })
    expect(onUndone).toHaveBeenCalledOnce()
    expect(files['a.ts']).toBe(NOW)
    expect(tools.lastEdit()).toBeNull()
  })

  it('is put back although the file has changed elsewhere', async () => {
    const { files, tools } = revertable()
    await tools.revertHunk(first)
    files['a.ts'] = `a new line\n${files['a.ts']}`
    expect(await tools.restoreHunk('revert-1')).toMatchObject({ ok: true })
    expect(files['a.ts']).toBe(`a new line\n${NOW}`)
  })

  it('is not put back if its lines have changed since, and can be put back once they are as they were', async () => {
    const { files, tools } = revertable()
    await tools.revertHunk(first)
    const reverted = files['a.ts']!
    files['a.ts'] = reverted.replace('line 3\n', 'another change\n')
    expect(await tools.restoreHunk('revert-1')).toMatchObject({ ok: false, fault: { code: 'file_changed' } })
    expect(files['a.ts']).toContain('another change')
    files['a.ts'] = reverted
    expect(await tools.restoreHunk('revert-1')).toMatchObject({ ok: true })
  })

  it('is put back once, and only by a turn that reverted one', async () => {
    const { files, tools } = revertable()
    await tools.revertHunk(first)
    await tools.restoreHunk('revert-1')
    for (const turnId of ['revert-1', 'revert-9'])
      expect(await tools.restoreHunk(turnId)).toMatchObject({ ok: false, fault: { code: 'bad_request' } })
    expect(files['a.ts']).toBe(NOW)
  })
})
