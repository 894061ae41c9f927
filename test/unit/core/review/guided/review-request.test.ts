import { describe, expect, it } from 'vitest'
import { reviewRequest, type ReviewPhase } from '../../../../../src/core/review/guided/review-request.ts'

const did = (said: string, phase: ReviewPhase = 'hunk'): string | null =>
  reviewRequest(said, phase)?.do ?? null

describe('a request to a guided review', () => {
  it.each([
    ['keep', 'keep'],
    ['Keep it.', 'keep'],
    ['keep this hunk', 'keep'],
    ['okay, accept the change', 'keep'],
    ['looks good', 'keep'],
    ['Deep.', 'keep'],
    ['revert', 'revert'],
    ['revert it', 'revert'],
    ['no, reject that change', 'revert'],
    ['take it out', 'revert'],
    ['skip', 'skip'],
    ['next', 'skip'],
    ['next hunk please', 'skip'],
    ['leave it for later', 'skip'],
    ['back', 'back'],
    ['go back', 'back'],
    ['previous hunk', 'back'],
    ['next file', 'next_file'],
    ['skip this file', 'next_file'],
    ['again', 'again'],
    ['say that again', 'again'],
    ['what changed', 'what_changed'],
    ['what does it do', 'what_changed'],
    ['why', 'why'],
    ['why did you change that', 'why'],
    ['who calls this', 'who_calls'],
    ['show the test', 'show_test'],
    ['show me its tests', 'show_test'],
    ['open it', 'open'],
    ['split it', 'split'],
    ['undo', 'undo'],
    ['put it back', 'undo'],
    ['how many are left', 'left'],
    ["what's left", 'left'],
    ['keep the rest', 'keep_rest'],
    ['keep everything', 'keep_rest'],
    ['revert the rest', 'revert_rest'],
    ['keep this file', 'keep_file'],
    ['revert the file', 'revert_file'],
    ['where are we', 'where'],
    ['stop the review', 'stop'],
    ['stop', 'stop'],
    ['read the code', 'read'],
    ['read it aloud', 'read'],
    ['send it', 'send'],
    ['send my comments', 'send'],
    ['commit it', 'commit'],
    ['commit what I kept', 'commit'],
    ['commit everything', 'commit_anyway'],
    // As recognizers write them.
    ['Deep this hunk.', 'keep'],
    ['Deep in.', 'keep'],
    ['Rivered this hunt.', 'revert'],
    ['River did.', 'revert'],
    ['River this change.', 'revert'],
    ['River to file.', 'revert_file'],
    ['Deep the rest.', 'keep_rest'],
    ['Deep everything else.', 'keep_rest'],
    ['And do the last decision.', 'undo'],
    ['Committed.', 'commit'],
    ['Come in everything.', 'commit_anyway'],
    ['Stop the re-u!', 'stop'],
    ['Send the re-do.', 'send'],
    ['Save that again.', 'again'],
  ])('while a hunk waits, “%s” is %s', (said, what) => {
    expect(did(said)).toBe(what)
  })

  it.each([
    ['comment: use a constant here', 'Use a constant here'],
    ['Comment, why is this here?', 'Why is this here?'],
    ['note that the limit is too low', 'The limit is too low'],
    ['add a comment: name it retries', 'Name it retries'],
  ])('“%s” is a comment', (said, text) => {
    expect(reviewRequest(said, 'hunk')).toEqual({ do: 'comment', text })
  })

  it.each([
    ['change it to return early', 'Return early'],
    ['Change this hunk: use a map', 'Use a map'],
    ['ask it to add a test', 'Add a test'],
    ['make it throw instead', 'Throw instead'],
  ])('“%s” asks for another change', (said, text) => {
    expect(reviewRequest(said, 'hunk')).toEqual({ do: 'change', text })
  })

  it.each([
    ['review the changes', 'working'],
    ['please review my changes with me', 'working'],
    ['start a guided review', 'working'],
    ['review what you did', 'working'],
    ['reviewed the changes', 'working'],
    ['Bring you the changes.', 'working'],
    ['walk me through the changes', 'working'],
    ['review this diff', 'front'],
    ['review the staged changes', 'staged'],
    ['review the last commit', 'commit'],
  ])('“%s” starts one of the %s changes', (said, of) => {
    expect(reviewRequest(said, 'none')).toEqual({ do: 'start', what: { of } })
  })

  it('the changes since a branch can be reviewed', () => {
    expect(reviewRequest('review the changes since main', 'none')).toEqual({
      do: 'start',
      what: { of: 'compared', from: 'main', to: null },
    })
  })

  it.each([
    'keep the tests green while you rename this',
    'revert the last commit',
    'skip the tests',
    'open the readme',
    'undo the last edit you made in parser',
    'who calls parse config',
    'what is parley',
    'why does the build fail',
    'review the pull request template',
    'comment',
    'write a comment on this hunk',
    'change the theme',
  ])('“%s” is not about the hunk', (said) => {
    expect(did(said)).toBeNull()
  })

  it('without a review, its words mean what they mean elsewhere', () => {
    for (const said of ['keep', 'revert', 'next', 'undo', 'send it', 'commit it', 'comment: no'])
      expect(did(said, 'none')).toBeNull()
    expect(did('resume the review', 'none')).toBe('resume')
  })

  it('after its end, only what goes on with it is taken', () => {
    expect(['send it', 'commit it', 'undo', 'resume the review'].map((said) => did(said, 'ended'))).toEqual([
      'send',
      'commit',
      'undo',
      'resume',
    ])
    expect(['keep', 'why', 'open it', 'change it to x'].map((said) => did(said, 'ended'))).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})
