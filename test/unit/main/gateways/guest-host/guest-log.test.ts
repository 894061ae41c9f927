// The log of guests: `synced` resolves only if all events are on disk.
import { describe, expect, it } from 'vitest'
import { createGuestLog } from '../../../../../src/main/gateways/guest-host/guest-log.ts'
import type { RecordedEvent } from '../../../../../src/shared/conversation.ts'
import { createMemoryJournal } from '../../../../fakes/memory-journal.ts'

function logged() {
  const records: RecordedEvent[] = []
  const journal = createMemoryJournal(records)
  const errors: unknown[] = []
  /** How many times each operation fails next. */
  const failures = { open: 0, append: 0 }
  const trying = (what: keyof typeof failures): void => {
    if (failures[what] > 0 && failures[what]--) throw new Error(`${what} failed`)
  }
  let ids = 0
  const log = createGuestLog({
    open() {
      trying('open')
      return {
        ...journal,
        append(record) {
          trying('append')
          journal.append(record)
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
  it('has all events in order after `synced`', async () => {
    const { log, say, said } = logged()
    for (const turn of ['a', 'b', 'c']) say(turn)
    await log.synced()
    expect(said()).toEqual(['a', 'b', 'c'])
  })

  it('is not synced if an event could not be written, even if later ones could', async () => {
    const { log, failures, errors, say, said } = logged()
    failures.append = 3
    say('a')
    say('b')
    await expect(log.synced()).rejects.toThrow('append failed')
    expect([said(), errors.length]).toEqual([[], 2])
  })

  it('writes failed events as soon as it can, in their order', async () => {
    const { log, failures, say, said } = logged()
    failures.append = 1
    say('a')
    say('b')
    await log.synced()
    expect(said()).toEqual(['a', 'b'])
  })

  it('that could not be opened is opened with the next event, and loses none', async () => {
    const { log, failures, say, said } = logged()
    failures.open = 2
    say('a')
    await expect(log.synced()).rejects.toThrow('open failed')
    say('b')
    await log.synced()
    expect(said()).toEqual(['a', 'b'])
  })

  it('is never synced again after it had to drop events', async () => {
    const { log, failures, say } = logged()
    failures.append = 10_001
    for (let turn = 0; turn <= 10_000; turn++) say(`t${turn}`)
    await expect(log.synced()).rejects.toThrow('Too many events')
  })
})
