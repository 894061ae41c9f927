import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { BrainEvent } from '../../../../src/core/ports/brain.ts'
import type { ApprovalRequest, RunnableTool } from '../../../../src/core/tools/tool.ts'
import { createToolbox } from '../../../../src/core/tools/toolbox.ts'
import { useTool } from '../../../../src/main/brains/use-tool.ts'
import { createFakeWorkspace } from '../../../fakes/fake-workspace.ts'

const args = z.object({ text: z.string() })

const echoTool: RunnableTool<z.infer<typeof args>, string> = {
  name: 'Echo',
  failure: 'No echo',
  status: () => ({ action: 'analyzing' }),
  args,
  approval: ({ text }) => ({ kind: 'command', title: 'Echo', action: `echo ${text}` }),
  async run({ text }, { show }) {
    show(() => ({ kind: 'code', title: 'Live', content: text }), 'output')
    return text
  },
  artifact: (content) => ({ kind: 'markdown', title: 'Echo', content }),
}

function startRun(mayRun: boolean) {
  const events: BrainEvent[] = []
  const asked: ApprovalRequest[] = []
  const stop = new AbortController()
  const run = {
    runId: 'r',
    tools: createToolbox(createFakeWorkspace({ files: {} }), () => true),
    signal: stop.signal,
    newId: () => 'c',
    emit: (event: BrainEvent) => void events.push(event),
    async approve(request: ApprovalRequest) {
      // Nothing of the tool is seen before its approval.
      expect(events).toEqual([])
      asked.push(request)
      return mayRun
    },
    onArtifact() {},
  }
  return { run, events, asked, stop }
}

const call = { callId: 'c', name: 'Echo', args: { text: 'hi' } }

describe('Using a tool', () => {
  it('asks first, then shows the status, the part, and the artifact, and gives the result', async () => {
    const { run, events, asked } = startRun(true)
    expect(await useTool(run, echoTool, { text: 'hi' })).toEqual({ ok: true, value: 'hi' })
    expect(asked).toEqual([{ kind: 'command', title: 'Echo', action: 'echo hi' }])
    expect(events).toEqual([
      { type: 'tool.started', runId: 'r', call },
      {
        type: 'artifact.made',
        runId: 'r',
        artifact: { kind: 'code', id: 'r:c:output', title: 'Live', content: 'hi' },
      },
      {
        type: 'tool.ended',
        runId: 'r',
        call,
        artifact: { kind: 'markdown', id: 'r:c', title: 'Echo', content: 'hi' },
      },
    ])
  })

  it('does nothing that the user denies', async () => {
    const { run, events } = startRun(false)
    expect(await useTool(run, echoTool, { text: 'hi' })).toEqual({ ok: false, denied: true })
    expect(events).toEqual([])
  })

  it('can hide its artifact, or everything', async () => {
    const artifactHidden = startRun(true)
    await useTool(artifactHidden.run, echoTool, { text: 'hi' }, { hide: 'artifact' })
    expect(artifactHidden.events).toMatchObject([{ type: 'tool.started' }, { artifact: null }])
    const allHidden = startRun(true)
    expect(await useTool(allHidden.run, echoTool, { text: 'hi' }, { hide: 'all' })).toMatchObject({
      ok: true,
    })
    expect(allHidden.events).toEqual([])
  })

  it('throws once the user has interrupted', async () => {
    const { run, events, stop } = startRun(true)
    stop.abort()
    await expect(useTool(run, echoTool, { text: 'hi' })).rejects.toThrow(/abort/)
    expect(events).toEqual([])
  })
})
