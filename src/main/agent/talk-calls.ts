// The calls of whoever talks: to begin and end a take, to stop the voice, to take words back.
import type { Room, Unsubscribe } from '../../core/ports.ts'
import {
  interruptRequest,
  repeatRequest,
  restoreRequest,
  takeRequest,
  talkCancel,
  talkStart,
  talkStop,
} from '../../shared/wire/room-calls.ts'
import {
  INTERRUPT_METHOD,
  REPEAT_METHOD,
  RESTORE_METHOD,
  TAKE_METHOD,
  TALK_CANCEL_METHOD,
  TALK_START_METHOD,
  TALK_STOP_METHOD,
} from '../../shared/wire/transcription.ts'
import { onCall } from './calls.ts'
import type { Talking } from './talking.ts'

interface Hands {
  talking: Talking
  /** Does something that may silence the voice, of which a window really played so much. */
  played<T>(playedMs: number | undefined, work: () => T): T
  interrupt(): void
  restore(turnId: string, at: number): Promise<void>
  repeat(turnId: string, from: number): Promise<void>
  settle(takeId: string, decision: 'send' | 'discard'): Promise<void>
}

export function answerTalk(room: Room, hands: Hands): Unsubscribe[] {
  const { talking } = hands
  return [
    onCall(room, TALK_START_METHOD, talkStart, ({ takeId, mode, playedMs }, caller) =>
      hands.played(playedMs, () => talking.start(caller, takeId, mode)),
    ),
    onCall(room, TALK_STOP_METHOD, talkStop, ({ takeId, sinceMs }, caller) =>
      talking.stop(caller, takeId, sinceMs),
    ),
    onCall(room, TALK_CANCEL_METHOD, talkCancel, ({ takeId }, caller) => talking.cancel(caller, takeId)),
    onCall(room, INTERRUPT_METHOD, interruptRequest, ({ playedMs }) =>
      hands.played(playedMs, hands.interrupt),
    ),
    onCall(room, RESTORE_METHOD, restoreRequest, ({ turnId, at }) => hands.restore(turnId, at)),
    onCall(room, REPEAT_METHOD, repeatRequest, ({ turnId, from }) => hands.repeat(turnId, from)),
    onCall(room, TAKE_METHOD, takeRequest, ({ takeId, decision }) => hands.settle(takeId, decision)),
  ]
}
