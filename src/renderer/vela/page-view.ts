// Draws the Vela page: what is in the document already is filled in, and nothing is ever drawn from text that was sent.
import { controlsOf, isActive, type PageState } from './page-state.ts'
import { connectionWords, emptyWords, hintWords, micWords, sessionWords } from './page-words.ts'

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

  /** Only what has changed is written, so that a reader of the page is told of nothing else. */
  const write = (element: HTMLElement, text: string): void => {
    if (element.textContent !== text) element.textContent = text
  }
  const writeOrHide = (element: HTMLElement, holder: HTMLElement, text: string): void => {
    write(element, text)
    holder.hidden = text === ''
  }

  function draw(state: PageState): void {
    const controls = controlsOf(state)
    const wasAtEnd = isAtEnd(parts.conversation)
    write(parts.connection, connectionWords(state))
    parts.connection.dataset['state'] = state.connection
    write(parts.session, sessionWords(state))
    parts.session.dataset['state'] = isActive(state) ? state.session : 'idle'
    writeOrHide(parts.troubleWords, parts.trouble, state.trouble ?? '')

    writeOrHide(parts.partial, parts.partial, state.partial)
    writeOrHide(parts.final, parts.final, state.final)
    parts.you.hidden = state.partial === '' && state.final === ''
    writeOrHide(parts.reply, parts.parley, state.reply)
    const isEmpty = parts.you.hidden && parts.parley.hidden
    writeOrHide(parts.empty, parts.empty, isEmpty ? emptyWords(state) : '')

    write(parts.micWords, micWords(state))
    parts.mic.dataset['state'] = state.turn.tag === 'held' ? state.turn.sound : 'still'
    parts.mic.setAttribute('aria-pressed', String(state.turn.tag === 'held'))
    write(parts.hint, hintWords(state))
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
