// The Vela page without a browser: connection and session apart, the document's rules of what can be used when, and that
// nothing which is sent to it can break it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_CHARACTERS, PLACEHOLDER, reducePage } from '../../../../src/renderer/vela/page-reduce.ts'
import {
  controlsOf,
  newPage,
  type PageEffect,
  type PageInput,
  type PageState,
  type Pipeline,
} from '../../../../src/renderer/vela/page-state.ts'
import { hintText, micProblem, micLabel, sessionLabel } from '../../../../src/renderer/vela/page-text.ts'
import { mockedAppend, mockedCommit, mockedTurn } from '../../../../src/shared/wire/vela-mocked.ts'
import { velaClientEvent, type VelaServerEvent, type VelaState } from '../../../../src/shared/wire/vela.ts'

const told = (event: VelaServerEvent): PageInput => ({
  type: 'message.received',
  data: JSON.stringify(event),
})
const stateOf = (value: VelaState): PageInput => told({ type: 'session.state', payload: { value } })
const ready = [told({ type: 'session.ready', payload: { sessionId: 's' } }), stateOf('idle')]
const failure = (code: string, message = 'It was refused.'): PageInput =>
  told({ type: 'error', payload: { code, message } })
const closed = (code = 1006): PageInput => ({ type: 'link.closed', code, random: 0 })

function page(pipeline: Pipeline = 'live') {
  let state = newPage(pipeline)
  const feed = (...inputs: PageInput[]): PageEffect[] =>
    inputs.flatMap((input) => {
      const step = reducePage(state, input)
      state = step.state
      return [...step.effects]
    })
  const at = (): PageState => state
  return { feed, at, controls: () => controlsOf(state) }
}

function readyPage(pipeline: Pipeline = 'live') {
  const one = page(pipeline)
  one.feed(
    { type: 'connect.requested' },
    { type: 'link.opened' },
    ...ready,
    ...(pipeline === 'live' ? ready : []),
  )
  return one
}

const sent = (effects: PageEffect[]): string[] =>
  effects.map((effect) => (effect.type === 'send' ? effect.event.type : effect.type))

const nothing = { mocked: false, mic: false, cancel: false }

describe('the connection', () => {
  it('goes from not connected by connecting to connected, and the session is ready after its answer', () => {
    const { feed, at, controls } = page('mocked')
    expect(at().connection).toBe('not connected')
    expect(feed({ type: 'connect.requested' })).toEqual([{ type: 'connect' }])
    expect(at().connection).toBe('connecting')
    expect(controls()).toMatchObject({ ...nothing, connect: false })
    feed({ type: 'link.opened' })
    expect(at().connection).toBe('connected')
    expect(controls()).toMatchObject(nothing)
    expect(sessionLabel(at())).toBe('Getting ready')
    feed(ready[0]!)
    expect(controls()).toMatchObject(nothing)
    feed(ready[1]!)
    expect(controls()).toEqual({ mocked: true, mic: true, cancel: false, pipeline: true, connect: false })
    expect(sessionLabel(at())).toBe('Idle')
  })

  it('asks for the live pipeline once it may, and waits for the answer', () => {
    const { feed, controls } = page('live')
    feed({ type: 'connect.requested' }, { type: 'link.opened' })
    expect(feed(...ready)).toEqual([
      { type: 'send', event: { type: 'session.start', payload: { pipeline: 'live' } } },
    ])
    expect(controls()).toMatchObject(nothing)
    expect(feed(...ready)).toEqual([])
    expect(controls()).toMatchObject({ mocked: true, mic: true })
  })

  it('changes the pipeline when it is chosen, and not in a turn', () => {
    const { feed, at, controls } = readyPage('live')
    expect(feed({ type: 'pipeline.chosen', pipeline: 'mocked' })).toEqual([
      { type: 'send', event: { type: 'session.start', payload: {} } },
    ])
    expect(controls()).toMatchObject({ ...nothing, pipeline: false })
    feed(...ready, { type: 'mocked.requested' })
    expect(feed({ type: 'pipeline.chosen', pipeline: 'live' })).toEqual([])
    expect(at().pipeline).toBe('mocked')
  })

  it('is disconnected when it closes, tries again by itself later each time, and needs no words of the session', () => {
    const { feed, at, controls } = readyPage()
    expect(feed(closed())).toEqual([{ type: 'retry.after', ms: 500 }])
    expect(at().connection).toBe('disconnected')
    expect(at().problem).toContain('lost')
    expect(controls()).toMatchObject({ ...nothing, connect: true })
    expect(feed({ type: 'connect.requested' }, { type: 'link.failed' }, closed())).toContainEqual({
      type: 'retry.after',
      ms: 1_000,
    })
    expect(at().connection).toBe('error')
    expect(at().problem).toContain('Cannot reach Parley')
    feed({ type: 'connect.requested' }, { type: 'link.opened' })
    expect(at()).toMatchObject({ connection: 'connected', problem: null, attempts: 0 })
  })

  it.each([
    [4001, /token/],
    [4003, /desktop/],
  ])('does not try again by itself when it was closed with %i', (code, words) => {
    const { feed, at, controls } = readyPage()
    expect(feed(closed(code))).toEqual([])
    expect(at().connection).toBe('error')
    expect(at().problem).toMatch(words)
    expect(controls().connect).toBe(true)
  })

  it('lets go of the microphone when it is lost in a turn, and keeps what was shown', () => {
    const { feed, at } = readyPage()
    feed(
      { type: 'mic.pressed' },
      { type: 'mic.opened' },
      told({ type: 'transcript.partial', payload: { text: 'so' } }),
    )
    expect(sent(feed(closed()))).toEqual(['mic.close', 'retry.after'])
    expect(at()).toMatchObject({ partial: 'so', turn: { tag: 'none' }, session: 'idle' })
  })
})

