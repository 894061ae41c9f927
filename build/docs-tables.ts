// The fields of a JSON Schema as rows of a table.
import { code } from './markdown.ts'

export interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  contentMediaType?: string
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
}

/** Each field with its path, its type, and whether it may be absent. Fields of nested objects follow their parent. */
export function fieldRows(schema: JsonSchema, path = ''): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`
    const row = [code(at), typeOf(field), schema.required?.includes(name) ? '' : 'optional']
    return [row, ...fieldRows(objectIn(field), field.items ? `${at}[]` : at)]
  })
}

const objectIn = (field: JsonSchema): JsonSchema => field.items ?? field

function typeOf(field: JsonSchema): string {
  if (field.const !== undefined) return code(JSON.stringify(field.const))
  if (field.enum) return field.enum.map((value) => code(JSON.stringify(value))).join(', ')
  const choices = field.anyOf ?? field.oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ')
  if (field.type === 'array') {
    const most = field.maxItems === undefined ? '' : ` (at most ${field.maxItems})`
    return `array of ${typeOf(field.items ?? {})}${most}`
  }
  if (field.type === undefined) return 'anything'
  const type = Array.isArray(field.type) ? field.type.join(' or ') : field.type
  return `${type}${limits(field)}`
}

function limits({ maxLength, minimum, maximum, contentMediaType, format }: JsonSchema): string {
  const isBounded = (limit: number | undefined): limit is number =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER
  const facts = [
    contentMediaType === undefined ? '' : 'JSON text',
    format === undefined ? '' : format,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    isBounded(minimum) ? `from ${minimum}` : '',
    isBounded(maximum) ? `to ${maximum}` : '',
  ].filter((fact) => fact !== '')
  return facts.length === 0 ? '' : `, ${facts.join(' ')}`
}
