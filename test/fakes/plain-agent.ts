// An agent for tests of some part of it; the rest is a small workspace and a journal in memory.
import { randomUUID } from 'node:crypto'
import { indexCodeWords } from '../../src/core/speech/hearing/code-word-index.ts'
import type { Speech } from '../../src/core/ports/speech.ts'
import { createAgent, type Agent, type AgentDeps } from '../../src/main/agent/agent.ts'
import type { Conversation } from '../../src/main/agent/conversation.ts'
import { createReviewer } from '../../src/main/brains/reviewing/reviewer.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import { createToolbox } from '../../src/core/tools/toolbox.ts'
import { createFakeWorkspace } from './fake-workspace.ts'
import { createMemoryJournal } from './memory-journal.ts'

type Given = Pick<AgentDeps, 'room' | 'onError'> &
  Partial<Omit<AgentDeps, 'speech' | 'conversation'>> &
  Pick<Conversation, 'brain'> &
  Partial<Conversation> & {
    /** Without these, the agent neither listens nor speaks. */
    speech?: Partial<Speech>
  }

export function createPlainAgent({
  speech,
  id,
  brain,
  side,
  journal,
  tools,
  workspace,
  ...given
}: Given): Agent {
  const files = createFakeWorkspace({ files: { 'src/a.ts': 'one\n' } })
  const toolbox = tools ?? createToolbox(files, () => true)
  return createAgent({
    conversation: {
      id: id ?? 'mine',
      brain,
      ...(side && { side }),
      journal: journal ?? createMemoryJournal(),
      tools: toolbox,
      reviewer: createReviewer({ tools: toolbox, newId: randomUUID, canReason: true }),
      workspace: workspace ?? {
        outline: (file) => files.outline(file),
        readLines: (file, where) => files.readLines(file, where),
        readImage: () => Promise.reject(new Error('no pictures here')),
        onChange: (listener) => files.onChange(listener),
      },
    },
    clock: systemClock,
    newId: randomUUID,
    dialect: 'flat',
    whenBusy: () => 'interrupt',
    ...given,
    ...(speech && {
      speech: {
        recognizer: () => null,
        speaker: () => null,
        pauseMs: () => 300,
        names: () => indexCodeWords([]),
        ...speech,
      },
    }),
  })
}
