import type { Brain } from '../../src/core/ports/brain.ts'
import type { Workspace } from '../../src/core/ports/workspace.ts'
import { createBuiltinBrain } from '../../src/main/brains/builtin/builtin-brain.ts'
import { createToolbox } from '../../src/core/tools/toolbox.ts'
import { startAcpBrain } from '../fakes/acp-brain.ts'
import { reply, startFakeGateway } from '../fakes/fake-gateway.ts'
import { createFakeWorkspace } from '../fakes/fake-workspace.ts'
import { lastWords, resultsSince, startModelBrain } from '../fakes/model-brain.ts'
import type { Step } from '../fakes/model-endpoint.ts'
import { brainOn } from '../fakes/openclaw-brain.ts'
import { createScriptedBrain } from '../fakes/scripted-brain.ts'
import { describeApprovals } from './approval-contract.ts'
import { describeBrain } from './brain-contract.ts'

function builtinOn(workspace: Workspace): Brain {
  let ids = 0
  return createBuiltinBrain({
    tools: createToolbox(workspace, () => true),
    newId: () => `id-${++ids}`,
    onError: (error) => {
      throw error
    },
  })
}

describeBrain('built in', async () => {
  const workspace = createFakeWorkspace({ files: { 'src/session-manager.ts': 'retry()\n' } })
  const brain = builtinOn(workspace)
  return { brain, useTool: 'open the session manager', failTool: 'show the changes', remove: () => undefined }
})

describeBrain('that follows a script', async () => ({
  brain: createScriptedBrain({
    script: (text) => [
      {
        tool: 'Read',
        outcome: text === 'fail' ? { ok: false, message: 'no' } : { ok: true, output: { text: 'x' } },
      },
      { say: 'Here' },
      { say: ' it is.' },
    ],
  }),
  useTool: 'read',
  failTool: 'fail',
  remove: () => undefined,
}))

describeApprovals('built in', ['edit', 'command'], async () => {
  const ran: string[] = []
  const files: Record<string, string> = { 'src/session-manager.ts': 'retry()\n' }
  const workspace = createFakeWorkspace({
    files,
    commands: async (command) => {
      ran.push(command)
      return { exitCode: 0, output: 'done\n' }
    },
  })
  const brain = builtinOn(workspace)
  return {
    brain,
    useTool: 'open the session manager',
    deeds: [
      {
        kind: 'edit',
        words: 'replace retry with again in session-manager.ts',
        names: 'src/session-manager.ts',
        isDone: () => files['src/session-manager.ts'] !== 'retry()\n',
      },
      { kind: 'command', words: 'run echo hello', names: 'echo hello', isDone: () => ran.length > 0 },
    ],
    remove: () => undefined,
  }
})

describeApprovals('that follows a script', ['command'], async () => {
  let done = false
  let asked = 0
  return {
    brain: createScriptedBrain({
      script: (text) =>
        text === 'do it'
          ? [
              {
                ask: { id: `q${++asked}`, kind: 'command', title: 'Run it', action: 'make it' },
                deed: () => (done = true),
              },
              { say: 'That was it.' },
            ]
          : [{ say: 'Here.' }],
    }),
    useTool: 'read',
    deeds: [{ kind: 'command', words: 'do it', names: 'make it', isDone: () => done }],
    remove: () => undefined,
  }
})

describeBrain('on an OpenClaw gateway', async () => {
  const gateway = await startFakeGateway({
    onTurn(runId, message, on) {
      const call = { name: 'read', toolCallId: `call-${runId}` }
      on.agent(runId, 'tool', { phase: 'start', ...call, args: { path: 'a.txt' } })
      const result = { content: [{ type: 'text', text: 'alpha' }], details: {} }
      on.agent(runId, 'tool', { phase: 'result', ...call, isError: message === 'fail', result })
      reply(on, runId, 'Here', ' it is.')
    },
  })
  const { brain } = brainOn(gateway.port)
  return { brain, useTool: 'read', failTool: 'fail', remove: () => void gateway.stop() }
})

describeBrain('on a coding agent', async () => {
  const { brain, remove } = await startAcpBrain()
  return { brain, useTool: 'read', failTool: 'fail', remove: () => void remove() }
})

describeApprovals('on a coding agent', ['edit', 'command'], async () => {
  const { brain, text, remove } = await startAcpBrain()
  return {
    brain,
    useTool: 'read',
    deeds: [
      { kind: 'edit', words: 'edit', names: 'a.txt', isDone: () => text('a.txt') !== 'alpha\n' },
      { kind: 'command', words: 'command', names: 'touch ran.txt', isDone: () => text('ran.txt') !== null },
    ],
    // The agent answers it in order, after whatever it did before.
    settled: () => brain.setOption!('session-mode', 'ask'),
    remove: () => void remove(),
  }
})

const modelSteps: Record<string, readonly Step[]> = {
  read: [{ calls: [{ name: 'read_file', input: { path: 'a.txt' } }] }, { text: ['Here', ' it is.'] }],
  fail: [
    { calls: [{ name: 'read_file', input: { path: 'missing.txt' } }] },
    { text: ['It is', ' not there.'] },
  ],
  edit: [
    {
      calls: [{ name: 'edit_file', input: { path: 'a.txt', old_text: 'alpha', new_text: 'beta' } }],
    },
    { text: ['That', ' was it.'] },
  ],
  command: [
    { calls: [{ name: 'run_command', input: { command: 'touch ran.txt' } }] },
    { text: ['That', ' was it.'] },
  ],
}

for (const pose of ['openai', 'anthropic'] as const) {
  const start = async () => {
    const ran: string[] = []
    const files: Record<string, string> = { 'a.txt': 'alpha\n' }
    const workspace = createFakeWorkspace({
      files,
      commands: async (command) => {
        ran.push(command)
        return { exitCode: 0, output: 'done\n' }
      },
    })
    const started = await startModelBrain({
      pose,
      workspace,
      script({ body }) {
        const word = /\b(?:read|fail|edit|command)\b/.exec(lastWords(body))?.[0] ?? ''
        return modelSteps[word]![resultsSince(body)]!
      },
    })
    return { ...started, files, ran }
  }

  describeBrain(`on a model with the interface of ${pose}`, async () => {
    const { brain, remove } = await start()
    return { brain, useTool: 'read', failTool: 'fail', remove: () => void remove() }
  })

  describeApprovals(`on a model with the interface of ${pose}`, ['edit', 'command'], async () => {
    const { brain, files, ran, remove } = await start()
    return {
      brain,
      useTool: 'read',
      deeds: [
        { kind: 'edit', words: 'edit', names: 'a.txt', isDone: () => files['a.txt'] !== 'alpha\n' },
        { kind: 'command', words: 'command', names: 'touch ran.txt', isDone: () => ran.length > 0 },
      ],
      // The endpoint answers it after whatever came before.
      settled: () => brain.setOption!('model', 'scripted'),
      remove: () => void remove(),
    }
  })
}
