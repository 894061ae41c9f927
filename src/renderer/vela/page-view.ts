// Draws the Vela page into its HTML. Received text stays text.
import { appendVisible } from '../ui/visible-elements.ts'
import { controlsOf, isActive, type PageState } from './page-state.ts'
import { connectionLabel, emptyText, hintText, micLabel, sessionLabel } from './page-text.ts'

const part = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E

export function createPageView() {
  const parts = {
    connection: part('connection'),
    session: part('session'),
    trouble: part('trouble'),
    troubleWords: part('trouble-words'),
    conversation: part('conversation'),
    empty: part('empty'),
    you: part('you'),
    partial: part('partial'),
    final: part('final'),
    parley: part('parley'),
    reply: part('reply'),
    micWords: part('mic-words'),
    hint: part('hint'),
    connect: part<HTMLButtonElement>('connect'),
    mic: part<HTMLButtonElement>('mic'),
    mocked: part<HTMLButtonElement>('mocked'),
    cancel: part<HTMLButtonElement>('cancel'),
    pipelines: [part<HTMLInputElement>('live'), part<HTMLInputElement>('placeholder')],
  }

  /** Writes only changes, so that a screen reader announces nothing else. */
  const write = (element: HTMLElement, text: string): void => {
    if (element.textContent === text) return
    element.replaceChildren()
    appendVisible(element, text, 'prose')
  }
  const writeOrHide = (element: HTMLElement, holder: HTMLElement, text: string): void => {
    write(element, text)
    holder.hidden = text === ''
  }

  function draw(state: PageState): void {
    const controls = controlsOf(state)
    const wasAtEnd = isAtEnd(parts.conversation)
    write(parts.connection, connectionLabel(state))
    parts.connection.dataset['state'] = state.connection
    write(parts.session, sessionLabel(state))
    parts.session.dataset['state'] = isActive(state) ? state.session : 'idle'
    writeOrHide(parts.troubleWords, parts.trouble, state.problem ?? '')

    writeOrHide(parts.partial, parts.partial, state.partial)
    writeOrHide(parts.final, parts.final, state.final)
    parts.you.hidden = state.partial === '' && state.final === ''
    writeOrHide(parts.reply, parts.parley, state.reply)
    const isEmpty = parts.you.hidden && parts.parley.hidden
    writeOrHide(parts.empty, parts.empty, isEmpty ? emptyText(state) : '')

    write(parts.micWords, micLabel(state))
    parts.mic.dataset['state'] = state.turn.tag === 'held' ? state.turn.microphone : 'still'
    parts.mic.setAttribute('aria-pressed', String(state.turn.tag === 'held'))
    write(parts.hint, hintText(state))
    parts.mic.disabled = !controls.mic
    parts.mocked.disabled = !controls.mocked
    parts.cancel.disabled = !controls.cancel
    parts.connect.hidden = !controls.connect
    for (const input of parts.pipelines) {
      input.disabled = !controls.pipeline
      input.checked = input.value === state.pipeline
    }
    if (wasAtEnd) parts.conversation.scrollTop = parts.conversation.scrollHeight
  }

  return { parts, draw, level: (level: number) => parts.mic.style.setProperty('--level', level.toFixed(2)) }
}

const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean =>
  scrollTop + clientHeight >= scrollHeight - 24
