// An agent for those who care about some of it: the rest is a small workspace, a record in memory and the time it is.
import { randomUUID } from 'node:crypto'
import { indexCodeWords } from '../../src/core/ears/code-word-index.ts'
import type { Speech } from '../../src/core/ports/speech.ts'
import { createAgent, type Agent, type AgentDeps } from '../../src/main/agent/agent.ts'
import { systemClock } from '../../src/main/clock.ts'
import { createWorkspaceTools } from '../../src/main/workspace/workspace-tools.ts'
import { createFakeWorkspace } from './fake-workspace.ts'
import { createMemoryJournal } from './memory-journal.ts'

type Given = Pick<AgentDeps, 'room' | 'brain' | 'onError'> &
  Partial<Omit<AgentDeps, 'speech'>> & {
    /** Without any of it, the agent neither hears nor speaks. */
    speech?: Partial<Speech>
  }

export function createPlainAgent({ speech, ...given }: Given): Agent {
  const workspace = createFakeWorkspace({ files: { 'src/a.ts': 'one\n' } })
  return createAgent({
    journal: createMemoryJournal(),
    tools: createWorkspaceTools(workspace),
    workspace: {
      outline: (file) => workspace.outline(file),
      readLines: (file, where) => workspace.readLines(file, where),
      readImage: () => Promise.reject(new Error('no pictures here')),
    },
    clock: systemClock,
    newId: randomUUID,
    dialect: 'flat',
    whenBusy: () => 'interrupt',
    session: 'mine',
    ...given,
    ...(speech && {
      speech: {
        ears: () => null,
        speaker: () => null,
        patienceMs: () => 300,
        changePace: () => {},
        names: () => indexCodeWords([]),
        ...speech,
      },
    }),
  })
}
