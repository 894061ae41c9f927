import { createFliteEngine } from '../../src/main/speech/speaking/flite-engine.ts'
import { createServerVoice } from '../../src/main/speech/speaking/server-voice.ts'
import { createFakeVoice } from '../fakes/fake-voice.ts'
import { startSpeechServer } from '../fakes/speech-server.ts'
import { describeVoice } from './voice-contract.ts'

describeVoice('of flite', () => Promise.resolve({ engine: createFliteEngine() }))

describeVoice('of a server', async () => {
  const server = await startSpeechServer()
  const engine = createServerVoice({
    baseUrl: server.url,
    model: 'tone',
    voices: ['low'],
    secret: () => Promise.resolve(null),
  })
  return { engine, remove: () => server.close() }
})

describeVoice('that is a tone', () => Promise.resolve({ engine: createFakeVoice() }))
