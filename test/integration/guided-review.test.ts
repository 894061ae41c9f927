// A whole guided review of a real repository: through the built-in agent, and with an agent that changes code.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Brain, BrainEvent } from '../../src/core/ports/brain.ts'
import type { Reviewer } from '../../src/core/ports/reviewer.ts'
import { createToolbox } from '../../src/core/tools/toolbox.ts'
import { createBuiltinBrain } from '../../src/main/brains/builtin/builtin-brain.ts'
import { createReviewer } from '../../src/main/brains/reviewing/reviewer.ts'
import { createReviewingBrain } from '../../src/main/brains/reviewing/reviewing-brain.ts'
import { openWorkspace } from '../../src/main/workspace/open-workspace.ts'
import type { ConversationEvent } from '../../src/shared/conversation.ts'
import type { ParticipantRole } from '../../src/shared/authorization.ts'
import { createScriptedBrain, type BrainStep } from '../fakes/scripted-brain.ts'
import { createTempFolder } from '../temp-folder.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

const BEFORE = {
  'src/tide.ts': `export function tide(hour: number): number {
  return hour % 12
}

const gap = 1
const other = 2
const third = 3
const fourth = 4

export function isHigh(hour: number): boolean {
  return tide(hour) > 6
}
`,
  'src/log.ts': `export function log(text: string): void {
  console.log(text)
}
`,
  'README.md': '# Harbour\n\nTides of a harbour.\n',
}
const AFTER = {
  'src/tide.ts': BEFORE['src/tide.ts']
    .replace('return hour % 12', 'return (hour + 1) % 12')
    .replace('> 6', '>= 6'),
  'src/log.ts': BEFORE['src/log.ts'].replace('log(text: string)', 'log(text: string, level = 1)'),
  'README.md': '# Harbour\n\nTides of a harbour, by the hour.\n',
}

interface Options {
  /** Answers instead of the built-in agent, and may change files. */
  agent?: (text: string, write: (file: string, text: string) => void) => readonly BrainStep[]
  role?: ParticipantRole
}

async function start({ agent, role = 'owner' }: Options = {}) {
  const folder = createTempFolder()
  cleanUps.push(() => folder.remove())
  for (const [file, text] of Object.entries(BEFORE)) folder.write(file, text)
  folder.git('init', '--quiet', '--initial-branch=main')
  folder.git('config', 'user.name', 'Harbour master')
  folder.git('config', 'user.email', 'harbour@example.test')
  folder.commitAll()
  for (const [file, text] of Object.entries(AFTER)) folder.write(file, text)
  const workspace = await openWorkspace(folder.path)
  cleanUps.push(() => workspace.close())
  const tools = createToolbox(workspace, () => true)
  let ids = 0
  const newId = (): string => `id-${++ids}`
  const builtin = createBuiltinBrain({ tools, newId })
  const other =
    agent && createScriptedBrain({ script: (text) => agent(text, (file, now) => folder.write(file, now)) })
  const reviewer: Reviewer = createReviewer({ tools, newId, canReason: agent !== undefined })
  const recorded: ConversationEvent[] = []
  const brain: Brain = createReviewingBrain(other ?? builtin, {
    builtin: other ? builtin : null,
    reviewer,
    newId,
    record: (event) => void recorded.push(event),
  })
  cleanUps.push(() => brain.close())
  const listeners = new Set<(event: BrainEvent) => void>()
  brain.onEvent((event) => {
    for (const listener of listeners) listener(event)
  })

  /** Says something and waits for the whole reply; answers what it asks for. */
  const say = (text: string, answer: 'allow' | 'deny' = 'allow'): Promise<string> =>
    new Promise((resolve, reject) => {
      const runId = newId()
      let reply = ''
      const listener = (event: BrainEvent): void => {
        if (event.runId !== runId) return
        if (event.type === 'text.appended') reply += event.delta
        if (event.type === 'approval.requested') brain.answerApproval(event.approval.id, answer)
        if (event.type !== 'run.ended' && event.type !== 'run.failed') return
        listeners.delete(listener)
        if (event.type === 'run.ended') resolve(reply)
        else reject(new Error(event.fault.message))
      }
      listeners.add(listener)
      brain.ask({ runId, text, askedBy: role })
    })
  const onDisk = (file: keyof typeof BEFORE): string => readFileSync(join(folder.path, file), 'utf8')
  const places = (): string[] =>
    recorded.flatMap((event) =>
      event.type === 'review.moved' ? [`${event.phase} ${event.at}/${event.of}`] : [],
    )
  return { say, onDisk, folder, recorded, places, reviewer, asked: () => other?.asked ?? [] }
}