describe('the mocked turn', () => {
  it('is triggered when nothing runs, shown as it comes, and leaves its words', () => {
    const { feed, at, controls } = readyPage()
    expect(sent(feed({ type: 'mocked.requested' }))).toEqual(['mocked.turn.trigger'])
    expect(controls()).toEqual({ mocked: false, mic: false, cancel: true, pipeline: false, connect: false })
    expect(feed({ type: 'mocked.requested' }, { type: 'mic.pressed' })).toEqual([])
    for (const event of mockedTurn()) {
      expect(controls()).toMatchObject({ mocked: false, mic: false, cancel: true })
      feed(told(event))
    }
    expect(controls()).toMatchObject({ mocked: true, mic: true, cancel: false })
    expect(at()).toMatchObject({
      final: '[mocked user] What is the current mocked vertical slice?',
      reply: '[mocked assistant] This is a deterministic mocked response from the gateway vertical slice.',
    })
  })

  it('can be cancelled at every point; the mark of the turn goes with idle, and the words stay', () => {
    const events = mockedTurn()
    for (let point = 0; point < events.length; point++) {
      const { feed, at, controls } = readyPage()
      feed({ type: 'mocked.requested' }, ...events.slice(0, point).map(told))
      const { final, reply } = at()
      expect(sent(feed({ type: 'cancel.requested' }))).toEqual(['response.cancel'])
      expect(controls()).toMatchObject({ mocked: false, cancel: true })
      feed(stateOf('idle'))
      expect(controls()).toMatchObject({ mocked: true, mic: true, cancel: false })
      expect(at()).toMatchObject({ final, reply })
    }
  })
})

