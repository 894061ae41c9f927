// LiveKit's own AgentSession in a LiveKit room, in a separate process, with the same engines that take no time. Plain
// JavaScript, because the library is installed only for this and is not available to the type checker.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { answerUntilLeft, entry, tell, tellNow } from '../../test/peers/livekit/agent-process/messages.ts'
import {
  createGate,
  elsewhere,
  replyTo,
  toneOf,
  VOICE_RATE,
  WORDS_HEARD,
} from '../../test/peers/livekit/agent-process/engines.ts'

const { url, token, packages } = entry()
const load = (path) => import(pathToFileURL(join(packages, path)).href)
const { initializeLogger, llm, stt, tts, voice } = await load('@livekit/agents/dist/index.js')
const { AudioFrame, Room } = await load('@livekit/rtc-node/dist/index.js')
const { SpeechEventType, SpeechStream, STT } = stt
const { LLM, LLMStream } = llm
const { SynthesizeStream, TTS } = tts
initializeLogger({ pretty: false, level: 'error' })

const HEARING_RATE = 16_000

class StubStt extends STT {
  label = 'stub'
  constructor() {
    super({ streaming: true, interimResults: false })
  }
  stream() {
    return new StubSpeechStream(this, HEARING_RATE)
  }
}

class StubSpeechStream extends SpeechStream {
  label = 'stub'
  async run() {
    const gate = createGate(HEARING_RATE)
    for await (const frame of this.input) {
      if (typeof frame === 'symbol') continue
      const change = gate(frame.data)
      if (change === 'began') {
        tellNow('sound')
        this.queue.put({ type: SpeechEventType.START_OF_SPEECH })
      } else if (change === 'paused') {
        tellNow('words')
        const heard = { language: 'en', text: WORDS_HEARD, startTime: 0, endTime: 0, confidence: 1 }
        this.queue.put({ type: SpeechEventType.FINAL_TRANSCRIPT, alternatives: [heard] })
        this.queue.put({ type: SpeechEventType.END_OF_SPEECH })
      }
    }
  }
}

class StubLlm extends LLM {
  label = () => 'stub'
  chat(about) {
    return new StubLlmStream(this, about)
  }
}

class StubLlmStream extends LLMStream {
  async run() {
    const asked = this.chatCtx.items.findLast(({ role }) => role === 'user')
    const content = replyTo(asked?.textContent ?? '')
    this.queue.put({ id: 'stub', delta: { role: 'assistant', content } })
  }
}

class StubTts extends TTS {
  label = 'stub'
  constructor() {
    super(VOICE_RATE, 1, { streaming: true })
  }
  stream() {
    return new StubVoiceStream(this)
  }
}

class StubVoiceStream extends SynthesizeStream {
  label = 'stub'
  async run() {
    const segment = { requestId: 'stub', segmentId: 'stub' }
    for await (const text of this.input) {
      if (typeof text === 'symbol') continue
      this.markStarted()
      await elsewhere()
      for (const data of toneOf(text)) {
        if (this.abortSignal.aborted) return
        this.queue.put({ ...segment, frame: new AudioFrame(data, VOICE_RATE, 1, data.length), final: false })
      }
    }
    this.queue.put(SynthesizeStream.END_OF_STREAM)
  }
}

const room = new Room()
await room.connect(url, token, { autoSubscribe: true, dynacast: false })
const session = new voice.AgentSession({
  stt: new StubStt(),
  llm: new StubLlm(),
  tts: new StubTts(),
  vad: null,
  // No delays that Parley would not have.
  aecWarmupDuration: null,
  turnHandling: { turnDetection: 'stt', endpointing: { mode: 'fixed', minDelay: 0, maxDelay: 0 } },
})
await session.start({
  agent: new voice.Agent({ instructions: 'Answer.' }),
  room,
  record: false,
  inputOptions: { audioSampleRate: HEARING_RATE, closeOnDisconnect: false },
  // Text as soon as it is available, as Parley does.
  outputOptions: { syncTranscription: false },
})
room.localParticipant.registerRpcMethod('parley.interrupt', async () => {
  session.interrupt()
  return '{}'
})
answerUntilLeft(async () => {
  await session.close()
  await room.disconnect()
})
tell({ tag: 'in' })