describe('a guided review', () => {
  it('goes hunk by hunk, and what was reverted is out of the files', async () => {
    const { say, onDisk, places } = await start()
    const opening = await say('review the changes')
    expect(opening).toContain('3 files, 4 hunks')
    expect(opening).toContain('README')
    expect(await say('keep')).toMatch(/^Kept\. .*log\.ts.*level/i)
    expect(await say('revert it')).toMatch(/^Reverted\. .*tide\.ts/i)
    expect(onDisk('src/log.ts')).toBe(BEFORE['src/log.ts'])
    expect(await say('skip')).not.toContain('tide.ts')
    expect(await say('how many are left')).toBe('Two of 4 hunks are left.'.replace('4', 'four'))
    expect(await say('back')).toMatch(/./)
    expect(await say('keep the rest')).toBe(
      'Kept 2. That was all: you kept three and reverted one. Say “commit it”.',
    )
    expect(places()).toEqual(['hunk 1/4', 'hunk 2/4', 'hunk 3/4', 'hunk 4/4', 'hunk 3/4', 'ended 4/4'])
    expect(onDisk('src/tide.ts')).toBe(AFTER['src/tide.ts'])
  })

  it('what was kept is committed once that is allowed', async () => {
    const { say, folder } = await start()
    await say('review the changes')
    await say('revert')
    expect(await say('commit it')).toContain('undecided')
    await say('keep the rest')
    expect(await say('commit it')).toContain('Committed')
    expect(folder.git('show', '--stat', '--format=%s', 'HEAD')).toMatch(/log\.ts[^]*tide\.ts/)
    expect(folder.git('show', '--stat', 'HEAD')).not.toContain('README')
    expect(folder.git('status', '--porcelain')).toBe('')
  })

  it('each decision can be undone, the newest first', async () => {
    const { say, onDisk } = await start()
    await say('review the changes')
    await say('keep')
    await say('revert')
    expect(onDisk('src/log.ts')).toBe(BEFORE['src/log.ts'])
    expect(await say('undo that')).toMatch(/^Undone\. /)
    expect(onDisk('src/log.ts')).toBe(AFTER['src/log.ts'])
    expect(await say('undo')).toMatch(/^Undone\. .*README/)
    expect(await say('undo')).toBe('Nothing in this review can be undone.')
  })

  it('a hunk is split into its parts', async () => {
    const { say, folder, onDisk } = await start()
    folder.write(
      'src/log.ts',
      'export const a = 1\nexport function log(text: string): void {\n  console.log(text)\n}\nexport const b = 2\n',
    )
    await say('review the changes')
    await say('skip')
    expect(await say('split it')).toMatch(/^Split into 2 hunks\. /)
    await say('revert')
    expect(onDisk('src/log.ts')).toBe(
      'export function log(text: string): void {\n  console.log(text)\n}\nexport const b = 2\n',
    )
  })

  it('an interrupted review goes on where it stopped', async () => {
    const { say, places } = await start()
    await say('review the changes')
    await say('keep')
    expect(await say('stop the review')).toBe('I stopped the review. Say “resume the review” to go on.')
    expect(await say('what is the status')).toContain('changed')
    expect(await say('resume the review')).toContain('Hunk 2 of 4.')
    expect(places().slice(-2)).toEqual(['interrupted 2/4', 'hunk 2/4'])
  })

  it('a hunk is sent to the agent, and its answer replaces the hunk', async () => {
    const { say, asked, places } = await start({
      agent(text, write) {
        if (text.includes('Please change it'))
          write('src/log.ts', BEFORE['src/log.ts'].replace('console.log', 'console.info'))
        return [{ say: 'Done.' }]
      },
    })
    await say('review the changes')
    await say('keep')
    expect(await say('change it to use console info instead')).toMatch(/^Done\. Now: .*log.*info/i)
    const [request] = asked()
    expect(request?.text).toContain('This is about one hunk of the changes in src/log.ts, line 1:')
    expect(request?.text).toContain('+export function log(text: string, level = 1): void {')
    expect(request?.text).toContain('Please change it: Use console info instead')
    expect(places().at(-1)).toBe('hunk 2/4')
    expect(await say('keep')).toMatch(/^Kept\. .*tide/)
  })

  it('comments and refusals are sent to the agent in one message, once', async () => {
    const { say, asked, recorded } = await start({ agent: () => [{ say: 'I will.' }] })
    await say('review the changes')
    expect(await say('comment: say in which time zone')).toBe('Noted.')
    await say('skip')
    await say('revert')
    await say('keep the rest')
    expect(await say('send it')).toMatch(/^I will\./)
    expect(asked()).toHaveLength(1)
    expect(asked()[0]?.text).toContain('README.md, line 3: Say in which time zone')
    expect(asked()[0]?.text).toContain(
      'src/log.ts, line 1: I reverted this hunk: do not make this change again.',
    )
    expect(recorded.findLast((event) => event.type === 'hunk.commented')).toMatchObject({ sent: true })
    expect(await say('send it')).toBe('There is nothing to send: no comments, and nothing was reverted.')
  })

  it('the agent learns with the next request what was reverted, once', async () => {
    const { say, asked } = await start({ agent: () => [{ say: 'Yes.' }] })
    await say('review the changes')
    await say('keep')
    await say('revert')
    await say('stop the review')
    await say('are you done')
    expect(asked()[0]?.text).toBe(
      'are you done\n\n[Since your last answer, the user reverted one hunk in the files: src/log.ts, line 1. They kept one ' +
        'other hunk. Do not make the reverted changes again unless you are asked to.]',
    )
    await say('and now')
    expect(asked()[1]?.text).toBe('and now')
  })

  it('the agent that made a change is asked why', async () => {
    const { say, asked } = await start({ agent: () => [{ say: 'It was off by one.' }] })
    await say('review the changes')
    expect(await say('why')).toBe('It was off by one.')
    expect(asked()[0]?.text).toContain('Why was this changed in README.md')
  })

  it('without such an agent, Parley says who could answer', async () => {
    const { say } = await start()
    await say('review the changes')
    expect(await say('why')).toContain('Connect a coding agent or a model')
    expect(await say('change it to be shorter')).toContain('Connect a coding agent or a model')
  })

  it('the built-in agent answers who calls it and opens the file', async () => {
    const { say } = await start({ agent: () => [{ say: 'not asked' }] })
    await say('review the changes')
    await say('next file')
    await say('next file')
    expect(await say('who calls this')).toMatch(/is high|isHigh|tide/i)
    expect(await say('open it')).toMatch(/tide/)
  })

  it('somebody who may not approve needs the owner to revert', async () => {
    const { say, onDisk } = await start({ role: 'participant' })
    await say('review the changes')
    expect(await say('revert', 'deny')).toContain('Only the owner')
    expect(onDisk('README.md')).toBe(AFTER['README.md'])
    expect(await say('revert', 'allow')).toMatch(/^Reverted\./)
    expect(onDisk('README.md')).toBe(BEFORE['README.md'])
  })

  it('a hunk whose file has changed is not reverted', async () => {
    const { say, folder, onDisk } = await start()
    await say('review the changes')
    folder.write('README.md', '# Something else\n')
    expect(await say('revert')).toContain('the file has changed')
    expect(onDisk('README.md')).toBe('# Something else\n')
  })

  it('a decision in a window moves the review on', async () => {
    const { say, reviewer, recorded } = await start()
    await say('review the changes')
    const moved = recorded.findLast((event) => event.type === 'review.moved')
    if (moved?.type !== 'review.moved' || moved.hunk === null) throw new Error('no review')
    reviewer.note({
      type: 'hunks.decided',
      turnId: 'window',
      artifactId: moved.artifactId,
      hunks: [moved.hunk],
      decision: 'kept',
    })
    expect(await say('where are we')).toContain('Hunk 2 of 4.')
  })

  it('follows the user to another hunk, and ignores what the window showed before', async () => {
    const { say, reviewer, recorded } = await start()
    await say('review the changes')
    const places = () => recorded.filter((event) => event.type === 'review.moved')
    const [first] = places()
    const artifactId = first!.artifactId
    // The window shows the first hunk, then the user decides: a report of the first one comes late.
    reviewer.seen({ artifactId, hunk: first!.hunk! })
    await say('skip')
    const second = places().at(-1)!
    reviewer.seen({ artifactId, hunk: first!.hunk! })
    expect(await say('where are we')).toContain('Hunk 2 of 4.')
    // Now it shows the second one, and the user goes back by key.
    reviewer.seen({ artifactId, hunk: second.hunk! })
    reviewer.seen({ artifactId, hunk: first!.hunk! })
    expect(await say('where are we')).toContain('Hunk 1 of 4.')
  })

  it('without changes there is nothing to review', async () => {
    const { say, folder } = await start()
    folder.git('checkout', '--quiet', '--', '.')
    expect(await say('review the changes')).toBe('There is nothing to review: no file is changed.')
  })
})
