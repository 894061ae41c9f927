import { describe, expect, it } from 'vitest'
import {
  forwardedRequest,
  onlyReads,
  routeRequest,
  type RouteContext,
} from '../../../../src/core/conversation/route-request.ts'
import { code } from '../pointing/screens.ts'

const context = (given: Partial<RouteContext> = {}): RouteContext => ({
  brain: {
    name: 'Claude Code',
    options: [],
    commands: [{ name: 'compact', description: 'Shortens the memory', hint: null }],
  },
  isBusy: true,
  hasSide: true,
  offered: 0,
  ...given,
})

describe('a request', () => {
  it.each([
    'open the readme',
    'find the tide table',
    'show the changes',
    'next hunk',
    'explain this',
    'git status',
    'how many files are there',
    'thanks',
  ])('“%s” only reads, so the built-in agent can answer it', (said) => {
    expect(onlyReads(said)).toBe(true)
    expect(routeRequest(said, context())).toEqual({ to: 'beside', text: said })
    expect(routeRequest(said, context({ hasSide: false })).to).toBe('brain')
  })

  it.each([
    'rename foo to bar in this file',
    'run the tests',
    'undo',
    'find the bug and fix it',
    'explain why the tests fail',
    'find out why it crashes',
    'show me how to fix this',
    'use tabs instead of spaces',
    'open a pull request',
    'summarize this into notes.md',
    'open the config. Change the port to 80.',
    'open the readme\nand here is my plan',
    `explain ${'this part and '.repeat(20)} that`,
  ])('“%s” is for the agent', (said) => {
    expect(routeRequest(said, context())).toEqual({ to: 'brain', text: said })
  })

  it('about the progress is answered by Parley while a turn runs', () => {
    expect(routeRequest('what is left', context()).to).toBe('parley')
    expect(routeRequest('what are you doing', context()).to).toBe('parley')
  })

  it('about earlier work is for the agent while nothing runs, unless that is the built-in one', () => {
    expect(routeRequest('what is left', context({ isBusy: false })).to).toBe('brain')
    expect(routeRequest('what is left', context({ isBusy: false, hasSide: false })).to).toBe('parley')
    expect(routeRequest('what are you doing', context({ isBusy: false })).to).toBe('parley')
  })

  it('that is a command of the agent goes to it as it is typed', () => {
    expect(routeRequest('/compact now', context())).toEqual({ to: 'brain', text: '/compact now' })
    expect(routeRequest('slash compact', context())).toEqual({ to: 'brain', text: '/compact' })
  })

  it('that is a number belongs to Parley only after it offered choices', () => {
    expect(routeRequest('the second one', context({ offered: 2 })).to).toBe('parley')
    expect(routeRequest('the third one', context({ offered: 2 })).to).not.toBe('parley')
  })
})

describe('a request that names the agent', () => {
  it.each([
    ['ask Claude to open the readme', 'open the readme'],
    ['Tell the agent that it may use tabs', 'it may use tabs'],
    ['ask claude code what a monad is', 'what a monad is'],
    ['tell cloud to use tabs', 'use tabs'],
    ['ask clod code to use tabs', 'use tabs'],
    ['Claude, fix this', 'fix this'],
    ['hey Claude fix this', 'fix this'],
    ['ask the agent: fix it', 'fix it'],
  ])('“%s” is passed on as “%s”', (said, text) => {
    expect(forwardedRequest(said, 'Claude Code')).toBe(text)
    expect(routeRequest(said, context())).toEqual({ to: 'brain', text })
  })

  it.each([
    'ask goose to fly',
    'tell me a joke',
    'ask me first',
    'let Claude know',
    'Claude',
    'readme, please',
  ])('“%s” names no other agent than the one that answers', (said) =>
    expect(forwardedRequest(said, 'Claude Code')).toBeNull(),
  )
})

describe('words that point at the screen', () => {
  const view = code(27)

  it('go along with the request', () => {
    const meant = { phrase: 'this function', target: expect.objectContaining({ line: 26, endLine: 40 }) }
    expect(routeRequest('fix this function', context({ view }))).toEqual({
      to: 'brain',
      text: 'fix this function',
      meant,
    })
    expect(routeRequest('explain this function', context({ view }))).toMatchObject({ to: 'beside', meant })
    expect(routeRequest('ask Claude to explain this function', context({ view }))).toMatchObject({
      to: 'brain',
      text: 'explain this function',
      meant,
    })
  })

  it('are for Parley where they select, are ambiguous, or mean nothing', () => {
    for (const said of ['select this function', 'explain the loop', 'explain the ninth function'])
      expect(routeRequest(said, context({ view }))).toEqual({ to: 'parley', text: said })
    expect(routeRequest('explain the loop', context()).to).toBe('beside')
  })

  it('mean what the user has chosen', () => {
    const pointed = { phrase: 'the loop', target: { line: 32, endLine: 34 } }
    expect(routeRequest('fix the loop', context({ view, pointed }))).toEqual({
      to: 'brain',
      text: 'fix the loop',
      meant: pointed,
    })
  })
})
