// Asks for the models at the address in the form. An answer counts only as long as the form says what was asked with:
// otherwise the user would agree to another address than the one on screen.
import { faultOf, type Fault } from '../../shared/errors.ts'

interface Question {
  url: string
  secret: string | null
}

export interface Listing {
  isBusy: boolean
  listed: (Question & { models: readonly string[] }) | null
  fault: Fault | null
}

export const noListing: Listing = { isBusy: false, listed: null, fault: null }

interface Deps {
  list(question: Question): Promise<readonly string[]>
  show(listing: Listing): void
}

export interface ModelListing {
  /** Another address or key has other models. */
  changed(): void
  ask(question: Question): Promise<void>
}

export function createModelListing({ list, show }: Deps): ModelListing {
  let current: Question | null = null
  return {
    changed() {
      current = null
      show(noListing)
    },
    async ask(question) {
      current = question
      show({ ...noListing, isBusy: true })
      const listing = await answer(question)
      if (current === question) show(listing)
    },
  }

  async function answer(question: Question): Promise<Listing> {
    try {
      return { ...noListing, listed: { ...question, models: await list(question) } }
    } catch (error) {
      const fault = faultOf(error)
      // Some servers answer requests although they do not list their models.
      return fault.code === 'model_unlisted'
        ? { ...noListing, listed: { ...question, models: [] } }
        : { ...noListing, fault }
    }
  }
}
