// A coding agent in the window: its plan grows in one tab while it works, and the built-in agent answers beside it.
import { join } from 'node:path'
import { repository } from '../../build/repository.ts'
import type { AgentStep } from '../fakes/scripted-acp-agent.ts'
import { expect, test } from './parley-fixture.ts'
import { ask, statusBar, tab, transcript, viewer } from './user-actions.ts'

const AGENT = join(repository, 'test/fakes/scripted-acp-agent.ts')

const plan = (...states: ('pending' | 'in_progress' | 'completed')[]): AgentStep => ({
  update: {
    sessionUpdate: 'plan',
    entries: ['Read the tide table', 'Change the function', 'Run the tests'].map((content, at) => ({
      content,
      priority: 'medium' as const,
      status: states[at]!,
    })),
  },
})

test('a plan is updated in its tab, and questions are answered while the agent works', async ({ launch }) => {
  const { page, pageErrors } = await launch({
    args: [
      '--brain',
      'acp',
      '--acp-agent',
      'custom',
      '--acp-command',
      `'${process.execPath}' '${AGENT}' ask`,
    ],
  })
  await expect(statusBar(page).getByRole('button', { name: /^Agent: node/ })).toBeVisible()
  const script: AgentStep[] = [
    plan('in_progress', 'pending', 'pending'),
    { say: 'I read the tide table first.' },
    plan('completed', 'in_progress', 'pending'),
    { hang: 'until cancelled' },
  ]
  await ask(page, `script:${JSON.stringify(script)}`)
  await expect(tab(page, 'Plan')).toHaveCount(1)
  await expect(viewer(page)).toContainText('1 of 3')
  await ask(page, 'how far are you')
  await expect(transcript(page)).toContainText(/one of three steps/i)
  await ask(page, 'open the readme')
  await expect(tab(page, 'README.md')).toBeVisible()
  await expect(tab(page, 'Plan')).toHaveCount(1)
  await tab(page, 'Plan').click()
  await page.screenshot({ path: join(repository, '.cache/e2e/agent-plan.png') })
  await page.keyboard.press('Escape')
  await expect(statusBar(page)).not.toContainText('Thinking')
  expect(pageErrors).toEqual([])
})
