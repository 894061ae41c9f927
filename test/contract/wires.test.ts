// The registry of wires: every message has a name, a meaning and examples that its schema accepts.
import { describe, expect, it } from 'vitest'
import { gatewayWires, protocols, wires } from '../../src/shared/wire/registry.ts'

const SENTENCE = /^[A-Z`][^\n]*[^\s.]\.$/
const isOneSentence = (text: string) => SENTENCE.test(text) && !/[.!?] [A-Z]/.test(text)

describe.each(protocols.map((protocol) => [protocol.id, protocol] as const))('the wire %s', (_, protocol) => {
  it('has only examples that its own schemas accept and that survive being sent as JSON', () => {
    for (const { schema, examples } of protocol.messages) {
      expect(examples.length).toBeGreaterThan(0)
      for (const example of examples) {
        const received: unknown = JSON.parse(JSON.stringify(example))
        expect(received).toEqual(example)
        expect(schema.parse(received)).toEqual(example)
      }
    }
  })

  it('gives the same answer if compiling schemas at run time is forbidden', () => {
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

  it('explains each value in one sentence', () => {
    const explained = Object.values(protocol.valueSets ?? {}).flatMap((set) => Object.values(set))
    for (const line of explained) expect(isOneSentence(line), line).toBe(true)
  })

  it('has unique message names that are valid keys of a JSON Schema', () => {
    const names = protocol.messages.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z][a-z_.-]*$/)
  })

  it('says who sends each message to whom', () => {
    for (const { direction } of protocol.messages) expect(direction).toMatch(/^\w+[→↔]\w+$/)
  })
})

describe('the registry', () => {
  it('gives each wire, protocol and path its own id', () => {
    for (const ids of [
      wires.map(({ id }) => id),
      protocols.map(({ id }) => id),
      gatewayWires.map(({ path }) => path),
    ])
      expect(new Set<string>(ids).size).toBe(ids.length)
  })

  it('makes a pairing link with the token for each wire of the gateway', () => {
    for (const { pairing } of gatewayWires)
      expect(
        new URL(pairing.link({ host: '192.168.1.2:8765', isLoopback: false, token: 'T' })).href,
      ).toContain('token=T')
  })
})
