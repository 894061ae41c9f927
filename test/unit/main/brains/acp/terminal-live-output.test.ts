import { describe, expect, it } from 'vitest'
import { createLiveOutput, type LiveOutput } from '../../../../../src/main/brains/acp/terminal-live-output.ts'
import { createFakeClock } from '../../../../fakes/fake-clock.ts'

function liveOutput() {
  const clock = createFakeClock()
  const told: LiveOutput[] = []
  const live = createLiveOutput({ clock, title: '$ make', onOutput: (output) => told.push(output) })
  return { clock, told, live }
}

describe('The live output of a terminal', () => {
  it('is told at once, then at most twice a second, and at its end', () => {
    const { clock, told, live } = liveOutput()
    live.add('one\n')
    clock.advance(0)
    expect(told).toEqual([{ title: '$ make', text: 'one\n', running: true }])
    for (let line = 0; line < 100; line++) {
      live.add(`${line}\n`)
      clock.advance(10)
    }
    expect(told).toHaveLength(3)
    live.add('last\n')
    live.end()
    expect(told.at(-1)).toMatchObject({ running: false })
    expect(told.at(-1)?.text.endsWith('99\nlast\n')).toBe(true)
    clock.advance(1000)
    expect(told).toHaveLength(4)
    expect(clock.pending()).toBe(0)
  })

  it('is told without colours, and a command that prints nothing tells nothing', () => {
    const { told, live } = liveOutput()
    live.end()
    expect(told).toEqual([])
    live.add('\u001b[31mred\u001b[0m\n')
    live.end()
    expect(told[0]?.text).toBe('red\n')
  })

  it('leaves out the middle of a long output and says how much', () => {
    const { told, live } = liveOutput()
    for (let line = 0; line < 100_000; line++) live.add(`line ${line}\n`)
    live.end()
    const text = told[0]?.text ?? ''
    expect(text.length).toBeLessThan(65_000)
    expect(text).toMatch(/^line 0\n/)
    expect(text).toMatch(/… \d+ characters left out …/)
    expect(text.endsWith('line 99999\n')).toBe(true)
  })
})
