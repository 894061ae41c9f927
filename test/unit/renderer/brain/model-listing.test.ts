import { describe, expect, it } from 'vitest'
import { createModelListing, type Listing } from '../../../../src/renderer/brain/model-listing.ts'
import { FaultError, type FaultCode } from '../../../../src/shared/errors.ts'

const question = { url: 'https://one.example/v1', secret: 'sk-one' }

/** A listing whose answers the test gives. */
function stage() {
  const open: { give(models: string[]): void; fail(code: FaultCode): void }[] = []
  const shown: Listing[] = []
  const listing = createModelListing({
    list: () =>
      new Promise((resolve, reject) =>
        open.push({
          give: resolve,
          fail: (code) => reject(new FaultError(code, 'It failed.', 'Try another.')),
        }),
      ),
    show: (state) => shown.push(state),
  })
  return { open, shown, listing }
}

describe('The models at an address', () => {
  it('are shown with the address and the key they were asked with', async () => {
    const { open, shown, listing } = stage()
    const asked = listing.ask(question)
    expect(shown.at(-1)).toEqual({ isBusy: true, listed: null, fault: null })
    open[0]!.give(['big'])
    await asked
    expect(shown.at(-1)).toEqual({ isBusy: false, listed: { ...question, models: ['big'] }, fault: null })
  })

  it('are dropped if the user has changed the address or the key meanwhile', async () => {
    const { open, shown, listing } = stage()
    const asked = listing.ask(question)
    listing.changed()
    open[0]!.give(['big'])
    await asked
    expect(shown.at(-1)).toEqual({ isBusy: false, listed: null, fault: null })
  })

  it('are those of the later question, whichever is answered first', async () => {
    const { open, shown, listing } = stage()
    const first = listing.ask(question)
    listing.changed()
    const second = listing.ask({ ...question, url: 'https://two.example/v1' })
    open[1]!.give(['two'])
    await second
    open[0]!.fail('model_key')
    await first
    expect(shown.at(-1)).toMatchObject({ listed: { url: 'https://two.example/v1', models: ['two'] } })
  })

  it('may be typed only where the server does not list them; every other fault is shown', async () => {
    const { open, shown, listing } = stage()
    const unlisted = listing.ask(question)
    open[0]!.fail('model_unlisted')
    await unlisted
    expect(shown.at(-1)).toMatchObject({ listed: { models: [] }, fault: null })
    const failed = listing.ask(question)
    open[1]!.fail('model_failed')
    await failed
    expect(shown.at(-1)).toMatchObject({ listed: null, fault: { code: 'model_failed' } })
  })
})
