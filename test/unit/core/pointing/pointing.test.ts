// Phrases that point at something on fixed screens, and what they mean there.
import { describe, expect, it } from 'vitest'
import { understandPointing, type Pointing } from '../../../../src/core/pointing/pointing.ts'
import type { ViewContext } from '../../../../src/shared/conversation.ts'
import { code, diff, document, results } from './screens.ts'

/** `3-12`, with the file if the view has several: `src/client.ts 12-14`. */
function placeOf({
  line,
  endLine,
  file,
}: {
  line: number
  endLine: number
  file?: string | undefined
}): string {
  return `${file === undefined ? '' : `${file} `}${line}-${endLine}`
}

function summary(pointing: Pointing | null): string {
  switch (pointing?.tag) {
    case 'select':
      return `select ${placeOf(pointing.target)}`
    case 'meant':
      return `${pointing.phrase} = ${placeOf(pointing.target)}`
    case 'ask':
      return `which? ${pointing.choices.map(placeOf).join(' | ')}`
    case 'told':
      return pointing.text
    case 'clear':
      return 'clear'
    case undefined:
      return '-'
  }
}

type Row = readonly [said: string, view: ViewContext, expected: string]

const inOpen = code(17)
const inClose = code(33)
const inTide = code(7)
const betweenAll = code(57)
const closeSelected = code(26, { endLine: 40, selecting: true, anchor: 33 })

const selections: readonly Row[] = [
  ['select this function', inOpen, 'select 16-24'],
  ['Select the function.', inOpen, 'select 16-24'],
  ['please select this method', inClose, 'select 26-40'],
  ['highlight the class', inOpen, 'select 14-50'],
  ['select the class Harbour', betweenAll, 'select 14-50'],
  ['select the function parse config', inOpen, 'select 60-70'],
  ['select the close all method', inOpen, 'select 42-48'],
  ['select the interface', inTide, 'select 52-55'],
  ['select this loop', inClose, 'select 32-34'],
  ['select the loop', code(29), 'select 28-30'],
  ['select loop', code(33), 'select 32-34'],
  ['select the inner loop', inTide, 'select 6-9'],
  ['select the outer loop', inTide, 'select 5-10'],
  ['select the if statement', inOpen, 'select 18-20'],
  ['select the try block', inClose, 'select 36-39'],
  ['select the second loop', code(27), 'select 32-34'],
  ['select the last loop in the function', code(27), 'select 32-34'],
  ['select the comment above', inTide, 'select 1-2'],
  ['select lines 40 to 50', inOpen, 'select 40-50'],
  ['select lines forty to fifty', inOpen, 'select 40-50'],
  ['select line twelve', inOpen, 'select 12-12'],
  ['select from line 10 to line 20', inOpen, 'select 10-20'],
  ['select this line', inOpen, 'select 17-17'],
  ['select the next three lines', inOpen, 'select 18-20'],
  ['select the two lines above', inOpen, 'select 15-16'],
  ['select the first ten lines', inOpen, 'select 1-10'],
  ['select the last line', inOpen, 'select 80-80'],
  ['select everything', inOpen, 'select 1-80'],
  ['select the whole file', inOpen, 'select 1-80'],
  ['select what is on screen', inOpen, 'select 1-56'],
  ['select the rest of the function', inClose, 'select 33-40'],
  ['select to the end of the function', inClose, 'select 33-40'],
  ['to the end of the function', inClose, 'select 33-40'],
  ['to the end of the class', inClose, 'select 33-50'],
  ['select to the beginning of the function', inClose, 'select 26-33'],
  ['extend the selection to line 60', closeSelected, 'select 26-60'],
  ['to line 60', closeSelected, 'select 26-60'],
  ['select from here to the end of the file', inClose, 'select 33-80'],
  ['more', closeSelected, 'select 14-50'],
  ['expand the selection', code(33), 'select 32-34'],
  ['select more', code(32, { endLine: 34 }), 'select 26-40'],
  ['expand it', closeSelected, 'select 14-50'],
  ['less', closeSelected, 'select 32-34'],
  ['shrink the selection', code(14, { endLine: 50, anchor: 33 }), 'select 26-40'],
  ['two more lines', closeSelected, 'select 26-42'],
  ['one line less', closeSelected, 'select 26-39'],
  ['select nothing', closeSelected, 'clear'],
  ['deselect', closeSelected, 'clear'],
]

