import { describe, expect, it } from 'vitest'
import { understand } from '../../../../../src/core/understanding/understand.ts'
import { helpPage, sayings } from '../../../../../src/core/understanding/replies/help-page.ts'

const all = sayings.flatMap(({ say }) => say)

describe('An example on the help page', () => {
  it.each(all)('is understood: %s', (said) => {
    expect(understand(said).kind).not.toMatch(/^(?:unknown|unsupported)$/)
  })

  it('is on the page', () => {
    for (const said of all) expect(helpPage()).toContain(`“${said}”`)
  })
})
