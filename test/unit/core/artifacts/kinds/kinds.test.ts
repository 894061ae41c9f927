// A fake kind, registered with one entry, works everywhere a kind matters.
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createKinds, type KindDefinition } from '../../../../../src/core/artifacts/kinds/kind.ts'
import { kinds } from '../../../../../src/core/artifacts/kinds/kinds.ts'
import { readAloud } from '../../../../../src/core/understanding/replies/read-aloud.ts'
import { decodePacket } from '../../../../../src/core/wires/ganglia/decode-packet.ts'
import { encodeEnveloped } from '../../../../../src/core/wires/ganglia/enveloped.ts'
import { encodeFlat } from '../../../../../src/core/wires/ganglia/flat.ts'
import { cardOf } from '../../../../../src/core/wires/voice-ide/cards.ts'
import { createEventReceiver } from '../../../../../src/renderer/room/event-receiver.ts'
import { createStore } from '../../../../../src/renderer/store/store.ts'
import { tabLabel } from '../../../../../src/renderer/viewer/tab-labels.ts'
import { artifactKinds, type Artifact } from '../../../../../src/shared/artifacts.ts'

/** A kind that the union of the real kinds does not have. */
interface Poem {
  kind: 'poem'
  id: string
  title: string
  lines: string[]
}

vi.mock('../../../../../src/core/artifacts/kinds/kinds.ts', async (importOriginal) => {
  const poemKind = {
    kind: 'poem',
    name: 'Poem',
    schema: z.object({
      kind: z.literal('poem'),
      id: z.string().min(1),
      title: z.string(),
      lines: z.array(z.string()),
    }),
    title: (poem: Poem) => `“${poem.lines[0]}”`,
    enveloped: (poem: Poem) => ({ kind: 'markdown', content: poem.lines.join('\n') }),
    readAloud: (poem: Poem) => poem.lines.join(', '),
    card: (poem: Poem) => ({ fields: { lines: poem.lines.slice(0, 1) }, truncated: poem.lines.length > 1 }),
  } as unknown as KindDefinition
  const original = await importOriginal<{ kinds: typeof kinds }>()
  return { kinds: createKinds([...original.kinds.all, poemKind]) }
})

const poem = { kind: 'poem', id: 'p1', title: '', lines: ['so much depends', 'upon'] } as unknown as Artifact
const record = {
  id: 'e1',
  at: 5,
  event: { type: 'artifact.created', turnId: 't', artifact: poem },
} as const
const packet = (message: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(message))

it('a registered kind travels through the flat codec and the store to its tab label', () => {
  const store = createStore()
  const receiver = createEventReceiver(() => 'fallback')
  const { actions } = receiver.receive('ganglia-events', packet(encodeFlat(record)), 6)
  actions.forEach(store.dispatch)
  const { artifacts, activeTab } = store.get().conversation
  expect(artifacts).toMatchObject([{ artifact: { ...poem, title: '“so much depends”' }, at: 5 }])
  expect(activeTab).toBe('p1')
  expect(tabLabel(poem)).toBe('“so much depends”')
})

it('a registered kind is validated by its own schema', () => {
  const wrong = { ...encodeFlat(record), lines: 'none' }
  expect(decodePacket(packet(wrong), () => 'fallback')).toEqual({ tag: 'unknown' })
})

it('a registered kind has an enveloped message, a card and a text to read aloud', () => {
  expect(encodeEnveloped(record)).toMatchObject({
    payload: {
      artifact_id: 'p1',
      kind: 'markdown',
      title: '“so much depends”',
      content: 'so much depends\nupon',
    },
  })
  expect(cardOf(poem)).toEqual({
    type: 'poem',
    id: 'p1',
    title: '',
    lines: ['so much depends'],
    truncated: true,
  })
  expect(readAloud(poem)).toBe('so much depends, upon')
})

it('an unregistered kind is no artifact', () => {
  const unknown = { ...encodeFlat(record), artifact_type: 'song' }
  expect(decodePacket(packet(unknown), () => 'fallback')).toEqual({ tag: 'unknown' })
})

it('every kind with a schema is registered', () => {
  expect(kinds.all.map(({ kind }) => kind)).toEqual([...artifactKinds, 'poem'])
})
