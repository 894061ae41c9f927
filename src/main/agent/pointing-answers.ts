// What Parley answers itself about the screen: it selects, asks which of several is meant, or says that there is none.
import { chosenNumber } from '../../core/commands/agent-commands.ts'
import type { Target } from '../../core/pointing/looking.ts'
import type { Meant } from '../../core/pointing/meant-view.ts'
import { understandPointing, type PointingRequest } from '../../core/pointing/pointing.ts'
import { selectionOf } from '../../core/pointing/pointing-request.ts'
import type { ViewContext, ViewRequest } from '../../shared/conversation.ts'

interface Deps {
  view(): ViewContext | null
  /** Asks the window, for a turn. */
  request(turnId: string, request: ViewRequest): void
  /** Passes a request of the turn on, in one of its own. */
  ask(turnId: string, text: string, pointed: Meant): void
}

/** What Parley says; what follows it is done afterwards. */
interface Reply {
  text: string
  afterwards?(): Promise<void>
}

export interface PointingAnswers {
  /** How many choices wait for a number. */
  offered(): number
  /** Whoever asks for something else does not answer any more. */
  forget(): void
  /** Null for what is not about the screen. */
  answer(turnId: string, text: string): Reply | null
}

export function createPointingAnswers({ view, request, ask }: Deps): PointingAnswers {
  let choices: readonly Target[] = []
  /** What the user asked for; null if they wanted to select it. */
  let asked: PointingRequest | null = null

  function select(turnId: string, target: Target): Reply {
    const { done, ...selection } = selectionOf(target)
    request(turnId, selection)
    return { text: `${done}.` }
  }

  function choose(turnId: string, target: Target): Reply {
    const wanted = asked
    if (wanted === null) return select(turnId, target)
    return {
      text: '',
      afterwards: async () => ask(turnId, wanted.text, { phrase: wanted.phrase, target }),
    }
  }

  return {
    offered: () => choices.length,
    forget() {
      choices = []
    },
    answer(turnId, text) {
      const number = chosenNumber(text, choices.length)
      const chosen = number === null ? undefined : choices[number - 1]
      choices = []
      if (chosen) return choose(turnId, chosen)
      const pointing = understandPointing(text, view())
      switch (pointing?.tag) {
        case 'select':
          return select(turnId, pointing.target)
        case 'clear':
          request(turnId, { action: 'selection.clear' })
          return { text: 'Nothing is selected now.' }
        case 'told':
          return { text: pointing.text }
        case 'ask':
          choices = pointing.choices
          asked = pointing.request
          return { text: pointing.question }
        case 'meant':
        case undefined:
          return null
      }
    },
  }
}
