import { describe, expect, it } from 'vitest'
import { renameWord, replaceText } from '../../../../src/core/understanding/text-edits.ts'

describe('Replacing text', () => {
  it.each([
    ['a timeout b timeout', 'timeout', 'deadline', 'a deadline b deadline', 2],
    ['a Timeout and TIMEOUT', 'timeout', 'deadline', 'a Deadline and DEADLINE', 2],
    ['connectTimeout(connect_timeout)', 'connect timeout', 'read deadline', 'readDeadline(read_deadline)', 2],
    ['price $1', '$1', '$& $$', 'price $& $$', 1],
    ['a.b', 'a.b', '', '', 1],
    ['axb', 'a.b', 'c', 'axb', 0],
    ['nothing here', 'unicorn', 'horse', 'nothing here', 0],
  ])('in %j', (text, from, to, after, count) => {
    expect(replaceText(text, from, to)).toMatchObject({ text: after, count })
  })
})

describe('Renaming', () => {
  it.each([
    ['foo(foobar, foo)', 'foo', 'bar', 'bar(foobar, bar)', 2],
    [
      'parseHeader(); ParseHeader; parseHeader',
      'parse header',
      'read line',
      'readLine(); ParseHeader; readLine',
      2,
    ],
    ['parse_header()', 'parse header', 'read line', 'read_line()', 1],
    ['MAX_SIZE', 'max size', 'least size', 'LEAST_SIZE', 1],
    ['count + $count', 'count', 'total', 'total + $count', 1],
    ['count', 'count', 'totalCount', 'totalCount', 1],
    ['count', 'count', 'total count', 'totalCount', 1],
  ])('in %j', (text, from, to, after, count) => {
    expect(renameWord(text, from, to, 'camel')).toMatchObject({ text: after, count })
  })

  it('changes nothing if the name does not occur', () =>
    expect(renameWord('a b', 'c', 'd', 'camel')).toBeNull())
})
