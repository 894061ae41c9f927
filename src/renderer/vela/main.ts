// Starts the Vela page: the link to the gateway, the microphone, and what draws them.
import { z } from 'zod'
import '../styles/tokens.css'
import './vela.css'
import { pageClock } from '../clock.ts'
import { makeHoldButton } from './hold-button.ts'
import { reducePage } from './page-reduce.ts'
import { newPage, type PageEffect, type PageInput } from './page-state.ts'
import { createPageView } from './page-view.ts'
import { micTrouble } from './page-words.ts'
import { createVelaLink, needsNetwork, socketAddress } from './vela-link.ts'
import { createVelaMicrophone } from './vela-microphone.ts'

// The page may not make code out of strings, which zod would otherwise try for speed.
z.config({ jitless: true })

const view = createPageView()
let state = newPage('live')
let cancelRetry = (): void => {}

function dispatch(input: PageInput): void {
  const step = reducePage(state, input)
  state = step.state
  for (const effect of step.effects) run(effect)
  view.draw(state)
  if (state.turn.tag !== 'held') holding.drop()
}

function run(effect: PageEffect): void {
  switch (effect.type) {
    case 'connect':
      cancelRetry()
      return link.connect()
    case 'retry.after':
      cancelRetry = pageClock.after(effect.ms, () => dispatch({ type: 'connect.wished' }))
      return
    case 'send':
      return link.send(JSON.stringify(effect.event))
    case 'mic.open':
      return microphone.open()
    case 'mic.close':
      return microphone.close()
  }
}

const link = createVelaLink({
  address: () => socketAddress(location.href),
  onOpened: () => dispatch({ type: 'link.opened' }),
  onMessage: (data) => dispatch({ type: 'message.came', data }),
  onFailed: () => dispatch({ type: 'link.failed' }),
  onClosed: (code) => dispatch({ type: 'link.closed', code, random: Math.random() }),
})

const microphone = createVelaMicrophone({
  clock: pageClock,
  onOpened: () => dispatch({ type: 'mic.opened' }),
  onPiece: (chunk) => dispatch({ type: 'mic.heard', chunk }),
  onFailed: (kind) => dispatch({ type: 'mic.failed', trouble: micTrouble(kind) }),
  onLevel: view.level,
})

const holding = makeHoldButton(view.parts.mic, {
  onPressed: () => dispatch({ type: 'mic.pressed' }),
  onReleased() {
    const live = state.turn.tag === 'held' && state.turn.sound === 'open'
    if (live) microphone.finish(() => dispatch({ type: 'mic.released' }))
    else dispatch({ type: 'mic.released' })
  },
})
view.parts.mocked.addEventListener('click', () => dispatch({ type: 'mocked.wished' }))
view.parts.cancel.addEventListener('click', () => dispatch({ type: 'cancel.wished' }))
view.parts.connect.addEventListener('click', () => dispatch({ type: 'connect.wished' }))
for (const input of view.parts.pipelines)
  input.addEventListener('change', () =>
    dispatch({ type: 'pipeline.chosen', pipeline: input.value === 'mocked' ? 'mocked' : 'live' }),
  )

/** A phone that wakes up, or finds its network again, need not wait for the next try. */
function retryNow(): void {
  if (!document.hidden && state.retryMs !== null) dispatch({ type: 'connect.wished' })
}
document.addEventListener('visibilitychange', retryNow)
window.addEventListener('online', retryNow)
window.addEventListener('offline', () => {
  if (needsNetwork(location.href)) link.drop()
})

dispatch({ type: 'connect.wished' })
