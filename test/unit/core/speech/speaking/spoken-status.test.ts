import { describe, expect, it } from 'vitest'
import { statusActions } from '../../../../../src/shared/conversation.ts'
import {
  quietFrom,
  somethingHeard,
  spokenTitle,
  type StatusMoment,
  statusToSpeak,
} from '../../../../../src/core/speech/speaking/spoken-status.ts'

/** What is said in this many seconds of waiting, checked every quarter of a second. */
function wait(seconds: number, moment: (now: number) => Partial<StatusMoment> = () => ({})) {
  let state = quietFrom(0)
  const said: { at: number; text: string }[] = []
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
    if (step.text !== null) said.push({ at: now / 1_000, text: step.text })
  }
  return said
}

describe('a spoken status during a wait', () => {
  it('is not said in the first four seconds', () => {
    expect(wait(3.75)).toEqual([])
  })

  it('comes after four seconds, and then less and less often', () => {
    expect(wait(100).map(({ at }) => at)).toEqual([4, 12, 27, 57, 87])
  })

  it.each(statusActions)('is never the same twice in a row while %s', (action) => {
    const text = wait(300, () => ({ action })).map((one) => one.text)
    expect(text.length).toBeGreaterThan(5)
    expect(text.filter((one, at) => one === text[at - 1])).toEqual([])
  })

  it('is never said while somebody talks, and the wait begins again when they are done', () => {
    expect(wait(10, (now) => ({ talking: now < 6_000 })).map(({ at }) => at)).toEqual([9.75])
  })

  it('is not said while the agent waits for an answer', () => {
    expect(wait(60, () => ({ asking: true }))).toEqual([])
  })

  it('names the step once, where the brain has a title that can be spoken', () => {
    const said = wait(60, (now) => ({
      action: 'reading_file',
      title: now < 20_000 ? 'Read from hello.txt' : 'Write to sub/new.txt (23 chars)',
    }))
    expect(said.map(({ text }) => text)).toEqual([
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
  ])('turns the title “%s” into what can be spoken', (title, said) => {
    expect(spokenTitle(title)).toBe(said)
  })

  it('is not said soon after something else was audible', () => {
    const { text } = statusToSpeak(somethingHeard(quietFrom(0), 5_000), {
      now: 6_000,
      action: 'thinking',
      title: null,
      talking: false,
      asking: false,
    })
    expect(text).toBeNull()
  })
})