describe('the mic control', () => {
  it('is a shell in the mocked pipeline: one placeholder when pressed, a commit when let go', () => {
    const { feed, at, controls } = readyPage('mocked')
    expect(hintText(at())).toContain('control shell and not real microphone capture')
    expect(feed({ type: 'mic.pressed' })).toEqual([
      { type: 'send', event: { type: 'input_audio.append', payload: { chunk: PLACEHOLDER } } },
    ])
    expect(feed({ type: 'mic.pressed' }, { type: 'mic.audio', chunk: 'AAAA' })).toEqual([])
    expect(controls()).toMatchObject({ mic: true, mocked: false, cancel: true })
    feed(...mockedAppend(1).map(told))
    expect(at().partial).toContain('in progress.')
    expect(sent(feed({ type: 'mic.released' }))).toEqual(['input_audio.commit'])
    expect(controls()).toMatchObject({ mic: false, mocked: false, cancel: true })
    feed(...mockedCommit(1).map(told))
    expect(at()).toMatchObject({ partial: '', turn: { tag: 'none' } })
    expect(at().final).toContain('1 appended chunk(s)')
    expect(at().reply).toContain('deterministic')
  })

  it('is the microphone in the live pipeline: every piece is sent, and letting go commits', () => {
    const { feed, at } = readyPage()
    expect(hintText(at())).toContain('your microphone')
    expect(feed({ type: 'mic.pressed' })).toEqual([{ type: 'mic.open' }])
    expect(micLabel(at())).toContain('Opening')
    feed({ type: 'mic.opened' })
    expect(micLabel(at())).toContain('Listening')
    expect(feed({ type: 'mic.audio', chunk: 'AAAA' }, { type: 'mic.audio', chunk: 'BBBB' })).toEqual(
      ['AAAA', 'BBBB'].map((chunk) => ({
        type: 'send',
        event: { type: 'input_audio.append', payload: { chunk } },
      })),
    )
    expect(sent(feed({ type: 'mic.released' }))).toEqual(['mic.close', 'input_audio.commit'])
    expect(feed({ type: 'mic.audio', chunk: 'CCCC' }, { type: 'mic.released' })).toEqual([])
  })

  it('sends nothing when it is let go before the microphone is open, and says why', () => {
    const { feed, at, controls } = readyPage()
    feed({ type: 'mic.pressed' })
    expect(sent(feed({ type: 'mic.released' }))).toEqual(['mic.close'])
    expect(at().problem).toContain('before the microphone was open')
    expect(controls()).toMatchObject({ mic: true, mocked: true, cancel: false })
  })

  it('says what is wrong with the microphone, and the mocked turn can still be had', () => {
    const { feed, at, controls } = readyPage()
    feed({ type: 'mic.pressed' })
    expect(sent(feed({ type: 'mic.failed', problem: micProblem('insecure') }))).toEqual(['mic.close'])
    expect(at().problem).toContain('https')
    expect(controls()).toMatchObject({ mocked: true, cancel: false })
  })

  it('leaves what was said before until there is something new', () => {
    const { feed, at } = readyPage()
    feed({ type: 'mocked.requested' }, ...mockedTurn().map(told), { type: 'mic.pressed' })
    expect(at().reply).not.toBe('')
    feed({ type: 'mic.released' }, { type: 'mic.pressed' }, { type: 'mic.opened' })
    expect(at().reply).not.toBe('')
    feed({ type: 'mic.audio', chunk: 'AAAA' })
    expect(at()).toMatchObject({ final: '', reply: '', partial: '' })
  })

  it('sends what was said when the microphone is unplugged', () => {
    const { feed, at } = readyPage()
    feed(
      { type: 'mic.pressed' },
      { type: 'mic.opened' },
      { type: 'mic.audio', chunk: 'AAAA' },
      stateOf('listening'),
    )
    expect(sent(feed({ type: 'mic.failed', problem: micProblem('unplugged') }))).toEqual([
      'mic.close',
      'input_audio.commit',
    ])
    expect(at().problem).toContain('unplugged')
  })

  it('lets go by itself when the gateway will not listen, and keeps the first reason', () => {
    const { feed, at, controls } = readyPage()
    feed({ type: 'mic.pressed' }, { type: 'mic.opened' }, { type: 'mic.audio', chunk: 'AAAA' })
    expect(sent(feed(failure('ears_failed', 'It broke.')))).toEqual(['mic.close'])
    expect(feed({ type: 'mic.released' })).toEqual([])
    feed(failure('nothing_heard', 'No words.'), stateOf('idle'))
    expect(at().problem).toBe('It broke.')
    expect(controls().mic).toBe(true)
  })

  it('commits by itself when the turn is as long as it can be', () => {
    const { feed, at } = readyPage()
    feed(
      { type: 'mic.pressed' },
      { type: 'mic.opened' },
      { type: 'mic.audio', chunk: 'AAAA' },
      stateOf('listening'),
    )
    expect(sent(feed(failure('turn_too_long', 'Too long.')))).toEqual(['mic.close', 'input_audio.commit'])
    expect(at().problem).toBe('Too long.')
  })

  it('drops the turn when it is cancelled while held, and letting go then sends nothing', () => {
    const { feed, controls } = readyPage()
    feed(
      { type: 'mic.pressed' },
      { type: 'mic.opened' },
      { type: 'mic.audio', chunk: 'AAAA' },
      stateOf('listening'),
    )
    expect(sent(feed({ type: 'cancel.requested' }))).toEqual(['mic.close', 'response.cancel'])
    expect(feed({ type: 'mic.released' })).toEqual([])
    feed(stateOf('idle'))
    expect(controls()).toMatchObject({ mic: true, cancel: false })
  })
})

