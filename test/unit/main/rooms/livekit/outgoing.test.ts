import { describe, expect, it } from 'vitest'
import { createOutgoing } from '../../../../../src/main/rooms/livekit/outgoing.ts'

/** More than a small item. */
const MUCH = 10_000

function start(maxBytes = 100 * MUCH) {
  const errors: unknown[] = []
  const overflows: number[] = []
  const outgoing = createOutgoing({
    maxBytes,
    onOverflow: () => void overflows.push(1),
    onError: (error) => void errors.push(error),
  })
  return { outgoing, errors, overflows }
}

/** An item that is sent when the test says so. */
function slow(done: string[], name: string) {
  let letGo = (): void => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  let begin = (): void => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  return {
    letGo,
    begun,
    async work() {
      done.push(`${name} begun`)
      begin()
      await gate
      done.push(`${name} sent`)
    },
  }
}

describe('what is sent into a LiveKit room', () => {
  it('goes one large item after the other', async () => {
    const { outgoing } = start()
    const done: string[] = []
    const [one, two] = [slow(done, 'one'), slow(done, 'two')]
    outgoing.send(MUCH, one.work)
    outgoing.send(MUCH, two.work)
    two.letGo()
    await one.begun
    expect(done).toEqual(['one begun'])
    one.letGo()
    await outgoing.drained()
    expect(done).toEqual(['one begun', 'one sent', 'two begun', 'two sent'])
  })

  it('does not wait for a few small items, begins them in order, and waits when there are many', async () => {
    const { outgoing } = start()
    const done: string[] = []
    const small = Array.from({ length: 12 }, (_, at) => slow(done, `${at}`))
    for (const { work } of small) outgoing.send(100, work)
    await small[8]!.begun
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => `${at} begun`))
    for (const { letGo } of small) letGo()
    await outgoing.drained()
    expect(done.filter((one) => one.endsWith('begun'))).toEqual(small.map((_, at) => `${at} begun`))
  })

  it('does not wait for the end of what was only begun, but is drained after it', async () => {
    const { outgoing, errors } = start()
    const done: string[] = []
    const one = slow(done, 'one')
    outgoing.begin(one.work)
    outgoing.begin(() => Promise.reject(new Error('no')))
    await new Promise<void>((resolve) => {
      outgoing.send(1, async () => {
        done.push('two sent')
        resolve()
      })
    })
    const drained = outgoing.drained().then(() => done.push('drained'))
    one.letGo()
    await drained
    expect(done).toEqual(['one begun', 'two sent', 'one sent', 'drained'])
    expect(errors.map(String)).toEqual(['Error: no'])
  })

  it('comes after audio that is due, where it is large', async () => {
    const { outgoing } = start()
    const done: string[] = []
    outgoing.send(MUCH, async () => void done.push('text'))
    setImmediate(() => done.push('audio'))
    outgoing.send(MUCH, async () => void done.push('more text'))
    await outgoing.drained()
    expect(done.indexOf('audio')).toBeLessThan(done.indexOf('more text'))
  })

  it('continues after an item failed, which is reported', async () => {
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

  it('is dropped once it is closed, without reports of failures', async () => {
    const { outgoing, errors } = start()
    const done: string[] = []
    const one = slow(done, 'one')
    outgoing.send(1, async () => {
      await one.work()
      throw new Error('the room is gone')
    })
    outgoing.send(1, async () => void done.push('two'))
    await one.begun
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