const places: readonly Row[] = [
  ['the next function', inOpen, 'select 26-40'],
  ['go to the next function', closeSelected, 'select 42-48'],
  ['the previous method', inClose, 'select 16-24'],
  ['the function above', inClose, 'select 16-24'],
  ['the function below', betweenAll, 'select 60-70'],
  ['show me the class above', betweenAll, 'select 14-50'],
  ['take me to the last function', inOpen, 'select 72-78'],
  ['the third function', inOpen, 'select 26-40'],
  ['the second function below', betweenAll, 'select 72-78'],
  ['go to the end of the function', inClose, 'select 40-40'],
  ['lines forty to fifty', inOpen, 'select 40-50'],
  ['the top function', inOpen, 'select 3-12'],
  ['the first file in the diff', diff, 'select src/client.ts 12-41'],
  ['select the second file', diff, 'select src/server.ts 5-60'],
  ['the last hunk', diff, 'select test/client.test.ts 1-3'],
  ['go to the second hunk', diff, 'select src/client.ts 40-41'],
  [
    'select the second hunk in client dot ts',
    { ...diff, screen: { things: diff.screen!.things.slice(0, 6) } },
    'select src/client.ts 40-41',
  ],
  ['select this hunk', diff, 'select src/server.ts 5-9'],
  ['the second heading', document, 'select 5-19'],
  ['go to the next section', document, 'select 10-19'],
  ['select the section usage', document, 'select 20-60'],
  ['show me the last heading', document, 'select 20-60'],
]

const requests: readonly Row[] = [
  ['explain this function', inClose, 'this function = 26-40'],
  ['Explain the function above.', inClose, 'the function above = 16-24'],
  ['what does the next function do', inOpen, 'the next function = 26-40'],
  ['rename this method to shut', inClose, 'this method = 26-40'],
  ['why is that line here', inOpen, 'that line = 17-17'],
  ['fix lines forty to fifty', inOpen, 'lines forty to fifty = 40-50'],
  ['what does line 40 do', inOpen, 'line 40 = 40-40'],
  ['add a comment above this class', inOpen, 'this class = 14-50'],
  ['refactor the loop, then run the tests', code(29), 'the loop = 28-30'],
  ['explain this', closeSelected, 'this = 26-40'],
  ['what does this do', closeSelected, 'this = 26-40'],
  ['put a breakpoint here', code(17, { endLine: 17 }), 'here = 17-17'],
  ['explain this', diff, 'this = src/server.ts 5-9'],
  ['simplify the selected lines', closeSelected, 'the selected lines = 26-40'],
  ['explain the second result', results, 'the second result = src/client.ts 30-30'],
  ['explain the last result', results, 'the last result = test/client.test.ts 99-99'],
  ['is the next result a test', results, 'the next result = src/server.ts 7-7'],
  ['who wrote this result', results, 'this result = src/client.ts 30-30'],
  ['what does the last hunk change', diff, 'the last hunk = test/client.test.ts 1-3'],
  ['explain the hunk above', diff, 'the hunk above = src/client.ts 40-41'],
  ['is this hunk safe', diff, 'this hunk = src/server.ts 5-9'],
  ['open the first file in the diff', diff, 'the first file in the diff = src/client.ts 12-41'],
  ['summarise the second heading', document, 'the second heading = 5-19'],
  ['shorten this section', document, 'this section = 5-19'],
]

const questions: readonly Row[] = [
  ['select the loop', code(27), 'which? 28-30 | 32-34'],
  ['select the loop', inTide, 'which? 5-10 | 6-9'],
  ['explain the loop', code(27), 'which? 28-30 | 32-34'],
  ['select this loop', inOpen, 'which? 5-10 | 6-9 | 28-30 | 32-34'],
  ['select this function', code(13), 'which? 3-12 | 16-24 | 26-40 | 42-48'],
  ['select the parse function', inOpen, 'which? 60-70 | 72-78'],
  [
    'explain the result',
    results,
    'which? src/client.ts 12-12 | src/client.ts 30-30 | src/server.ts 7-7 | test/client.test.ts 8-8 | test/client.test.ts 99-99',
  ],
  ['explain the result in server.ts', results, 'the result in server.ts = src/server.ts 7-7'],
  [
    'explain the result in client test',
    results,
    'which? test/client.test.ts 8-8 | test/client.test.ts 99-99',
  ],
  ['select the hunk in server', diff, 'which? src/server.ts 5-9 | src/server.ts 58-60'],
  ['select the client file', diff, 'which? src/client.ts 12-41 | test/client.test.ts 1-3'],
  ['select to the end of the loop', code(27), 'which? 27-30 | 27-34'],
]

