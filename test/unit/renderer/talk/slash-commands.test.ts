import { describe, expect, it } from 'vitest'
import { chosenDraft, isComplete, matchingCommands } from '../../../../src/renderer/talk/slash-commands.ts'
import type { BrainCommand } from '../../../../src/shared/brain-status.ts'

const command = (name: string, hint: string | null = null): BrainCommand => ({
  name,
  description: `Does ${name}`,
  hint,
})
const commands = [command('review'), command('compact', 'what to keep'), command('security-review')]
const namesFor = (draft: string): string[] => matchingCommands(draft, commands).map(({ name }) => name)

describe('commands after a slash', () => {
  it('are all offered after the slash alone, in the order of the agent', () => {
    expect(namesFor('/')).toEqual(['review', 'compact', 'security-review'])
  })

  it('are filtered as the user types, those that begin so first', () => {
    expect(namesFor('/re')).toEqual(['review', 'security-review'])
    expect(namesFor('/COM')).toEqual(['compact'])
    expect(namesFor('/nothing')).toEqual([])
  })

  it.each(['', 'review', 'see /review', ' /review', '/compact the tests', '/review\n', '//'])(
    'are not offered for “%s”',
    (draft) => {
      expect(namesFor(draft)).toEqual([])
    },
  )

  it('are not offered by an agent that has none', () => {
    expect(matchingCommands('/', [])).toEqual([])
  })

  it('leave room for what follows, if the command takes something', () => {
    expect(chosenDraft(command('review'))).toBe('/review')
    expect(chosenDraft(command('compact', 'what to keep'))).toBe('/compact ')
  })

  it('are complete when the whole name is typed, so that Enter sends it', () => {
    expect(isComplete('/Review', command('review'))).toBe(true)
    expect(isComplete('/rev', command('review'))).toBe(false)
  })
})
