// Starts the Vela page.
import '../schemas-without-eval.ts'
import '../styles/tokens.css'
import './vela.css'
import { pageClock } from '../clock.ts'
import { makeHoldButton } from './hold-button.ts'
import { reducePage } from './page-reduce.ts'
import { newPage, type PageEffect, type PageInput } from './page-state.ts'
import { createPageView } from './page-view.ts'
import { micProblem } from './page-text.ts'
import { createVelaLink, needsNetwork, socketAddress } from './vela-link.ts'
import { createVelaMicrophone } from './vela-microphone.ts'

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
      cancelRetry = pageClock.after(effect.ms, () => dispatch({ type: 'connect.requested' }))
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
  onMessage: (data) => dispatch({ type: 'message.received', data }),
  onFailed: () => dispatch({ type: 'link.failed' }),
  onClosed: (code) => dispatch({ type: 'link.closed', code, random: Math.random() }),
})

const microphone = createVelaMicrophone({
  clock: pageClock,
  onOpened: () => dispatch({ type: 'mic.opened' }),
  onPiece: (chunk) => dispatch({ type: 'mic.audio', chunk }),
  onFailed: (kind) => dispatch({ type: 'mic.failed', problem: micProblem(kind) }),
  onLevel: view.level,
})

const holding = makeHoldButton(view.parts.mic, {
  onPressed: () => dispatch({ type: 'mic.pressed' }),
  onReleased() {
    const live = state.turn.tag === 'held' && state.turn.microphone === 'open'
    if (live) microphone.finish(() => dispatch({ type: 'mic.released' }))
    else dispatch({ type: 'mic.released' })
  },
})
view.parts.mocked.addEventListener('click', () => dispatch({ type: 'mocked.requested' }))
view.parts.cancel.addEventListener('click', () => dispatch({ type: 'cancel.requested' }))
view.parts.connect.addEventListener('click', () => dispatch({ type: 'connect.requested' }))
for (const input of view.parts.pipelines)
  input.addEventListener('change', () =>
    dispatch({ type: 'pipeline.chosen', pipeline: input.value === 'mocked' ? 'mocked' : 'live' }),
  )

/** Reconnects at once when the phone wakes up or finds its network. */
function retryNow(): void {
  if (!document.hidden && state.retryMs !== null) dispatch({ type: 'connect.requested' })
}
document.addEventListener('visibilitychange', retryNow)
window.addEventListener('online', retryNow)
window.addEventListener('offline', () => {
  if (needsNetwork(location.href)) link.drop()
})

dispatch({ type: 'connect.requested' })
