import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createToolRegistry, tools as registered } from '../../../../src/core/tools/registry.ts'
import type { RunnableTool } from '../../../../src/core/tools/tool.ts'
import { createToolbox } from '../../../../src/core/tools/toolbox.ts'
import { createFakeWorkspace } from '../../../fakes/fake-workspace.ts'

const args = z.object({ path: z.string().max(20) })

/** A tool with everything a tool can have. */
const shoutTool: RunnableTool<z.infer<typeof args>, { loud: string }> = {
  name: 'Shout',
  aliases: ['yell'],
  failure: 'Not shouted',
  status: ({ path }) => ({ action: 'reading_file', detail: String(path) }),
  args,
  approval: ({ path }, { root }) => ({
    kind: 'command',
    title: 'Shout',
    action: `shout ${path}`,
    folder: root,
  }),
  async run({ path }, { workspace }) {
    return { loud: (await workspace.readText(path)).text.toUpperCase() }
  },
  artifact: ({ loud }) => ({ kind: 'markdown', title: 'Loud', content: loud }),
  foreignArtifact: (_, { text }) => shoutTool.artifact?.({ loud: text }, { path: '' }) ?? null,
}

const toolboxWith = (isTrusted: boolean) =>
  createToolbox(createFakeWorkspace({ files: { 'a.txt': 'quiet' } }), () => isTrusted)

describe('A registered tool', () => {
  const registry = createToolRegistry([shoutTool])

  it.each(['Shout', 'yell'])('has a status and an artifact when an agent calls it %s', (name) => {
    const call = { callId: 'c', name, args: { path: 'a.txt' } }
    expect(registry.statusOf(call)).toEqual({ action: 'reading_file', detail: 'a.txt' })
    const outcome = { ok: true, output: { text: 'HEY' } } as const
    expect(registry.foreignArtifact('t', call, outcome)).toEqual({
      kind: 'markdown',
      id: 't:c',
      title: 'Loud',
      content: 'HEY',
    })
    expect(registry.foreignArtifact('t', call, { ok: false, message: 'hoarse' })).toMatchObject({
      kind: 'error',
      title: 'Not shouted: a.txt',
      message: 'hoarse',
    })
  })

  it('runs on the workspace, and gives its typed result and its artifact', async () => {
    expect(await toolboxWith(true).run(shoutTool, { path: 'a.txt' }, { id: 'i' })).toEqual({
      ok: true,
      value: { loud: 'QUIET' },
      artifact: { kind: 'markdown', id: 'i', title: 'Loud', content: 'QUIET' },
    })
  })

  it('shows for approval what it would do', () => {
    expect(toolboxWith(true).approvalFor(shoutTool, { path: 'a.txt' })).toMatchObject({
      ok: true,
      value: { kind: 'command', action: 'shout a.txt' },
    })
  })

  it('neither asks nor runs in a folder the user does not trust', async () => {
    const toolbox = toolboxWith(false)
    const refused = { ok: false, fault: { code: 'folder_restricted' } }
    expect(toolbox.approvalFor(shoutTool, { path: 'a.txt' })).toMatchObject(refused)
    expect(await toolbox.run(shoutTool, { path: 'a.txt' }, { id: 'i' })).toMatchObject({
      ...refused,
      artifact: { kind: 'error', title: 'Not shouted: a.txt' },
    })
  })

  it('refuses arguments that do not fit its schema', async () => {
    const long = { path: 'x'.repeat(21) }
    const refused = { ok: false, fault: { code: 'bad_request' } }
    expect(toolboxWith(true).approvalFor(shoutTool, long)).toMatchObject(refused)
    expect(await toolboxWith(true).run(shoutTool, long, { id: 'i' })).toMatchObject(refused)
  })

  it('turns a failure into an outcome with an artifact', async () => {
    expect(await toolboxWith(true).run(shoutTool, { path: 'b.txt' }, { id: 'i' })).toMatchObject({
      ok: false,
      fault: { code: 'file_not_found' },
      artifact: { kind: 'error', id: 'i' },
    })
  })
})

describe('What another agent does with the workspace', () => {
  it('is done in a trusted folder, and refused in any other', async () => {
    const done = await toolboxWith(true).act(({ workspace }) => workspace.runCommand('true'))
    expect(done).toMatchObject({ ok: true, value: { exitCode: 0 } })
    const use = vi.fn(async () => {})
    expect(await toolboxWith(false).act(use)).toMatchObject({
      ok: false,
      fault: { code: 'folder_restricted' },
    })
    expect(use).not.toHaveBeenCalled()
  })
})

describe('The registry', () => {
  it('gives no name to two tools', () => {
    const names = registered.flatMap(({ name, aliases = [] }) => [name, ...aliases])
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})
