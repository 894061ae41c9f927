import { expect, it } from 'vitest'
import type { BrainEvent } from '../../../../../src/core/ports/brain.ts'
import type { Toolbox } from '../../../../../src/core/tools/toolbox.ts'
import { systemClock } from '../../../../../src/main/app/clock.ts'
import { createTurn } from '../../../../../src/main/brains/acp/turn.ts'

it('The tab of a terminal has the title that the terminal gave', () => {
  const events: BrainEvent[] = []
  const turn = createTurn({
    request: { runId: 'r', text: 'count' },
    root: '/work',
    agent: 'Robin',
    // No file is looked at.
    tools: {} as Toolbox,
    clock: systemClock,
    emit: (event) => void events.push(event),
    mustAsk: () => true,
  })
  turn.printed('t', '$ seq 3', '1\n')
  expect(events).toMatchObject([{ type: 'artifact.made', artifact: { title: '$ seq 3', content: '1\n' } }])
  turn.close()
})
