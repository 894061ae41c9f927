import { randomUUID } from 'node:crypto'
import { voiceIdeWire } from '../../shared/wire/voice-ide-typed.ts'
import type { ClientWire } from '../wires.ts'
import { voiceIdeCallRules } from './call-rules.ts'
import { createVoiceIdeClient } from './client.ts'
import { voiceIdeEventRules } from './event-rules.ts'
import { voiceIdeFlowRules } from './flow-rules.ts'
import { voiceIdeReconnectionRules } from './reconnection-rules.ts'

export const voiceIdeClientWire: ClientWire = {
  wire: voiceIdeWire,
  options: {
    '--session': ['ID', 'the session to start, or with --after to resume'],
    '--after': ['EVENT_ID', 'resume the session after this event'],
    '--resume': ['SECRET', 'with --after, the resumeSecret of the session'],
  },
  check(given, { wav }) {
    if (wav !== null) return 'VoiceIDE carries text, not audio: the client transcribes. Use --text.'
    if ('--resume' in given && !('--after' in given)) return '--resume needs --after.'
    if ('--after' in given && !('--session' in given)) return '--after needs --session.'
    return null
  },
  async open({ given, ...deps }) {
    const sessionId = given['--session'] ?? randomUUID()
    deps.note(`Session ${sessionId}.`)
    return createVoiceIdeClient({
      ...deps,
      sessionId,
      after: given['--after'] ?? null,
      resume: given['--resume'] ?? null,
      newId: randomUUID,
      random: Math.random,
    })
  },
  rules: [...voiceIdeEventRules, ...voiceIdeFlowRules, ...voiceIdeCallRules, ...voiceIdeReconnectionRules],
}