const nothing: readonly Row[] = [
  ['explain the function above', code(2), 'There is no function above line 2.'],
  ['the next class', betweenAll, 'There is no class below line 57.'],
  ['select lines 70 to 90', inOpen, 'There are only 80 lines here.'],
  ['select the enum', inOpen, 'I see no enum here.'],
  [
    'explain this function',
    { ...code(52), screen: { ...code(52).screen!, seen: { line: 51, endLine: 56 } } },
    'Line 52 is in no function.',
  ],
  ['explain the fifth loop', inClose, 'There are only 2 loops here.'],
  ['select the function called moor', inOpen, 'I see no function called moor here.'],
  ['explain the ninth result', results, 'There are only 5 results here.'],
  ['is the next hunk safe', { ...diff, file: 'test/client.test.ts', line: 1 }, 'This is the last hunk.'],
  ['explain the hunk below', { ...diff, file: 'test/client.test.ts', line: 1 }, 'This is the last hunk.'],
  ['select the loop', document, 'Nothing here can be selected like that.'],
  ['select the loop', {}, 'Nothing is open to select in.'],
  ['select this function', { kind: 'error' }, 'Nothing here can be selected.'],
  ['select nothing', inOpen, 'Nothing is selected.'],
  ['clear the selection', diff, 'Nothing is selected.'],
  ['select more', code(1, { endLine: 80 }), 'Everything is selected.'],
]

/** Requests that only look like pointing, or that other commands answer. */
const ordinary: readonly Row[] = [
  ['more', inOpen, '-'],
  ['more', code(26, { endLine: 40 }), '-'],
  ['less', inOpen, '-'],
  ['tell me more', closeSelected, '-'],
  ['expand it', inOpen, '-'],
  ['shrink it', code(26, { endLine: 40 }), '-'],
  ['the third tab', inOpen, '-'],
  ['next hunk', diff, '-'],
  ['the second result', results, '-'],
  ['select the second result', results, '-'],
  ['the next result', results, '-'],
  ['this function', inOpen, '-'],
  ['go to line 40', inOpen, '-'],
  ['to line 60', inOpen, '-'],
  ['scroll to the end of the file', inOpen, '-'],
  ['to the end of the file', inOpen, '-'],
  ['open line 40 of config.ts', inOpen, '-'],
  ['explain line 40 of config.ts', inOpen, '-'],
  ['open config.ts at line 40', inOpen, '-'],
  ['explain the loop in parse config', inOpen, '-'],
  ['select the users from the table', inOpen, '-'],
  ['select the best option', inOpen, '-'],
  ['explain parse config', inOpen, '-'],
  ['what does the parse config function do', inOpen, '-'],
  ['avoid this type of error', inOpen, '-'],
  ['fix this bug and commit', inOpen, '-'],
  ['is that file used', diff, '-'],
  ['find this', results, '-'],
  ['explain this', inOpen, '-'],
  ['summarise this', document, '-'],
  ['explain this file', inOpen, '-'],
  ['write a function that adds two numbers', inOpen, '-'],
  ['make the selection of languages a setting, and document it in the readme', inOpen, '-'],
  ['summarise the second section', inOpen, '-'],
  ['rename the method to shut', betweenAll, '-'],
  ['is the enum still used', inOpen, '-'],
  ['explain the loop', betweenAll, 'which? 5-10 | 6-9 | 28-30 | 32-34'],
  ['what is the result of the tests', results, '-'],
  ['run the last command again', inOpen, '-'],
  ['undo the last change', diff, '-'],
  ['what is the next step', inOpen, '-'],
  ['yes', closeSelected, '-'],
]

describe.each([
  ['Selecting', selections],
  ['Going to a place', places],
  ['A request that points', requests],
  ['An ambiguous phrase leads to a question', questions],
  ['What points at nothing says so', nothing],
  ['An ordinary request stays as it is', ordinary],
])('%s:', (_, rows) => {
  it.each(rows)('%j', (said, view, expected) => {
    expect(summary(understandPointing(said, view))).toBe(expected)
  })
})
