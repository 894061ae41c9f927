import type { PermissionOption, ToolCallUpdate } from '@agentclientprotocol/sdk'
import { describe, expect, it } from 'vitest'
import type { FileImage } from '../../../../../src/core/wires/acp/file-change.ts'
import { answerFor, approvalOf, isOwnTool, ruleFor } from '../../../../../src/core/wires/acp/permission.ts'
import { imageBefore, proposedChanges } from '../../../../../src/core/wires/acp/proposed-change.ts'
import { filesOf } from '../../../../../src/core/wires/acp/run.ts'
import { newCall, updatedCall } from '../../../../../src/core/wires/acp/tool-call.ts'

const ROOT = '/home/dev/project'
const lines = (word: string): string =>
  Array.from({ length: 40 }, (_, at) => (at === 19 ? `hello ${word}\n` : `line ${at + 1}\n`)).join('')
const BEFORE = lines('world')
const AFTER = lines('parley')
const DIFF = `--- a/hello.txt
+++ b/hello.txt
@@ -17,7 +17,7 @@
 line 17
 line 18
 line 19
-hello world
+hello parley
 line 21
 line 22
 line 23
`
const OPTIONS: PermissionOption[] = [
  { optionId: 'a', name: 'Always', kind: 'allow_always' },
  { optionId: 'b', name: 'Yes', kind: 'allow_once' },
  { optionId: 'c', name: 'No', kind: 'reject_once' },
]

function ask(update: object, { text = BEFORE, options = OPTIONS, mayAlways = true } = {}) {
  const call = updatedCall(newCall('c'), { toolCallId: 'c', ...update } as ToolCallUpdate)
  const imageOf = (): FileImage => ({ kind: 'text', text })
  const proposals = proposedChanges(call, ROOT, filesOf(call, ROOT), imageOf)
  return approvalOf({ id: 'q', agent: 'Robin', root: ROOT, call, options, proposals, imageOf, mayAlways })
}

const path = `${ROOT}/hello.txt`
const diff = (oldText: string, newText: string, at = path) => ({ type: 'diff', path: at, oldText, newText })

/** The same edit, as each agent tells it before it is allowed. */
const SHAPES: Record<string, object> = {
  'Codex, a hunk with one line of context': {
    kind: 'edit',
    title: 'Edit files',
    locations: [{ path }],
    content: [diff('line 19\nhello world\nline 21\n', 'line 19\nhello parley\nline 21\n')],
  },
  'Claude Code, the bare piece': {
    kind: 'edit',
    title: 'Edit hello.txt',
    rawInput: { file_path: path, old_string: 'hello world', new_string: 'hello parley', replace_all: false },
    content: [diff('hello world', 'hello parley')],
    locations: [{ path }],
  },
  'Gemini CLI, the whole file': { kind: 'edit', content: [diff(BEFORE, AFTER)], locations: [{ path }] },
  'opencode, the whole file and a patch': {
    kind: 'edit',
    rawInput: { filepath: path, diff: 'Index: …' },
    content: [diff(BEFORE, AFTER)],
    locations: [{ path }],
  },
  'goose, only the arguments of its tool': {
    kind: 'other',
    title: `edit · ${path}`,
    rawInput: { path, before: 'hello world', after: 'hello parley' },
  },
  'Qwen Code, with a relative path': {
    kind: 'edit',
    rawInput: { file_path: path, old_string: 'hello world', new_string: 'hello parley' },
    content: [diff(BEFORE, AFTER, 'hello.txt')],
    locations: [{ path }],
  },
}

