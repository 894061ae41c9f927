import { describe, expect, it } from 'vitest'
import { createThinkingTags } from '../../../../src/core/model/thinking-tags.ts'

function separate(pieces: readonly string[]) {
  const tags = createThinkingTags()
  const all = [...pieces.map((piece) => tags.add(piece)), tags.end()]
  return {
    text: all.map(({ text }) => text).join(''),
    thought: all.map(({ thought }) => thought).join(''),
  }
}

describe('Reasoning in tags', () => {
  it.each([
    [['<think>Hm.</think>Yes.'], 'Yes.', 'Hm.'],
    [['<th', 'ink>H', 'm.</', 'thi', 'nk>', '\n\nYes.'], 'Yes.', 'Hm.'],
    [['\n<think>', 'a < b', '</think> Yes.'], 'Yes.', 'a < b'],
    [['<think>One.</think><think>Two.</think>Yes.'], 'Yes.', 'One.Two.'],
    // It was cut off.
    [['<think>Hm'], '', 'Hm'],
    // Without tags, and with a tag that the reply is about.
    [['Yes.', ' No.'], 'Yes. No.', ''],
    [['The tag <think> begins', ' it.'], 'The tag <think> begins it.', ''],
    [['<thin'], '<thin', ''],
  ])('of %j is kept apart from the reply', (pieces, text, thought) => {
    expect(separate(pieces)).toEqual({ text, thought })
  })

  it('gives out text as soon as it is clear what it is', () => {
    const tags = createThinkingTags()
    expect(tags.add('Yes')).toEqual({ text: 'Yes', thought: '' })
  })
})
