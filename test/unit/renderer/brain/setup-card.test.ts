import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SetupCardView } from '../../../../src/renderer/brain/setup-card.tsx'
import type { SetupCard } from '../../../../src/shared/brain-status.ts'

const nothing = (): void => {}
const markupOf = (card: SetupCard): string =>
  renderToStaticMarkup(
    createElement(SetupCardView, {
      card,
      onSecret: async () => {},
      onSignIn: async () => {},
      onRetry: nothing,
      onSettings: nothing,
      onConnect: nothing,
      onDefault: nothing,
    }),
  )

it('the setup card shows everything that a brain puts into it', () => {
  const markup = markupOf({
    heading: 'The parrot is hungry',
    explanation: 'Give it its key.',
    command: 'parrot feed',
    secretLabel: 'Seed',
  })
  expect(markup).toContain('The parrot is hungry')
  expect(markup).toContain('Give it its key.')
  expect(markup).toContain('<code>parrot feed</code>')
  expect(markup).toContain('aria-label="Seed"')
  expect(markup).toContain('Use the built-in agent')
})

it('the setup card has no text box if the brain needs no secret', () => {
  const markup = markupOf({ heading: 'Asleep', explanation: 'Wake it.', command: null, secretLabel: null })
  expect(markup).not.toContain('<input')
})

it('the setup card offers each way to sign in as a button', () => {
  const markup = markupOf({
    heading: 'Sign in to Claude Code',
    explanation: 'It needs an account.',
    command: 'claude /login',
    secretLabel: null,
    signIn: [
      { id: 'web', label: 'Sign in in the browser', description: 'Opens a page.' },
      { id: 'key', label: 'Use an API key', description: null },
    ],
  })
  expect(markup).toContain('<code>claude /login</code>')
  expect(markup.match(/<button[^>]*>(?:(?!<\/button>).)*Sign in in the browser/)).not.toBeNull()
  expect(markup).toContain('Use an API key')
  expect(markup).toContain('Opens a page.')
})
