// Writes what can be read off the code: the messages and rules of the protocol pages, one JSON Schema per protocol, and the
// authorization table. `node build/docs.ts` writes, `node build/docs.ts --check` only reports what is out of date.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { clientWires } from '../src/client/wires.ts'
import type { Rule } from '../src/client/conform/rule.ts'
import { listenerRules } from '../src/client/conform/listener-rules.ts'
import { roomCallRules, settingRules } from '../src/shared/authorization.ts'
import { userDocs } from './docs-user.ts'
import { ipcRequests } from '../src/shared/ipc.ts'
import type { Protocol, Wire, WireMessage } from '../src/shared/wire/protocol.ts'
import { protocols, wires } from '../src/shared/wire/registry.ts'
import { fieldRows, type JsonSchema } from './docs-tables.ts'
import { code, table } from './markdown.ts'

const SCHEMAS = 'src/shared/wire/schemas'
const PAGES = 'docs/protocols'

function shapeOf({ schema }: WireMessage): JsonSchema {
  // The shape of what may be received: receivers ignore fields they do not know, so the schema must too.
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' })
  return shape as JsonSchema
}

function schemaFile(protocol: Protocol): string {
  const defs = protocol.messages.map((message) => [
    message.name,
    { description: message.meaning, ...shapeOf(message), examples: message.examples },
  ])
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: protocol.title,
    anyOf: protocol.messages.map(({ name }) => ({ $ref: `#/$defs/${name}` })),
    $defs: Object.fromEntries(defs) as object,
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}

function messageSection(message: WireMessage): string {
  const { name, direction, meaning, examples } = message
  const rows = fieldRows(shapeOf(message))
  return [
    `#### ${code(name)}`,
    `${direction}. ${meaning}`,
    ...(rows.length === 0 ? [] : [table(['field', 'type', ''], rows)]),
    ...examples.map((example) => `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``),
  ].join('\n\n')
}

function protocolSection(protocol: Protocol): string {
  const { id, title, transport, where, valueSets = {}, messages } = protocol
  const sets = Object.entries(valueSets).map(([set, meanings]) =>
    table(
      [set, 'meaning'],
      Object.entries(meanings).map(([value, meaning]) => [code(value), meaning]),
    ),
  )
  const overview = table(
    ['message', 'direction', 'meaning'],
    messages.map(({ name, direction, meaning }) => [code(name), direction, meaning]),
  )
  const facts = `${transport}; ${where}. [JSON Schema](../../${SCHEMAS}/${id}.json).`
  return [`### ${title}`, facts, overview, ...sets, ...messages.map(messageSection)].join('\n\n')
}

const rulesTable = (rules: readonly Rule[]): string =>
  table(
    ['rule', 'what the gateway must do'],
    rules.map(({ id, title, check }) => [
      code(id),
      typeof check === 'function' ? title : `${title} (Not checked: ${check.notTestable}.)`,
    ]),
  )

const clientRules = (wire: Wire): readonly Rule[] =>
  clientWires.find((one) => one.wire.id === wire.id)?.rules ?? []

const wiresTable = (): string =>
  table(
    ['wire', 'transport', 'where'],
    wires.map(({ id, title, protocols: [main] }) => [
      `[${title}](${id}.md)`,
      main?.transport ?? '',
      main?.where ?? '',
    ]),
  )

/** The page with its generated parts. Each starts with `<!-- NAME:begin -->` and is not formatted by Prettier. */
function withGenerated(file: string, parts: Readonly<Record<string, () => string>>): string {
  const page = readFileSync(join(import.meta.dirname, '..', file), 'utf8').replaceAll('\r\n', '\n')
  return page.replace(
    /(<!-- (\w+):begin[^\n]*-->\n<!-- prettier-ignore-start -->\n)[^]*?(<!-- prettier-ignore-end -->)/g,
    (_, begin: string, name: string, end: string) => {
      const part = parts[name]
      if (!part) throw new Error(`${file} has an unknown generated part ${name}`)
      return `${begin}\n${part()}\n\n${end}`
    },
  )
}

const wirePage = (wire: Wire): [string, string] => {
  const file = `${PAGES}/${wire.id}.md`
  return [
    file,
    withGenerated(file, {
      messages: () => wire.protocols.map(protocolSection).join('\n\n'),
      conformance: () => rulesTable(clientRules(wire)),
    }),
  ]
}

const SECURITY = 'docs/security.md'

function authorizationTables(): string {
  const who = {
    owner: 'owner’s window',
    approver: 'owner’s window, approvers',
    participant: 'any participant',
  }
  const calls = Object.entries(roomCallRules).map(([name, rule]) => [
    code(name),
    who[rule.who],
    rule.does,
    rule.approval,
    rule.restricted,
  ])
  const requests = Object.entries(ipcRequests).map(([name, { does, needsClick, desktopOnly }]) => [
    code(name),
    desktopOnly ? 'owner’s window, desktop app only' : 'owner’s window',
    does,
    needsClick ? 'the click itself' : 'none',
    'yes',
  ])
  const settings = Object.entries(settingRules).map(([name, { page, why }]) => [code(name), page, why])
  const head = ['who', 'what it does', 'approval', 'in a restricted folder']
  return [
    '### Calls in the room',
    table(['call', ...head], calls),
    '### Requests of the window',
    table(['request', ...head], requests),
    '### Settings',
    table(['setting', 'the page', 'why'], settings),
  ].join('\n\n')
}

/** Every generated file: its path from the root of the repository, and its text. */
export function renderDocs(): Map<string, string> {
  return new Map([
    [
      `${PAGES}/README.md`,
      withGenerated(`${PAGES}/README.md`, { wires: wiresTable, listener: () => rulesTable(listenerRules) }),
    ],
    ...userDocs(),
    ...wires.map(wirePage),
    [SECURITY, withGenerated(SECURITY, { authorization: authorizationTables })],
    ...protocols.map((protocol): [string, string] => [
      `${SCHEMAS}/${protocol.id}.json`,
      schemaFile(protocol),
    ]),
  ])
}

/** One line for each generated file under this root that is missing, out of date or unknown. */
export function staleDocs(root: string): string[] {
  const rendered = renderDocs()
  const stale = [...rendered].flatMap(([file, text]) => {
    const path = join(root, file)
    if (!existsSync(path)) return [`${file} is missing`]
    // A checkout may have changed the line endings.
    return readFileSync(path, 'utf8').replaceAll('\r\n', '\n') === text ? [] : [`${file} is out of date`]
  })
  return [...stale, ...strayDocs(root, rendered).map((file) => `${file} should not be there`)]
}

function strayDocs(root: string, rendered: ReadonlyMap<string, string>): string[] {
  const folder = join(root, SCHEMAS)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .map((name) => `${SCHEMAS}/${name}`)
    .filter((file) => !rendered.has(file))
}

/** Writes the generated files under this root and removes unknown ones. */
export function writeDocs(root: string): void {
  const rendered = renderDocs()
  for (const file of strayDocs(root, rendered)) rmSync(join(root, file), { recursive: true })
  for (const [file, text] of rendered) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  if (process.argv.includes('--check')) {
    const stale = staleDocs(root)
    for (const line of stale) console.error(line)
    if (stale.length > 0) {
      console.error('Run `npm run docs` and commit the result.')
      process.exitCode = 1
    }
  } else {
    writeDocs(root)
  }
}
