import { createFliteEngine } from '../../src/main/speech/voice/flite-engine.ts'
import { createFakeVoice } from '../fakes/fake-voice.ts'
import { describeVoice } from './voice-contract.ts'

describeVoice('of flite', () => Promise.resolve({ engine: createFliteEngine() }))

describeVoice('that is a tone', () => Promise.resolve({ engine: createFakeVoice() }))
