import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isBackchannel, judgeBargeIn } from '../../../../src/core/ears/barge-in.ts'
import { isEcho } from '../../../../src/core/ears/echo.ts'
import { DEFAULT_PATIENCE_MS, isComplete, judgePause } from '../../../../src/core/ears/end-of-turn.ts'

const fixtures = ['commands', 'control'].flatMap((name) =>
  readFileSync(`test/fixtures/speech/${name}/refs.txt`, 'utf8').trim().split('\n'),
)

describe('words', () => {
  it.each(fixtures)('are complete when they are a request: %s', (words) => {
    expect(isComplete(words)).toBe(true)
  })

  it.each([
    'open the',
    'Rename this function to.',
    'find where the token is validated and',
    'search in',
    'show me the diff of',
    'replace timeout with',
    'open the file um',
    'I want you to, ',
    'so what if...',
    'the problem is',
    '',
  ])('are not complete when more must follow: %s', (words) => {
    expect(isComplete(words)).toBe(false)
  })

  it.each(['go on', 'undo that', 'show me where it is', 'log in', 'no', 'what is this', 'Hmm.'])(
    'are complete though they end in a small word: %s',
    (words) => expect(isComplete(words)).toBe(true),
  )
})

describe('a pause', () => {
  const patienceMs = DEFAULT_PATIENCE_MS
  it('ends the turn once a whole sentence has been waited after', () => {
    expect(judgePause({ words: 'run the tests', quietMs: 699, patienceMs })).toEqual({
      tag: 'waiting',
      forMs: 1,
    })
    expect(judgePause({ words: 'run the tests', quietMs: 700, patienceMs })).toEqual({
      tag: 'ended',
      because: 'complete',
    })
  })

  it('is waited out for longer where more must follow, and not for ever', () => {
    const words = 'open the file'
    expect(judgePause({ words: `${words} and`, quietMs: 1200, patienceMs }).tag).toBe('waiting')
    expect(judgePause({ words: `${words} and`, quietMs: 1750, patienceMs })).toEqual({
      tag: 'ended',
      because: 'patience',
    })
  })

  it('is short after a command that nothing can follow, and longer while nothing is recognised yet', () => {
    expect(judgePause({ words: 'stop', quietMs: 350, patienceMs, isCommand: true })).toEqual({
      tag: 'ended',
      because: 'command',
    })
    expect(judgePause({ words: null, quietMs: 1000, patienceMs }).tag).toBe('waiting')
  })

  it('follows the patience somebody chose, within reason', () => {
    expect(judgePause({ words: 'run it now', quietMs: 1900, patienceMs: 2000 }).tag).toBe('waiting')
    expect(judgePause({ words: 'run it now', quietMs: 300, patienceMs: 0 }).tag).toBe('ended')
    expect(judgePause({ words: 'run it now', quietMs: 3000, patienceMs: 1e9 }).tag).toBe('ended')
  })
})

const saying =
  'I found three places where the token is validated. The first is in session manager, where the login handler calls it.'

describe('the agent’s own voice', () => {
  it.each([
    'the token is validated',
    'I found three places where the token is validated.',
    'three places where a token is validate it',
    'session manager where the log in handler calls',
    'validated the first',
  ])('is known by its words: %s', (heard) => expect(isEcho(heard, saying)).toBe(true))

  it.each([
    'stop',
    'open the second one',
    'what about the tests',
    'no wait show me the diff',
    'the handler',
    '',
  ])('is not what somebody else says: %s', (heard) => expect(isEcho(heard, saying)).toBe(false))
})

