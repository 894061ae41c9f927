import { describe, expect, it } from 'vitest'
import { statusActions } from '../../../../src/shared/conversation.ts'
import {
  quietFrom,
  somethingHeard,
  statusToSpeak,
  type StatusMoment,
} from '../../../../src/core/voice/spoken-status.ts'
import { spokenTitle } from '../../../../src/core/voice/spoken-title.ts'

/** What is said in so many seconds of waiting, looked at every quarter of one. */
function wait(seconds: number, moment: (now: number) => Partial<StatusMoment> = () => ({})) {
  let state = quietFrom(0)
  const said: { at: number; words: string }[] = []
  for (let now = 0; now <= seconds * 1_000; now += 250) {
    const step = statusToSpeak(state, {
      now,
      action: 'thinking',
      title: null,
      talking: false,
      asking: false,
      ...moment(now),
    })
    state = step.state
    if (step.words !== null) said.push({ at: now / 1_000, words: step.words })
  }
  return said
}

describe('a word about the wait', () => {
  it('is not said in the first four seconds', () => {
    expect(wait(3.75)).toEqual([])
  })

  it('comes after four seconds, then more and more rarely', () => {
    expect(wait(100).map(({ at }) => at)).toEqual([4, 12, 27, 57, 87])
  })

  it.each(statusActions)('is never the same twice in a row while %s', (action) => {
    const words = wait(300, () => ({ action })).map((one) => one.words)
    expect(words.length).toBeGreaterThan(5)
    expect(words.filter((one, at) => one === words[at - 1])).toEqual([])
  })

  it('is never said while somebody talks, and the wait begins anew when they are done', () => {
    expect(wait(10, (now) => ({ talking: now < 6_000 })).map(({ at }) => at)).toEqual([9.75])
  })

  it('is not said while the agent waits for an answer', () => {
    expect(wait(60, () => ({ asking: true }))).toEqual([])
  })

  it('names what is done, once, where whoever answers has a name for it that can be said', () => {
    const said = wait(60, (now) => ({
      action: 'reading_file',
      title: now < 20_000 ? 'Read from hello.txt' : 'Write to sub/new.txt (23 chars)',
    }))
    expect(said.map(({ words }) => words)).toEqual([
      'Read from hello.txt.',
      'Still reading.',
      'Write to sub/new.txt.',
      'Still reading.',
    ])
  })

  it.each([
    ['Exec create file deny.txt → print text', 'Create file deny.txt, then print text.'],
    ['Exec', null],
    ['Ls .', null],
    ['Exec for i in 1 2 3; do echo tick $i; sleep 1; done', null],
    [`Read from ${'deep/'.repeat(30)}hello.txt`, null],
  ])('makes of the name “%s” what can be said of it', (title, said) => {
    expect(spokenTitle(title)).toBe(said)
  })

  it('is not said soon after something else was heard', () => {
    const { words } = statusToSpeak(somethingHeard(quietFrom(0), 5_000), {
      now: 6_000,
      action: 'thinking',
      title: null,
      talking: false,
      asking: false,
    })
    expect(words).toBeNull()
  })
})
