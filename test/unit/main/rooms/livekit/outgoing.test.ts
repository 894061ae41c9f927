import { describe, expect, it } from 'vitest'
import { createOutgoing } from '../../../../../src/main/rooms/livekit/outgoing.ts'

function start(mostBytes = 100) {
  const errors: unknown[] = []
  const overflows: number[] = []
  const outgoing = createOutgoing({
    mostBytes,
    onOverflow: () => void overflows.push(1),
    onError: (error) => void errors.push(error),
  })
  return { outgoing, errors, overflows }
}

/** Something to send that takes until it is let go. */
function slow(done: string[], name: string) {
  let letGo = (): void => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  return {
    letGo,
    async work() {
      done.push(`${name} begun`)
      await gate
      done.push(`${name} sent`)
    },
  }
}

describe('what is on its way into a LiveKit room', () => {
  it('goes one after the other, each once the one before it is taken', async () => {
    const { outgoing } = start()
    const done: string[] = []
    const [one, two] = [slow(done, 'one'), slow(done, 'two')]
    outgoing.send(1, one.work)
    outgoing.send(1, two.work)
    two.letGo()
    await Promise.resolve()
    expect(done).toEqual(['one begun'])
    one.letGo()
    await outgoing.drained()
    expect(done).toEqual(['one begun', 'one sent', 'two begun', 'two sent'])
  })

  it('goes on when something could not be sent, which is told', async () => {
    const { outgoing, errors } = start()
    const done: string[] = []
    outgoing.send(1, () => Promise.reject(new Error('no')))
    outgoing.send(1, () => {
      throw new Error('at once')
    })
    outgoing.send(1, async () => void done.push('after'))
    await outgoing.drained()
    expect(done).toEqual(['after'])
    expect(errors.map(String)).toEqual(['Error: no', 'Error: at once'])
  })

  it('is bounded by what waits, not by what was ever sent', async () => {
    const { outgoing, overflows } = start(100)
    for (let round = 0; round < 20; round++) {
      outgoing.send(60, async () => {})
      await outgoing.drained()
    }
    expect(overflows).toEqual([])
    const done: string[] = []
    const one = slow(done, 'one')
    outgoing.send(60, one.work)
    outgoing.send(60, async () => void done.push('too much'))
    expect(overflows).toHaveLength(1)
    outgoing.send(1, async () => void done.push('later'))
    one.letGo()
    await outgoing.drained()
    expect(done).not.toContain('too much')
    expect(done).not.toContain('later')
    expect(overflows).toHaveLength(1)
  })

  it('is not sent any more once it is closed, and nothing is said of what fails then', async () => {
    const { outgoing, errors } = start()
    const done: string[] = []
    const one = slow(done, 'one')
    outgoing.send(1, async () => {
      await one.work()
      throw new Error('the room is gone')
    })
    outgoing.send(1, async () => void done.push('two'))
    await Promise.resolve()
    outgoing.close()
    one.letGo()
    await outgoing.drained()
    expect(done).toEqual(['one begun', 'one sent'])
    expect(errors).toEqual([])
  })

  it('is drained at once where nothing waits', async () => {
    await start().outgoing.drained()
  })
})