describe('what is heard while the agent speaks', () => {
  it.each(['Mm-hm.', 'uh-huh', 'OK', 'Okay, right.', 'yeah', 'I see.', '(coughing)', '[BLANK_AUDIO]', 'Hmm'])(
    'does not stop it when it is a nod or a noise: %s',
    (words) => {
      expect(isBackchannel(words)).toBe(true)
      expect(judgeBargeIn({ words, soundMs: 1500, saying })).toEqual({
        tag: 'ignored',
        because: 'backchannel',
      })
    },
  )

  it.each(['stop', 'Wait.', 'no open the other one', 'run the tests', 'okay now run the tests'])(
    'stops it when it is meant: %s',
    (words) => expect(judgeBargeIn({ words, soundMs: 1500, saying }).tag).toBe('interrupts'),
  )

  it('is waited for when it is one word that may be misheard, until the word stays or is all there is', () => {
    const heard = (words: string, more: object = {}) =>
      judgeBargeIn({ words, soundMs: 1500, saying, ...more }).tag
    expect(heard('broken')).toBe('unsure')
    expect(heard('the broken')).toBe('unsure')
    expect(heard('the broken is', { before: 'the' })).toBe('unsure')
    expect(heard('the token is', { before: 'broken' })).toBe('ignored')
    expect(heard('mushroom', { before: 'much' })).toBe('unsure')
    expect(heard('mushroom soup', { before: 'mushroom' })).toBe('interrupts')
    expect(heard('the mushroom', { before: 'mushroom' })).toBe('interrupts')
    expect(heard('broken', { final: true })).toBe('interrupts')
    expect(heard('louder', { isCommand: true })).toBe('interrupts')
    expect(heard('broken', { saying: '' })).toBe('interrupts')
  })

  it.each([
    ['By fountains,', 740],
    ['Bye-bye-bye-bye-', 660],
    ['My friend,', 500],
  ])('is waited for when it is too short to tell from its own first words misheard: %s', (words, soundMs) => {
    const own = 'I found three places where'
    expect(judgeBargeIn({ words, soundMs, saying: own }).tag).toBe('unsure')
  })

  it.each([
    ['That would duly defile,', 'That would delete a file. Shall'],
    ['That would elite to fight.', 'That would delete a file. Shall'],
    ['Open to the reed me.', 'Opened the readme at the section about'],
  ])('is waited for when it is spelled like what the agent says: %s', (words, own) => {
    expect(judgeBargeIn({ words, soundMs: 1500, saying: own }).tag).toBe('unsure')
    const over = `${words} no wait run the other tests please`
    expect(judgeBargeIn({ words: over, soundMs: 3500, saying: own }).tag).toBe('interrupts')
  })

  it('is a stop though the agent says that word itself, as soon as it is plain that no more of it follows', () => {
    const own = 'I can stop the server. Stop'
    expect(judgeBargeIn({ words: 'stop', soundMs: 1500, saying: own })).toEqual({ tag: 'unsure' })
    const again = { words: 'Stop.', before: 'stop', soundMs: 750, saying: own }
    expect(judgeBargeIn(again)).toEqual({ tag: 'interrupts', because: 'stop' })
    expect(judgeBargeIn({ words: 'stop', soundMs: 900, saying: own, final: true }).tag).toBe('interrupts')
  })

  it('is a no though the agent says it itself, and never a yes in its own voice', () => {
    const own = {
      soundMs: 900,
      saying: 'Shall I run it? Yes or no? I go ahead',
      answering: true,
      final: true,
    }
    expect(judgeBargeIn({ ...own, words: 'no' })).toEqual({ tag: 'interrupts', because: 'answer' })
    expect(judgeBargeIn({ ...own, words: 'go ahead' })).toEqual({ tag: 'ignored', because: 'echo' })
    expect(judgeBargeIn({ ...own, words: 'go ahead', saying: '' }).tag).toBe('interrupts')
  })

  it('is waited for until there are words, and given up when none come', () => {
    expect(judgeBargeIn({ words: null, soundMs: 400, saying })).toEqual({ tag: 'unsure' })
    expect(judgeBargeIn({ words: '', soundMs: 2000, saying })).toEqual({
      tag: 'ignored',
      because: 'no words',
    })
  })

  it('is an answer where one is waited for', () => {
    expect(judgeBargeIn({ words: 'yes', soundMs: 400, saying, answering: true })).toEqual({
      tag: 'interrupts',
      because: 'answer',
    })
  })

  it('does not stop it when it is its own echo', () => {
    expect(judgeBargeIn({ words: 'the token is validated', soundMs: 900, saying })).toEqual({
      tag: 'ignored',
      because: 'echo',
    })
  })
})
