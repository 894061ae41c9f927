// The room calls of the window, with their answers.
import { parseJson } from '../../base/parse-json.ts'
import { MAX_HUNKS_DECIDED, type ViewContext } from '../../shared/conversation.ts'
import { FaultError } from '../../shared/errors.ts'
import { MAX_FRAME_BYTES, MAX_HEADER_BYTES } from '../../shared/wire/local-room.ts'
import {
  imageAnswer,
  linesAnswer,
  outlineAnswer,
  PING_METHOD,
  revertHunkAnswer,
  talkStartAnswer,
} from '../../shared/wire/room-calls.ts'
import {
  ANSWER_METHOD,
  COMMENT_HUNK_METHOD,
  DECIDE_HUNKS_METHOD,
  IMAGE_METHOD,
  INTERRUPT_METHOD,
  LINES_METHOD,
  OPEN_FILE_METHOD,
  OUTLINE_METHOD,
  REFRESH_DIFF_METHOD,
  REPEAT_METHOD,
  RESTORE_HUNK_METHOD,
  RESTORE_METHOD,
  REVERT_HUNK_METHOD,
  TAKE_METHOD,
  TALK_CANCEL_METHOD,
  TALK_START_METHOD,
  TALK_STOP_METHOD,
  VIEW_METHOD,
} from '../../shared/wire/transcription.ts'
import type { RoomCommands } from '../app-props.ts'
import type { RoomLink } from './room-link.ts'

const MAX_CALL_BYTES = MAX_FRAME_BYTES - MAX_HEADER_BYTES

/** `connected` returns the link, or throws if there is none. */
export function roomCalls(
  connected: () => RoomLink,
): Omit<RoomCommands, 'ask' | 'loadEarlier' | 'sendSound' | 'shareMicrophone' | 'playOthers'> {
  /** What the active view reports, and what the window reports around it. */
  let inside: ViewContext = {}
  let outside: ViewContext = {}
  const view = (): ViewContext => ({ ...inside, ...outside })
  async function report(): Promise<void> {
    await connected().call(VIEW_METHOD, JSON.stringify(view()))
  }
  return {
    async interrupt(playedMs) {
      await connected().call(INTERRUPT_METHOD, JSON.stringify({ playedMs }))
    },
    async startTalk(takeId, mode, playedMs) {
      const answer = await connected().call(TALK_START_METHOD, JSON.stringify({ takeId, mode, playedMs }))
      return talkStartAnswer.parse(parseJson(answer))
    },
    async stopTalk(takeId, sinceMs) {
      await connected().call(TALK_STOP_METHOD, JSON.stringify({ takeId, sinceMs }))
    },
    async cancelTalk(takeId) {
      await connected().call(TALK_CANCEL_METHOD, JSON.stringify({ takeId }))
    },
    async restoreWords(turnId, at) {
      await connected().call(RESTORE_METHOD, JSON.stringify({ turnId, at }))
    },
    async repeatReply(turnId, from) {
      await connected().call(REPEAT_METHOD, JSON.stringify({ turnId, from }))
    },
    async settleTake(takeId, decision) {
      await connected().call(TAKE_METHOD, JSON.stringify({ takeId, decision }))
    },
    async openFile(file, line) {
      await connected().call(OPEN_FILE_METHOD, JSON.stringify(line === undefined ? { file } : { file, line }))
    },
    async answerApproval(approvalId, decision) {
      await connected().call(ANSWER_METHOD, JSON.stringify({ approvalId, decision }))
    },
    view,
    reportView(seen) {
      inside = seen
      return report()
    },
    reportAround(part) {
      outside = { ...outside, ...part }
      return report()
    },
    async refreshDiff(artifactId) {
      await connected().call(REFRESH_DIFF_METHOD, JSON.stringify({ artifactId }))
    },
    async decideHunks(artifactId, hunks, decision) {
      for (let at = 0; at < hunks.length; at += MAX_HUNKS_DECIDED) {
        const some = hunks.slice(at, at + MAX_HUNKS_DECIDED)
        await connected().call(DECIDE_HUNKS_METHOD, JSON.stringify({ artifactId, hunks: some, decision }))
      }
    },
    async commentHunk(artifactId, hunk, text) {
      await connected().call(COMMENT_HUNK_METHOD, JSON.stringify({ artifactId, hunk, text }))
    },
    async revertHunk(patch, of) {
      const payload = JSON.stringify({ patch, of })
      // The room drops a frame that is too large, and the call would never be answered.
      if (new TextEncoder().encode(payload).length > MAX_CALL_BYTES) throw hunkTooLarge()
      const answer = await connected().call(REVERT_HUNK_METHOD, payload)
      return revertHunkAnswer.parse(parseJson(answer)).turnId
    },
    async restoreHunk(turnId) {
      await connected().call(RESTORE_HUNK_METHOD, JSON.stringify({ turnId }))
    },
    async outline(file) {
      const answer = await connected().call(OUTLINE_METHOD, JSON.stringify({ file }))
      return outlineAnswer.parse(parseJson(answer)).symbols
    },
    async linesAround(file, line, around) {
      const answer = await connected().call(LINES_METHOD, JSON.stringify({ file, line, around }))
      return linesAnswer.parse(parseJson(answer))
    },
    async ping() {
      const from = performance.now()
      await connected().call(PING_METHOD, '')
      return performance.now() - from
    },
    async image(file) {
      const answer = await connected().call(IMAGE_METHOD, JSON.stringify({ file }))
      return imageAnswer.parse(parseJson(answer)).dataUrl
    },
  }
}

const hunkTooLarge = (): FaultError =>
  new FaultError(
    'bad_request',
    'This hunk is too large to revert here.',
    'Revert it with git, or undo the change that made it.',
  )