describe('The permission to edit', () => {
  it.each(Object.entries(SHAPES))('shows the same change for %s', (_, shape) => {
    expect(ask(shape)).toEqual({
      id: 'q',
      kind: 'edit',
      title: 'Robin wants to change hello.txt',
      action: 'hello.txt',
      diff: DIFF,
      decisions: ['allow', 'always', 'deny'],
      alwaysMeans: 'Always allow editing files of this folder in this conversation',
    })
  })

  it('keeps the line ends of the file', () => {
    const windows = BEFORE.replaceAll('\n', '\r\n')
    const shown = ask(SHAPES['Claude Code, the bare piece']!, { text: windows })
    expect(shown).toMatchObject({ diff: expect.stringContaining('-hello world\r\n+hello parley\r\n') })
  })

  it('says so if the change cannot be known', () => {
    expect(ask({ kind: 'edit', title: 'Editing' })).toMatchObject({
      title: 'Robin wants to change files',
      warning: 'Robin does not show what it will change.',
    })
    expect(ask({ kind: 'edit', locations: [{ path }] })).toMatchObject({
      warning: 'Parley cannot show the change to hello.txt: the agent does not tell it.',
    })
    const twice = { kind: 'edit', content: [diff('line 1', 'line 0')] }
    expect(ask(twice)).toMatchObject({ warning: expect.stringContaining('more than once') })
    const missing = { kind: 'edit', content: [diff('no such text', 'x')] }
    expect(ask(missing)).toMatchObject({ warning: expect.stringContaining('is not in the file') })
  })

  it('warns of files outside the folder, and is asked each time for them', () => {
    const outside = { kind: 'edit', content: [diff('a', 'b', '/etc/passwd')] }
    expect(ask(outside)).toMatchObject({
      action: '/etc/passwd',
      warning: 'Outside the open folder: /etc/passwd.',
      decisions: ['allow', 'deny'],
    })
  })

  it('of more files than can be listed says so, and is asked each time', () => {
    const paths = Array.from({ length: 51 }, (_, at) => `${ROOT}/${at}.txt`)
    const asked = ask({ kind: 'edit', content: paths.map((one) => diff('a', 'b', one)) })
    expect(asked).toMatchObject({
      warning: expect.stringMatching(/^It names more files than are listed here\./),
      decisions: ['allow', 'deny'],
    })
  })

  it('hides no file behind long names of others', () => {
    const long = Array.from({ length: 30 }, (_, at) => diff('a', 'b', `${ROOT}/${at}${'x'.repeat(1000)}`))
    const asked = { kind: 'edit', content: [...long, diff('a', 'b', '/etc/passwd')] }
    expect(ask(asked)).toBe('Robin asked for a change that is too long to show.')
    const some = { kind: 'edit', content: [...long.slice(0, 10), diff('a', 'b', '/etc/passwd')] }
    expect(ask(some)).toMatchObject({
      warning: expect.stringMatching(/^Outside the open folder: \/etc\/passwd\./),
    })
  })

  it('to run a command that only the title tells shows all of it, or is denied', () => {
    const command = `echo ${'x'.repeat(500)}; rm -rf .`
    expect(ask({ kind: 'execute', title: command })).toMatchObject({ action: command })
    expect(ask({ kind: 'execute', title: `echo ${'x'.repeat(20_000)}; rm -rf .` })).toBe(
      'Robin asked to run a command that is too long to show.',
    )
  })

  it('offers no "always" to somebody who may not approve', () => {
    expect(ask(SHAPES['Claude Code, the bare piece']!, { mayAlways: false })).toMatchObject({
      decisions: ['allow', 'deny'],
    })
  })
})

describe('The permission to run a command', () => {
  it('shows the exact command, its folder and what is dangerous about it', () => {
    expect(ask({ kind: 'execute', rawInput: { command: 'rm -rf build', cwd: '/tmp' } })).toMatchObject({
      kind: 'command',
      title: 'Robin wants to run a command',
      action: 'rm -rf build',
      folder: '/tmp',
      warning: 'It deletes files permanently.',
    })
  })

  it('is refused in words if the command is too long to show', () => {
    const shown = ask({ kind: 'execute', rawInput: { command: `echo ${'x'.repeat(30_000)}` } })
    expect(shown).toBe('Robin asked to run a command that is too long to show.')
  })
})

