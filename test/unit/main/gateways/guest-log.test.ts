// The log of what guests said: nobody is told that words are safe while any of them are not.
import { describe, expect, it } from 'vitest'
import { createGuestLog } from '../../../../src/main/gateways/house/guest-log.ts'
import type { RecordedEvent } from '../../../../src/shared/conversation.ts'
import { createMemoryJournal } from '../../../fakes/memory-journal.ts'

function logged() {
  const records: RecordedEvent[] = []
  const journal = createMemoryJournal(records)
  const errors: unknown[] = []
  /** What goes wrong next: once for each. */
  const failures = { open: 0, append: 0 }
  const trying = async (what: keyof typeof failures): Promise<void> => {
    if (failures[what] > 0 && failures[what]--) throw new Error(`${what} failed`)
  }
  let ids = 0
  const log = createGuestLog({
    async open() {
      await trying('open')
      return {
        ...journal,
        async append(record) {
          await trying('append')
          await journal.append(record)
        },
      }
    },
    newId: () => `r${++ids}`,
    now: () => 0,
    onError: (_, error) => void errors.push(error),
  })
  return {
    log,
    failures,
    errors,
    say: (turnId: string) => log.record({ type: 'turn.started', turnId }),
    said: () => records.map(({ event }) => ('turnId' in event ? event.turnId : '')),
  }
}

describe('the log of guests', () => {
  it('has everything in order, once it says so', async () => {
    const { log, say, said } = logged()
    for (const turn of ['a', 'b', 'c']) say(turn)
    await log.kept()
    expect(said()).toEqual(['a', 'b', 'c'])
  })

  it('does not call words safe that could not be written, whatever was written after them', async () => {
    const { log, failures, errors, say, said } = logged()
    failures.append = 3
    say('a')
    say('b')
    await expect(log.kept()).rejects.toThrow('append failed')
    expect([said(), errors.length]).toEqual([[], 2])
  })

  it('writes what it could not write as soon as it can, and in its place', async () => {
    const { log, failures, say, said } = logged()
    failures.append = 1
    say('a')
    say('b')
    await log.kept()
    expect(said()).toEqual(['a', 'b'])
  })

  it('that could not be opened is opened by the next words, and loses none', async () => {
    const { log, failures, say, said } = logged()
    failures.open = 2
    say('a')
    await expect(log.kept()).rejects.toThrow('open failed')
    say('b')
    await log.kept()
    expect(said()).toEqual(['a', 'b'])
  })

  it('calls nothing safe any more once there was too much to be held on to', async () => {
    const { log, failures, say } = logged()
    failures.append = 10_001
    for (let turn = 0; turn <= 10_000; turn++) say(`t${turn}`)
    await expect(log.kept()).rejects.toThrow('Too much')
  })
})
