import { describe, expect, it } from 'vitest'
import { lastLine } from '../../../../src/renderer/transcript/thought-line.tsx'
import { sameRow, transcriptRows } from '../../../../src/renderer/transcript/transcript-rows.ts'
import type { Answerer, ShownNotice, TranscriptEntry } from '../../../../src/renderer/store/state.ts'

const entry = (turnId: string, role: 'user' | 'agent', timestamp: number): TranscriptEntry => ({
  id: `${turnId} ${role}`,
  role,
  text: 'x',
  isFinal: true,
  timestamp,
  turnId,
})
const turns = (...ids: string[]): TranscriptEntry[] =>
  ids.flatMap((id, at) => [entry(id, 'user', at * 10), entry(id, 'agent', at * 10 + 1)])
const by = (name: string, beside: string | null = null): Answerer => ({ name, beside })

const labelsOf = (transcript: TranscriptEntry[], answerers: Record<string, Answerer>) =>
  transcriptRows(transcript, [], { answerers })
    .filter(({ entry: one }) => one?.role === 'agent')
    .map((row) => row.by)

describe('who answered', () => {
  it('is not said while only the built-in agent answers, or nobody is known', () => {
    expect(labelsOf(turns('a', 'b'), { a: by('Built-in'), b: by('Built-in') })).toEqual([
      undefined,
      undefined,
    ])
    expect(labelsOf(turns('a'), {})).toEqual([undefined])
  })

  it('is said once if one coding agent answers', () => {
    expect(labelsOf(turns('a', 'b'), { a: by('goose'), b: by('goose') })).toEqual(['goose', undefined])
  })

  it('is said at every reply if several answer', () => {
    expect(labelsOf(turns('a', 'b', 'c'), { a: by('goose'), b: by('Codex'), c: by('Codex') })).toEqual([
      'goose',
      'Codex',
      'Codex',
    ])
  })

  it('says that a turn ran beside another, and sets it apart', () => {
    const transcript = turns('a', 'b')
    const answerers = { a: by('Claude Code'), b: by('Built-in', 'a') }
    expect(labelsOf(transcript, answerers)).toEqual(['Claude Code', 'Built-in, while Claude Code works'])
    expect(transcriptRows(transcript, [], { answerers }).map(({ isBeside }) => isBeside)).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('does not say “Parley” twice', () => {
    const answerers = { a: by('goose'), b: by('Parley', 'a'), c: by('Parley') }
    expect(labelsOf(turns('a', 'b', 'c'), answerers)).toEqual(['goose', 'while goose works', undefined])
  })

  it('names a reply that follows the reply of somebody else', () => {
    const transcript = [entry('a', 'agent', 1), entry('b', 'agent', 2)]
    const rows = transcriptRows(transcript, [], { answerers: { a: by('goose'), b: by('Built-in', 'a') } })
    expect(rows.map(({ named }) => named)).toEqual([true, true])
  })
})

describe('remarks of the agent', () => {
  const notice = (turnId: string, at: number, text = 'Remark'): ShownNotice => ({
    turnId,
    text,
    isWarning: false,
    at,
  })
  const keysOf = (notices: ShownNotice[], transcript = turns('a', 'b')): string[] =>
    transcriptRows(transcript, [], { notices }).map((row) => row.entry?.id ?? row.notice?.text ?? '')

  it('stand in their turn, after what was said before them', () => {
    expect(keysOf([notice('a', 1)])).toEqual(['a user', 'a agent', 'Remark', 'b user', 'b agent'])
    // The next turn has begun, but the remark is about the first.
    expect(keysOf([notice('a', 50)])).toEqual(['a user', 'a agent', 'Remark', 'b user', 'b agent'])
    expect(keysOf([notice('b', 10)])).toEqual(['a user', 'a agent', 'b user', 'Remark', 'b agent'])
  })

  it('are shown at the end if nothing of their turn is here', () => {
    expect(keysOf([notice('gone', 1)], turns('a'))).toEqual(['a user', 'a agent', 'Remark'])
  })

  it('keep their rows as more is said, so that nothing renders again', () => {
    const remark = notice('a', 1)
    const [before, after] = [turns('a'), turns('a', 'b')].map(
      (transcript) => transcriptRows(transcript, [], { notices: [remark] })[2]!,
    )
    expect(before!.key).toBe(after!.key)
    expect(sameRow(before!, after!)).toBe(true)
  })
})

it('the line of a thought is the last one that says something', () => {
  expect(lastLine('First this.\n\n  Then that.  \n\n')).toBe('Then that.')
  expect(lastLine(' \n')).toBe('')
})
