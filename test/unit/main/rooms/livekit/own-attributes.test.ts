import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createLastingAttributes,
  createOwnAttributes,
  type OwnAttributes,
} from '../../../../../src/main/rooms/livekit/own-attributes.ts'

let sent: { attributes: Record<string, string>; answer: () => void; refuse: (error: Error) => void }[]
let giveUp: () => void
let errors: unknown[]
let own: OwnAttributes

beforeEach(() => {
  sent = []
  errors = []
  own = createOwnAttributes(
    { session: 's' },
    {
      send: (attributes) =>
        new Promise<void>((resolve, reject) => sent.push({ attributes, answer: resolve, refuse: reject })),
      clock: {
        after(_ms, callback) {
          giveUp = callback
          return () => {}
        },
      },
      onError: (error) => errors.push(error),
    },
  )
})

const states = (): (string | undefined)[] => sent.map(({ attributes }) => attributes['state'])

describe('the agent’s own attributes', () => {
  it('are sent at once, all of them', () => {
    own.set({ state: 'idle' })
    expect(sent[0]!.attributes).toEqual({ session: 's', state: 'idle' })
    expect(own.all()).toEqual({ session: 's', state: 'idle' })
  })

  it('are sent one after the other, and of several changes only the newest', async () => {
    own.set({ state: 'listening' })
    own.set({ state: 'thinking' })
    own.set({ state: 'speaking' })
    expect(states()).toEqual(['listening'])
    sent[0]!.answer()
    await setImmediate()
    expect(states()).toEqual(['listening', 'speaking'])
    sent[1]!.answer()
    await setImmediate()
    expect(sent).toHaveLength(2)
  })

  it('do not wait for a confirmation that does not come', async () => {
    own.set({ state: 'listening' })
    own.set({ state: 'thinking' })
    giveUp()
    await setImmediate()
    expect(states()).toEqual(['listening', 'thinking'])
  })

  it('are sent again after they were refused, which is reported', async () => {
    own.set({ state: 'listening' })
    sent[0]!.refuse(new Error('no'))
    await setImmediate()
    own.set({})
    expect(states()).toEqual(['listening', 'listening'])
    expect(errors.map(String)).toEqual(['Error: no'])
  })

  it('are sent again by themselves after they were refused, but not once the connection is closed', async () => {
    own.set({ state: 'listening' })
    sent[0]!.refuse(new Error('no'))
    await setImmediate()
    giveUp()
    expect(states()).toEqual(['listening', 'listening'])
    sent[1]!.refuse(new Error('no'))
    await setImmediate()
    own.close()
    giveUp()
    expect(sent).toHaveLength(2)
  })

  it('are sent once more when a late confirmation leaves their order unknown', async () => {
    own.set({ state: 'idle' })
    giveUp()
    await setImmediate()
    own.set({ state: 'listening' })
    sent[1]!.answer()
    await setImmediate()
    expect(states()).toEqual(['idle', 'listening'])
    sent[0]!.answer()
    await setImmediate()
    expect(states()).toEqual(['idle', 'listening', 'listening'])
    sent[2]!.answer()
    await setImmediate()
    expect(sent).toHaveLength(3)
  })
})

describe('the agent’s state over connections', () => {
  it('is listening for somebody who came, even if another attribute changed at that moment', () => {
    const published: Record<string, string>[] = []
    const people = [] as { identity: string; name: string }[]
    const lasting = createLastingAttributes(() => ({
      people: () => people as never,
      setAttributes: (attributes) => published.push(attributes),
    }))
    lasting.set({ 'lk.agent.state': 'idle' })
    expect(published.at(-1)).toMatchObject({ 'lk.agent.state': 'idle' })
    people.push({ identity: 'ada', name: 'Ada' })
    lasting.set({ title: 'Clock' })
    lasting.peopleChanged()
    expect(published.at(-1)).toMatchObject({ 'lk.agent.state': 'listening', title: 'Clock' })
    people.pop()
    lasting.peopleChanged()
    expect(published.at(-1)).toMatchObject({ 'lk.agent.state': 'idle' })
  })
})
