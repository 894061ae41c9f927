// What Parley reports of real agents, each in one session: words, files read, edits allowed and refused, commands, a turn
// stopped in the middle, and a conversation that outlives a restart.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { BrainEvent } from '../../../src/core/ports/brain.ts'
import type { Artifact } from '../../../src/shared/artifacts.ts'
import { applyDiff } from '../../apply-diff.ts'
import { wantedAgents } from './install.ts'
import { play } from './moves.ts'
import { describeOnAgent, type OnRealAgent } from './on-real-agent.ts'
import { writeResults, type AgentResults, type Deed } from './results.ts'

const ORIGINAL = `${Array.from({ length: 30 }, (_, n) => (n === 19 ? 'hello world' : `line ${n + 1}`)).join('\n')}\n`
const CHANGED = ORIGINAL.replace('hello world', 'hello harbour')
const WORDS = Array.from({ length: 400 }, (_, n) => `word${n}`).join(' ')

const artifactsOf = (events: readonly BrainEvent[]): Artifact[] =>
  events.flatMap((event) =>
    (event.type === 'tool.ended' || event.type === 'artifact.made') && event.artifact ? [event.artifact] : [],
  )

for (const id of wantedAgents())
  await describeOnAgent(id, { 'hello.txt': ORIGINAL }, (real) => {
    const results: AgentResults = { title: '', version: '', deeds: {}, notes: [] }

    /** One row of the table, and its test. */
    const can = (deed: Deed, sentence: string, test: (on: OnRealAgent) => Promise<void>): void => {
      it(sentence, async () => {
        results.deeds[deed] = false
        await test(real())
        results.deeds[deed] = true
      })
    }
    afterAll(() => {
      const { title, version } = real().agent
      writeResults(id, { ...results, title, version })
    })

    const at = (file: string): string => join(real().folder.path, file)
    const textOf = (file: string): string => readFileSync(at(file), 'utf8')

    /** Asks, and answers every approval like this. */
    async function run(text: string, decision: 'allow' | 'deny' = 'allow') {
      const { on } = real()
      const approvals: Extract<BrainEvent, { type: 'approval.requested' }>['approval'][] = []
      const stop = on.brain.onEvent((event) => {
        if (event.type !== 'approval.requested') return
        approvals.push(event.approval)
        on.brain.answerApproval(event.approval.id, decision)
      })
      const runId = on.ask(text)
      const end = await on.over(runId)
      stop()
      const events = on.of(runId)
      return { runId, end, events, approvals, artifacts: artifactsOf(events), said: on.said(runId) }
    }

    can('question', 'answers a question in its own words, piece by piece', async ({ on, agent }) => {
      const { end, said, events } = await run(play({ say: 'Hello from the scripted model.' }))
      expect(end).toMatchObject({ type: 'run.ended', outcome: 'completed' })
      expect(said.trim()).toMatch(/Hello from the scripted model\.$/)
      expect(events.filter(({ type }) => type === 'text.appended').length).toBeGreaterThan(0)
      expect(on.brain.status()).toMatchObject({ state: 'ready', fault: null, setup: null })
      expect(on.brain.status().place).toContain(agent.title)
    })

    can('read', 'shows a file that it reads', async () => {
      const { end, events, artifacts, said } = await run(
        play({ read: at('hello.txt') }, { say: 'I have read it.' }),
      )
      expect(end).toMatchObject({ outcome: 'completed' })
      expect(said).toContain('I have read it.')
      expect(events.filter(({ type }) => type === 'tool.started')).toHaveLength(1)
      expect(artifacts).toHaveLength(1)
      expect(artifacts[0]).toMatchObject({ file: 'hello.txt' })
      expect(JSON.stringify(artifacts[0])).toContain('hello world')
    })

    can('refused edit', 'asks before it edits, and a refused edit leaves the file as it was', async () => {
      const { approvals, artifacts } = await run(
        play({ edit: at('hello.txt'), from: 'hello world', to: 'hello harbour' }, { say: 'As you wish.' }),
        'deny',
      )
      expect(approvals).toHaveLength(1)
      expect(approvals[0]?.kind).toBe('edit')
      expect(approvals[0]?.action).toContain('hello.txt')
      expect(textOf('hello.txt')).toBe(ORIGINAL)
      expect(artifacts.filter(({ kind }) => kind === 'diff')).toEqual([])
      if (!approvals[0]?.diff) results.notes.push('Does not say what it will change before it asks.')
    })

    can('allowed edit', 'shows an allowed edit exactly as it is on disk', async () => {
      const { end, approvals, artifacts, said } = await run(
        play({ edit: at('hello.txt'), from: 'hello world', to: 'hello harbour' }, { say: 'It is done.' }),
      )
      expect(end).toMatchObject({ outcome: 'completed' })
      expect(said).toContain('It is done.')
      expect(approvals).toHaveLength(1)
      if (approvals[0]?.diff) expect(applyDiff(ORIGINAL, approvals[0].diff)).toBe(CHANGED)
      expect(textOf('hello.txt')).toBe(CHANGED)
      const diffs = artifacts.filter((artifact) => artifact.kind === 'diff')
      expect(diffs).toHaveLength(1)
      expect(diffs[0]?.file).toBe('hello.txt')
      expect(applyDiff(ORIGINAL, diffs[0]!.diff)).toBe(CHANGED)
    })

    can('command', 'asks before it runs a command, and shows what the command printed', async () => {
      const command = 'echo it ran > ran.txt && cat ran.txt'
      const { end, approvals, artifacts } = await run(
        play({ run: command, in: real().folder.path }, { say: 'It ran.' }),
      )
      expect(end).toMatchObject({ outcome: 'completed' })
      expect(approvals).toHaveLength(1)
      expect(approvals[0]).toMatchObject({ kind: 'command' })
      expect(approvals[0]?.action).toContain(command)
      expect(existsSync(at('ran.txt'))).toBe(true)
      if (real().agent.hidesOutput) {
        expect(artifacts).toEqual([])
        results.notes.push('Does not tell what a command printed.')
        return
      }
      expect(artifacts.at(-1)?.kind).toBe('code')
      expect(JSON.stringify(artifacts.at(-1))).toContain('it ran')
    })

    can('pointing', 'points at lines with Parley’s own tools', async () => {
      const { end, events } = await run(
        play(
          { parley: 'point', args: { file: 'hello.txt', line: 2, endLine: 3 } },
          { say: 'Look at these.' },
        ),
      )
      expect(end).toMatchObject({ outcome: 'completed' })
      expect(events).toContainEqual(
        expect.objectContaining({ type: 'lines.pointed', file: 'hello.txt', line: 2, endLine: 3 }),
      )
    })

    can('cancel', 'stops in the middle of a word, and says nothing more in that turn', async ({ on }) => {
      const stopped = on.ask(play({ say: WORDS, every: 50 }))
      await on.until(stopped, 'text.appended')
      on.brain.abort(stopped)
      expect(await on.over(stopped)).toMatchObject({ type: 'run.ended', outcome: 'aborted' })
      const count = on.of(stopped).length
      const next = await run(play({ say: 'Here again.' }))
      expect(next.end).toMatchObject({ outcome: 'completed' })
      expect(next.said.trim()).toMatch(/Here again\.$/)
      expect(on.of(stopped)).toHaveLength(count)
    })

    can('second turn', 'remembers the earlier turns of its session', async () => {
      await run(play({ say: 'The word is kestrel.' }))
      const { said } = await run(play({ recall: 'kestrel' }))
      expect(said).toContain('I remember kestrel.')
    })

    can('restart', 'goes on where it was after a restart, or says that it begins anew', async (on) => {
      await on.restart()
      expect(on.on.events).toEqual([])
      const { end, said, events } = await run(play({ recall: 'kestrel' }))
      expect(end).toMatchObject({ outcome: 'completed' })
      // An agent may lose a session. Then Parley must say so.
      const isNew = events.some(
        (event) => event.type === 'notice.told' && event.text.includes('does not remember'),
      )
      if (isNew) results.notes.push('Begins a new session after a restart, and Parley says so.')
      expect(said).toContain(isNew ? 'I do not remember it.' : 'I remember kestrel.')
    })
  })
