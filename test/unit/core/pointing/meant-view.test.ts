// What each kind of brain is told of words that point at the screen.
import { expect, it } from 'vitest'
import { requestText } from '../../../../src/core/model/instructions.ts'
import type { Target } from '../../../../src/core/pointing/looking.ts'
import { meantView, plainRequest } from '../../../../src/core/pointing/meant-view.ts'
import { promptBlocks } from '../../../../src/core/wires/acp/prompt.ts'
import { textWithView } from '../../../../src/core/wires/openclaw/request-text.ts'
import { code, diff, document } from './screens.ts'

const text = 'explain the function above'
const phrase = 'the function above'
const open: Target = { kind: 'method', name: 'open', line: 16, endLine: 24 }
const view = meantView(code(33), { phrase, target: open })

it('a coding agent gets a link to the lines, and a sentence', () => {
  expect(promptBlocks({ text, view, root: '/home/me/harbour', isFirst: false, hasTools: true })).toEqual([
    { type: 'text', text },
    { type: 'resource_link', name: 'tide.ts', uri: 'file:///home/me/harbour/src/tide.ts#L16:24' },
    {
      type: 'text',
      text: '[On the user’s screen, “the function above” is the method open, lines 16 to 24, in src/tide.ts.]',
    },
  ])
})

it('a model and an OpenClaw gateway get the sentence', () => {
  expect(requestText({ text, view })).toBe(
    'explain the function above\n\n[On the user’s screen, “the function above” is the method open, lines 16 to 24, in src/tide.ts.]',
  )
  expect(textWithView(text, view)).toBe(
    'explain the function above\n\n[On my screen, “the function above” is the method open, lines 16 to 24, in src/tide.ts]',
  )
})

it('the built-in agent gets the words that its grammars know', () => {
  expect(plainRequest('Explain the Function above.', view.meant)).toBe('Explain this method.')
  const lines = meantView(code(33), { phrase: 'lines 40 to 50', target: { line: 40, endLine: 50 } })
  expect(plainRequest('explain lines 40 to 50', lines.meant)).toBe('explain this code')
  expect(plainRequest('explain it', undefined)).toBe('explain it')
})

it('a target in another file is what the user looks at', () => {
  const hunk: Target = { kind: 'hunk', file: 'test/client.test.ts', line: 1, endLine: 3 }
  expect(meantView(diff, { phrase: 'the last hunk', target: hunk })).toEqual({
    kind: 'diff',
    file: 'test/client.test.ts',
    line: 1,
    endLine: 3,
    meant: { phrase: 'the last hunk', what: 'the hunk at line 1 of client.test.ts', plain: 'this hunk' },
  })
  const file: Target = { kind: 'file', file: 'src/client.ts', line: 12, endLine: 14 }
  const first = meantView(diff, { phrase: 'the first file', target: file })
  expect(first).not.toHaveProperty('line')
  expect(requestText({ text: 'read the first file', view: first })).toContain(
    '“the first file” is src/client.ts.]',
  )
})

it('a document without a file still says which section is meant', () => {
  const { file: _, ...answer } = document
  const section: Target = { kind: 'heading', name: 'Install', line: 5, endLine: 19 }
  const said = meantView(answer, { phrase: 'the second heading', target: section })
  const words = '[On the user’s screen, “the second heading” is the section “Install”.]'
  expect(requestText({ text: 'shorten the second heading', view: said })).toContain(words)
  expect(
    promptBlocks({ text: 'go on', view: said, root: '/', isFirst: false, hasTools: true }).at(-1),
  ).toEqual({ type: 'text', text: words })
})
