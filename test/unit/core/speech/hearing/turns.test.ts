import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isBackchannel, judgeBargeIn } from '../../../../../src/core/speech/hearing/barge-in.ts'
import { isEcho } from '../../../../../src/core/speech/hearing/echo.ts'
import {
  DEFAULT_PAUSE_MS,
  isComplete,
  judgePause,
} from '../../../../../src/core/speech/hearing/end-of-turn.ts'

const fixtures = ['commands', 'control'].flatMap((name) =>
  readFileSync(`test/fixtures/speech/${name}/refs.txt`, 'utf8').trim().split('\n'),
)

describe('a transcript', () => {
  it.each(fixtures)('is complete when it is a request: %s', (text) => {
    expect(isComplete(text)).toBe(true)
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
  ])('is not complete when more must follow: %s', (text) => {
    expect(isComplete(text)).toBe(false)
  })

  it.each(['go on', 'undo that', 'show me where it is', 'log in', 'no', 'what is this', 'Hmm.'])(
    'is complete although it ends in a small word: %s',
    (text) => expect(isComplete(text)).toBe(true),
  )
})

describe('a pause', () => {
  const pauseMs = DEFAULT_PAUSE_MS
  it('ends the turn after a complete sentence', () => {
    expect(judgePause({ text: 'run the tests', quietMs: 699, pauseMs })).toEqual({
      tag: 'waiting',
      forMs: 1,
    })
    expect(judgePause({ text: 'run the tests', quietMs: 700, pauseMs })).toEqual({
      tag: 'ended',
      because: 'complete',
    })
  })

  it('may be longer where more must follow, within a limit', () => {
    const words = 'open the file'
    expect(judgePause({ text: `${words} and`, quietMs: 1200, pauseMs }).tag).toBe('waiting')
    expect(judgePause({ text: `${words} and`, quietMs: 1750, pauseMs })).toEqual({
      tag: 'ended',
      because: 'pause',
    })
  })

  it('is short after a command, and longer while nothing is recognized yet', () => {
    expect(judgePause({ text: 'stop', quietMs: 350, pauseMs, isCommand: true })).toEqual({
      tag: 'ended',
      because: 'command',
    })
    expect(judgePause({ text: null, quietMs: 1000, pauseMs }).tag).toBe('waiting')
  })

  it('has the length that the user chose, within limits', () => {
    expect(judgePause({ text: 'run it now', quietMs: 1900, pauseMs: 2000 }).tag).toBe('waiting')
    expect(judgePause({ text: 'run it now', quietMs: 300, pauseMs: 0 }).tag).toBe('ended')
    expect(judgePause({ text: 'run it now', quietMs: 3000, pauseMs: 1e9 }).tag).toBe('ended')
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
  ])('is recognized by its text: %s', (heard) => expect(isEcho(heard, saying)).toBe(true))

  it.each([
    'stop',
    'open the second one',
    'what about the tests',
    'no wait show me the diff',
    'the handler',
    '',
  ])('is not what somebody else says: %s', (heard) => expect(isEcho(heard, saying)).toBe(false))
})

describe('speech while the agent speaks', () => {
  it.each(['Mm-hm.', 'uh-huh', 'OK', 'Okay, right.', 'yeah', 'I see.', '(coughing)', '[BLANK_AUDIO]', 'Hmm'])(
    'does not interrupt when it is a nod or a noise: %s',
    (text) => {
      expect(isBackchannel(text)).toBe(true)
      expect(judgeBargeIn({ text, audioMs: 1500, saying })).toEqual({
        tag: 'ignored',
        because: 'backchannel',
      })
    },
  )

  it.each(['stop', 'Wait.', 'no open the other one', 'run the tests', 'okay now run the tests'])(
    'interrupts when it is meant to: %s',
    (text) => expect(judgeBargeIn({ text, audioMs: 1500, saying }).tag).toBe('interrupts'),
  )

  it('does not interrupt with one uncertain word until the word stays or is final', () => {
    const heard = (text: string, more: object = {}) =>
      judgeBargeIn({ text, audioMs: 1500, saying, ...more }).tag
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
  ])('does not interrupt while it may be the misrecognized beginning of the reply: %s', (text, audioMs) => {
    const own = 'I found three places where'
    expect(judgeBargeIn({ text, audioMs, saying: own }).tag).toBe('unsure')
  })

  it.each([
    ['That would duly defile,', 'That would delete a file. Shall'],
    ['That would elite to fight.', 'That would delete a file. Shall'],
    ['Open to the reed me.', 'Opened the readme at the section about'],
  ])('does not interrupt while it is spelled like the reply: %s', (text, own) => {
    expect(judgeBargeIn({ text, audioMs: 1500, saying: own }).tag).toBe('unsure')
    const over = `${text} no wait run the other tests please`
    expect(judgeBargeIn({ text: over, audioMs: 3500, saying: own }).tag).toBe('interrupts')
  })

  it('interrupts with a stop phrase that is in the reply, once no more of the reply follows', () => {
    const own = 'I can stop the server. Stop'
    expect(judgeBargeIn({ text: 'stop', audioMs: 1500, saying: own })).toEqual({ tag: 'unsure' })
    const again = { text: 'Stop.', before: 'stop', audioMs: 750, saying: own }
    expect(judgeBargeIn(again)).toEqual({ tag: 'interrupts', because: 'stop' })
    expect(judgeBargeIn({ text: 'stop', audioMs: 900, saying: own, final: true }).tag).toBe('interrupts')
  })

  it('denies although the reply contains a no, and never approves in the agent’s own voice', () => {
    const own = {
      audioMs: 900,
      saying: 'Shall I run it? Yes or no? I go ahead',
      answering: true,
      final: true,
    }
    expect(judgeBargeIn({ ...own, text: 'no' })).toEqual({ tag: 'interrupts', because: 'answer' })
    expect(judgeBargeIn({ ...own, text: 'go ahead' })).toEqual({ tag: 'ignored', because: 'echo' })
    expect(judgeBargeIn({ ...own, text: 'go ahead', saying: '' }).tag).toBe('interrupts')
  })

  it('is waited for until there are text, and ignored when none come', () => {
    expect(judgeBargeIn({ text: null, audioMs: 400, saying })).toEqual({ tag: 'unsure' })
    expect(judgeBargeIn({ text: '', audioMs: 2000, saying })).toEqual({
      tag: 'ignored',
      because: 'no words',
    })
  })

  it('is an answer while the agent waits for one', () => {
    expect(judgeBargeIn({ text: 'yes', audioMs: 400, saying, answering: true })).toEqual({
      tag: 'interrupts',
      because: 'answer',
    })
  })

  it('does not interrupt when it is the agent’s own echo', () => {
    expect(judgeBargeIn({ text: 'the token is validated', audioMs: 900, saying })).toEqual({
      tag: 'ignored',
      because: 'echo',
    })
  })
})
