// The generated pages say what the registry says, and the generator notices when they do not.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { clientWires } from '../../src/client/wires.ts'
import { renderDocs, staleDocs, writeDocs } from '../../build/docs.ts'
import { wires, protocols } from '../../src/shared/wire/registry.ts'

const repository = join(import.meta.dirname, '..', '..')
const PAGE = 'docs/protocols/g2.md'

describe('the generated pages of this repository', () => {
  it('are up to date (npm run docs)', () => {
    expect(staleDocs(repository)).toEqual([])
  })
})

describe('the generator', () => {
  it('writes the same text every time, ending in a newline', () => {
    expect([...renderDocs()]).toEqual([...renderDocs()])
    for (const text of renderDocs().values()) expect(text).toMatch(/[^\n]\n$/)
  })

  it('puts every message of every wire on its page, with its meaning and its fields', () => {
    for (const wire of wires) {
      const page = renderDocs().get(`docs/protocols/${wire.id}.md`)
      expect(page).toMatch(/^1\. /m)
      for (const { title, messages } of wire.protocols) {
        expect(page).toContain(`\n### ${title}\n`)
        for (const { name, direction, meaning } of messages) {
          expect(page).toContain(`| \`${name}\` | ${direction} | ${meaning} |`)
          expect(page).toContain(`\n#### \`${name}\`\n`)
        }
      }
    }
    expect(renderDocs().get(PAGE)).toContain('| `entries[].role` | `"user"`, `"assistant"` |  |')
  })

  it('puts every conformance rule on the page of its wire', () => {
    for (const { wire, rules } of clientWires) {
      const page = renderDocs().get(`docs/protocols/${wire.id}.md`)
      for (const { id, title } of rules) expect(page).toContain(`| \`${id}\` | ${title}`)
    }
  })

  it('writes JSON Schemas that accept every example and additional fields, and refuse everything else', () => {
    for (const { id, messages } of protocols) {
      const text = renderDocs().get(`src/shared/wire/schemas/${id}.json`)
      const file = JSON.parse(text ?? '') as z.core.JSONSchema.JSONSchema
      expect(file.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
      const any = z.fromJSONSchema(file)
      for (const { name, examples } of messages) {
        const one = z.fromJSONSchema({ $defs: file.$defs ?? {}, $ref: `#/$defs/${name}` })
        for (const example of examples) {
          expect(any.safeParse(example).success, `${id} ${name}`).toBe(true)
          expect(one.safeParse({ ...(example as object), later: 1 }).success, `${id} ${name}`).toBe(true)
        }
        expect(one.safeParse({}).success, `${id} ${name}`).toBe(false)
      }
      expect(any.safeParse({ type: 'nobody knows' }).success).toBe(false)
    }
  })
})

describe('the check', () => {
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'wire-docs-'))
    writeDocs(root)
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it('accepts what was just written', () => {
    expect(staleDocs(root)).toEqual([])
  })

  it('ignores the line endings of a checkout', () => {
    writeFileSync(join(root, PAGE), (renderDocs().get(PAGE) ?? '').replaceAll('\n', '\r\n'))
    expect(staleDocs(root)).toEqual([])
  })

  it('names each file that was changed, is missing or is unknown', () => {
    writeFileSync(join(root, PAGE), '# G2\n')
    rmSync(join(root, 'src/shared/wire/schemas/g2.json'))
    writeFileSync(join(root, 'src/shared/wire/schemas/forgotten.json'), '{}\n')
    expect(staleDocs(root)).toEqual([
      `${PAGE} is out of date`,
      'src/shared/wire/schemas/g2.json is missing',
      'src/shared/wire/schemas/forgotten.json should not be there',
    ])
    writeDocs(root)
    expect(staleDocs(root)).toEqual([])
  })
})