describe('what the gateway sends', () => {
  it.each<[string, unknown]>([
    ['half a message', '{'],
    ['no text', ''],
    ['nothing', 'null'],
    ['a state there is not', '{"type":"session.state","payload":{"value":"asleep"}}'],
    ['an event there is not', '{"type":"tool.call","payload":{}}'],
    ['bytes', new ArrayBuffer(3)],
    ['absent', undefined],
  ])('is passed over and said so when it is %s', (_, data) => {
    const { feed, at, controls } = readyPage()
    expect(feed({ type: 'message.received', data })).toEqual([])
    expect(at().problem).toContain('does not understand')
    expect(at().connection).toBe('connected')
    expect(controls()).toMatchObject({ mic: true, mocked: true })
  })

  it('is shown when it is an error, and a turn that runs goes on', () => {
    const { feed, at } = readyPage()
    feed({ type: 'mocked.requested' }, ...mockedTurn().slice(0, 4).map(told))
    feed(failure('mocked_turn_in_flight', 'Already.'))
    expect(at()).toMatchObject({ problem: 'Already.', session: 'speaking', turn: { tag: 'running' } })
    feed(failure('odd', ''))
    expect(at().problem).toBe('Something failed. Try again.')
  })

  it('never fills the page without end', () => {
    const { feed, at } = readyPage()
    const delta = told({ type: 'response.text.delta', payload: { text: 'x'.repeat(70_000) } })
    feed({ type: 'mocked.requested' }, delta, delta, delta)
    expect(at().reply).toHaveLength(MAX_CHARACTERS)
    expect(at().reply.endsWith('…')).toBe(true)
  })
})

describe('whatever happens', () => {
  const inputs: fc.Arbitrary<PageInput> = fc.oneof(
    fc.constantFrom<PageInput>(
      { type: 'connect.requested' },
      { type: 'link.opened' },
      { type: 'link.failed' },
      closed(),
      closed(4001),
      { type: 'mic.pressed' },
      { type: 'mic.opened' },
      { type: 'mic.released' },
      { type: 'mic.audio', chunk: 'AAAA' },
      { type: 'mic.failed', problem: 'Broken.' },
      { type: 'mocked.requested' },
      { type: 'cancel.requested' },
      { type: 'pipeline.chosen', pipeline: 'mocked' },
      { type: 'pipeline.chosen', pipeline: 'live' },
      ...ready,
      ...mockedTurn().map(told),
      failure('odd'),
    ),
    fc.anything().map((data): PageInput => ({ type: 'message.received', data })),
    fc.json().map((data): PageInput => ({ type: 'message.received', data })),
  )

  it('nothing throws, only events of the document are sent, and the microphone is open only while it is held', () => {
    fc.assert(
      fc.property(fc.array(inputs, { maxLength: 60 }), (all) => {
        const { feed, at, controls } = page()
        let open = false
        for (const input of all) {
          for (const effect of feed(input)) {
            if (effect.type === 'send') expect(velaClientEvent.safeParse(effect.event).success).toBe(true)
            if (effect.type === 'mic.open') open = true
            if (effect.type === 'mic.close') open = false
          }
          const { turn, connection } = at()
          expect(open).toBe(turn.tag === 'held' && turn.microphone !== 'none')
          if (connection !== 'connected') expect(controls()).toMatchObject(nothing)
          if (controls().cancel) expect(controls().mocked).toBe(false)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
