// Silero's network: how likely a frame of 32 ms is speech.
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { FRAME_SAMPLES } from '../../../core/speech/hearing/speech-activity.ts'
import { HEARING_RATE } from '../../../core/speech/hearing/samples.ts'
import { onOneThread, sileroFile } from './onnx-models.ts'

/** Follows one audio stream: the likelihood of a frame depends on the frames before. */
export interface FrameJudge {
  /** `frame` has FRAME_SAMPLES samples. */
  judge(frame: Float32Array): Promise<number>
}

export interface VoiceDetector {
  follow(): FrameJudge
  close(): Promise<void>
}

/** The network also sees the end of the frame before. */
const CONTEXT = 64
const STATE = [2, 1, 128]

export async function loadSilero(): Promise<VoiceDetector> {
  const session = await InferenceSession.create(sileroFile(), onOneThread)
  const rate = new Tensor('int64', BigInt64Array.of(BigInt(HEARING_RATE)), [])
  return {
    follow() {
      let state = new Tensor('float32', new Float32Array(2 * 128), STATE)
      const window = new Float32Array(CONTEXT + FRAME_SAMPLES)
      return {
        async judge(frame) {
          window.set(frame, CONTEXT)
          const result = await session.run({
            input: new Tensor('float32', window, [1, window.length]),
            state,
            sr: rate,
          })
          state = result['stateN'] as typeof state
          window.copyWithin(0, FRAME_SAMPLES)
          return (result['output']!.data as Float32Array)[0]!
        },
      }
    },
    close: () => session.release(),
  }
}
