import { describe, expect, it } from 'vitest'
import { understand } from '../../../../src/core/intents/understand.ts'
import { helpPage, sayings } from '../../../../src/core/replies/help-page.ts'

const all = sayings.flatMap(({ say }) => say)

describe('What the help says can be said', () => {
  it.each(all)('is understood: %s', (said) => {
    expect(understand(said).kind).not.toMatch(/^(?:unknown|beyond)$/)
  })

  it('is on the page', () => {
    for (const said of all) expect(helpPage()).toContain(`“${said}”`)
  })
})
