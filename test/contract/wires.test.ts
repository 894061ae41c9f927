// The registry of wires: every message in it is named, explained and shown, and what is shown is true.
import { describe, expect, it } from 'vitest'
import { protocols } from '../../src/shared/wire/protocols.ts'

const SENTENCE = /^[A-Z`][^\n]*[^\s.]\.$/
const isOneSentence = (text: string) => SENTENCE.test(text) && !/[.!?] [A-Z]/.test(text)

describe.each(protocols.map((protocol) => [protocol.id, protocol] as const))('the wire %s', (_, protocol) => {
  it('shows only examples that its own schemas accept and that survive being sent as JSON', () => {
    for (const { schema, examples } of protocol.messages) {
      expect(examples.length).toBeGreaterThan(0)
      for (const example of examples) {
        const received: unknown = JSON.parse(JSON.stringify(example))
        expect(received).toEqual(example)
        expect(schema.parse(received)).toEqual(example)
      }
    }
  })

  it('gives the same answer where compiling schemas at run time is forbidden', () => {
    for (const { schema, examples } of protocol.messages) {
      for (const example of examples) {
        expect(schema.safeParse(example, { jitless: true })).toEqual(schema.safeParse(example))
      }
    }
  })

  it('says what each message means in one sentence', () => {
    for (const { name, meaning } of protocol.messages) {
      expect(isOneSentence(meaning), `${name}: ${meaning}`).toBe(true)
    }
  })

  it('explains each word and each note in one sentence', () => {
    const sets = Object.values(protocol.words ?? {})
    const explained = [...sets.flatMap((set) => Object.values(set)), ...(protocol.notes ?? [])]
    for (const line of explained) expect(isOneSentence(line), line).toBe(true)
  })

  it('names no message twice, and with names that are fit to be keys of a JSON Schema', () => {
    const names = protocol.messages.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z][a-z_.]*$/)
  })

  it('says who sends each message to whom', () => {
    for (const { direction } of protocol.messages) expect(direction).toMatch(/^\w+[→↔]\w+$/)
  })
})

describe('the registry', () => {
  it('lists all five documents, each wire under an id of its own', () => {
    expect(protocols.map(({ id, document }) => [id, document])).toEqual(
      expect.arrayContaining([
        ['ganglia-flat', '000'],
        ['ganglia-enveloped', '001'],
        ['voice-ide', '002'],
        ['vela', '003'],
        ['g2', '004'],
        ['openclaw', '004'],
      ]),
    )
    expect(new Set(protocols.map(({ id }) => id)).size).toBe(protocols.length)
  })
})
