// Parley's agent compared with LiveKit's own AgentSession, each in its own process and room on one server, with the same
// engines that take no time: this measures everything around the engines.
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { agentToken } from '../src/main/rooms/livekit/tokens.ts'
import { startLiveKit, type LiveKitServer } from '../test/peers/livekit/server.ts'
import { startAgentProcess, type AgentProcess } from '../test/peers/livekit/agent-process/process.ts'
import { joinAsGuest, type Guest } from './agents/guest.ts'
import { installAgents } from './agents/install.ts'
import { REQUEST_LONG_REPLY } from '../test/peers/livekit/agent-process/engines.ts'
import { mb, median, ms, quantile, type Figure } from './measure.ts'

const OURS = '../test/peers/livekit/agent-process/parley-agent.ts'
const THEIRS_PROGRAM = 'agents/their-agent.mjs'

const ROUNDS = 30
const IDLE_MS = 5_000
/** Silence, not a late packet. */
const SILENT_MS = 500
/** The part of a long reply that plays before it is stopped. */
const SPOKEN_MS = 400

interface Measured {
  agent: AgentProcess
  guest: Guest
}

type Times = Record<'sound' | 'spokenText' | 'spokenVoice' | 'typedText' | 'typedVoice' | 'silence', number[]>

export async function benchLiveKitAgents(): Promise<Figure[]> {
  const packages = installAgents()
  const started = await startLiveKit()
  if (started.tag === 'absent') throw new Error(started.reason)
  const ours = await start(started.server, OURS, packages)
  const theirs = await start(started.server, THEIRS_PROGRAM, packages)
  try {
    const times = { ours: noTimes(), theirs: noTimes() }
    // The first of each loads lazy parts.
    for (const agent of [ours, theirs]) await round(agent, noTimes())
    for (let at = 0; at < ROUNDS; at++) {
      await round(ours, times.ours)
      await round(theirs, times.theirs)
    }
    const idle = await Promise.all([idleIn(ours), idleIn(theirs)])
    return [...figuresOf(times.ours, times.theirs), ...usageOf(...idle)]
  } finally {
    await close(ours)
    await close(theirs)
    await started.stop()
  }
}

const noTimes = (): Times => ({
  sound: [],
  spokenText: [],
  spokenVoice: [],
  typedText: [],
  typedVoice: [],
  silence: [],
})

async function start(server: LiveKitServer, program: string, packages: string): Promise<Measured> {
  const room = basename(program)
  const token = await agentToken(server, room, 'bench')
  const agent = await startAgentProcess(join(import.meta.dirname, program), {
    url: server.url,
    room,
    token,
    packages,
  })
  return { agent, guest: await joinAsGuest(server, room) }
}

async function close({ agent, guest }: Measured): Promise<void> {
  await guest.close()
  await agent.leave()
}

/** A spoken turn, a typed one, and a long one that is stopped. */
async function round({ guest, agent }: Measured, times: Times): Promise<void> {
  const [sound, words, spokenText, spokenVoice] = [
    agent.next('sound'),
    agent.next('words'),
    guest.nextText(),
    guest.nextVoice(),
  ]
  const spoke = guest.speak()
  times.sound.push((await sound).at - spoke)
  const heard = (await words).at
  times.spokenText.push((await spokenText) - heard)
  times.spokenVoice.push((await spokenVoice) - heard)
  await guest.silence(SILENT_MS)

  const [typedText, typedVoice] = [guest.nextText(), guest.nextVoice()]
  const typed = await guest.type('where is it')
  times.typedText.push((await typedText) - typed)
  times.typedVoice.push((await typedVoice) - typed)
  await guest.silence(SILENT_MS)

  const long = guest.nextVoice()
  await guest.type(REQUEST_LONG_REPLY)
  await long
  await wait(SPOKEN_MS)
  const stopped = guest.interrupt()
  times.silence.push(Math.max(0, (await guest.silence(SILENT_MS)) - stopped))
}

async function idleIn({ agent }: Measured): Promise<{ rss: number; share: number }> {
  const before = await agent.usage()
  const from = performance.now()
  await wait(IDLE_MS)
  const after = await agent.usage()
  return { rss: after.rss, share: (after.cpuMs - before.cpuMs) / (performance.now() - from) }
}

const THEIRS = 'AgentSession of @livekit/agents 1.9.0'

function figuresOf(ours: Times, theirs: Times): Figure[] {
  const rows: [keyof Times, string][] = [
    ['sound', 'microphone track to samples at the recognizer'],
    ['spokenText', 'transcript to the first text of the reply at a listener'],
    ['spokenVoice', 'transcript to the first audio of the reply at a listener'],
    ['typedText', 'typed text to the first text of the reply at a listener'],
    ['typedVoice', 'typed text to the first audio of the reply at a listener'],
    ['silence', 'call to interrupt to silence at a listener'],
  ]
  const parts = [
    ['median', median],
    ['90th of 100', (values: readonly number[]) => quantile(values, 0.9)],
  ] as const
  return rows.flatMap(([what, words]) =>
    parts.map(([name, part]) => ({
      what: `${words}, ${name}`,
      ours: ms(part(ours[what])),
      peer: `${ms(part(theirs[what]))} ${THEIRS}`,
      ratio: part(ours[what]) / part(theirs[what]),
    })),
  )
}

type Idle = Awaited<ReturnType<typeof idleIn>>
const percent = (share: number): string => `${(share * 100).toFixed(1)} % of a core`

const usageOf = (ours: Idle, theirs: Idle): Figure[] => [
  {
    what: 'memory of the agent’s process in the room, after the turns',
    ours: mb(ours.rss),
    peer: `${mb(theirs.rss)} ${THEIRS}`,
    ratio: ours.rss / theirs.rss,
  },
  {
    what: 'processor time of the agent in the room with a quiet open microphone',
    ours: percent(ours.share),
    peer: `${percent(theirs.share)} ${THEIRS}`,
    ratio: ours.share / theirs.share,
  },
]