describe('The permission for another tool', () => {
  it('names the file that the agent wants to read, and says what “always” allows', () => {
    expect(ask({ kind: 'read', title: `read · ${path}`, name: 'read', rawInput: { path } })).toMatchObject({
      title: 'Robin wants to read hello.txt',
      alwaysMeans: 'Always allow “read” in this conversation',
    })
    expect(ask({ kind: 'other', title: `read · ${path}`, name: 'read', rawInput: { path } })).toMatchObject({
      title: 'Robin wants to read hello.txt',
    })
    expect(ask({ kind: 'execute', rawInput: { command: 'ls' } })).toMatchObject({
      alwaysMeans: 'Always allow this exact command in this conversation',
    })
  })

  it('shows everything the tool is given', () => {
    expect(
      ask({ kind: 'fetch', name: 'browse', title: 'Open a page', rawInput: { url: 'https://example.org' } }),
    ).toMatchObject({
      kind: 'command',
      title: 'Robin wants to use browse',
      action: expect.stringContaining('https://example.org'),
    })
  })

  it('is a question if there are several ways to agree', () => {
    const options: PermissionOption[] = [
      { optionId: 'edits', name: 'Yes, and accept edits', kind: 'allow_once' },
      { optionId: 'ask', name: 'Yes, and ask each time', kind: 'allow_once' },
      { optionId: 'no', name: 'No, keep planning', kind: 'reject_once' },
    ]
    expect(ask({ kind: 'switch_mode', title: 'Ready to code?' }, { options })).toMatchObject({
      kind: 'question',
      title: 'Ready to code?',
      choices: ['Yes, and accept edits', 'Yes, and ask each time'],
    })
    expect(answerFor(options, 'choice:2')).toEqual({ outcome: { outcome: 'selected', optionId: 'ask' } })
    expect(answerFor(options, 'deny')).toEqual({ outcome: { outcome: 'selected', optionId: 'no' } })
  })
})

describe('The answer to the agent', () => {
  it('is for one time, whatever the user said, and found by the kind of the option', () => {
    expect(answerFor(OPTIONS, 'allow')).toEqual({ outcome: { outcome: 'selected', optionId: 'b' } })
    expect(answerFor(OPTIONS, 'always')).toEqual({ outcome: { outcome: 'selected', optionId: 'b' } })
    expect(answerFor(OPTIONS, 'deny')).toEqual({ outcome: { outcome: 'selected', optionId: 'c' } })
  })

  it('is a cancellation if the agent offers no such answer', () => {
    expect(answerFor([OPTIONS[1]!], 'deny')).toEqual({ outcome: { outcome: 'cancelled' } })
    expect(answerFor([], 'allow')).toEqual({ outcome: { outcome: 'cancelled' } })
  })
})

describe('A rule', () => {
  const rule = (update: object) =>
    ruleFor({ call: updatedCall(newCall('c'), { toolCallId: 'c', ...update } as ToolCallUpdate), root: ROOT })

  it('covers edits of the folder, but not deleting; one command, but no other', () => {
    const edit = rule(SHAPES['Claude Code, the bare piece']!)
    expect(rule(SHAPES['goose, only the arguments of its tool']!)?.key).toBe(edit?.key)
    expect(rule({ kind: 'delete', locations: [{ path }] })?.key).not.toBe(edit?.key)
    const command = rule({ kind: 'execute', rawInput: { command: 'npm test' } })
    expect(command?.label).toBe('Running npm test')
    expect(rule({ kind: 'execute', rawInput: { command: 'npm test && rm -rf /' } })?.key).not.toBe(
      command?.key,
    )
  })
})

describe('A change that is only told when it is done', () => {
  it('is taken back from what is on disk', () => {
    const call = updatedCall(newCall('c'), {
      toolCallId: 'c',
      status: 'completed',
      ...SHAPES['Claude Code, the bare piece'],
    } as ToolCallUpdate)
    expect(imageBefore(call, ROOT, 'hello.txt', AFTER)).toEqual({ kind: 'text', text: BEFORE })
    expect(imageBefore(call, ROOT, 'hello.txt', 'something else')).toBeNull()
  })
})

describe('A call of Parley’s own tools', () => {
  const isOwn = (update: object): boolean =>
    isOwnTool(updatedCall(newCall('c'), { toolCallId: 'c', ...update } as ToolCallUpdate), 'parley-12')

  it('is known by the name of the tool, or by the title if the agent tells no name', () => {
    expect(isOwn({ kind: 'other', name: 'mcp__parley-12__show' })).toBe(true)
    expect(isOwn({ kind: 'other', title: 'show (parley-12 MCP Server)' })).toBe(true)
    expect(isOwn({ kind: 'other', title: 'show (parley-13 MCP Server)' })).toBe(false)
  })

  it('is none that runs a command, changes a file or has another name, whatever its title', () => {
    const title = 'parley-12: show'
    expect(isOwn({ title, rawInput: { command: 'rm -rf .' } })).toBe(false)
    expect(isOwn({ kind: 'other', title, rawInput: { path: 'a.txt', content: 'x' } })).toBe(false)
    expect(isOwn({ title, content: [diff('a', 'b')] })).toBe(false)
    expect(isOwn({ kind: 'other', title, name: 'delete_database' })).toBe(false)
  })
})
