// The calls that participants make to the agent. Each payload is validated, then becomes a command or is answered from
// the workspace.
import { parseJson } from '../../base/parse-json.ts'
import type { Unsubscribe } from '../../core/ports/clock.ts'
import type { Room } from '../../core/ports/room.ts'
import type { ConversationCommand } from '../../shared/conversation.ts'
import { FaultError } from '../../shared/errors.ts'
import {
  answerRequest,
  commentHunkRequest,
  decideHunksRequest,
  imageRequest,
  interruptRequest,
  linesRequest,
  openFileRequest,
  outlineRequest,
  refreshDiffRequest,
  repeatRequest,
  restoreHunkRequest,
  restoreRequest,
  revertHunkRequest,
  takeRequest,
  talkCancel,
  talkStart,
  talkStop,
  viewReport,
  type LinesAnswer,
  type OutlineAnswer,
  type RevertHunkAnswer,
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
import type { ShownDiffs } from './shown-diffs.ts'
import type { TalkSessions } from './talk-sessions.ts'

/** What a window may read from the workspace without a turn. */
export interface SilentReads {
  outline(file: string): Promise<readonly OutlineEntry[]>
  readLines(file: string, options: { line: number; around: number }): Promise<LinesAnswer>
  readImage(file: string): Promise<{ dataUrl: string }>
}

interface OutlineEntry {
  name: string
  kind: string
  startLine: number
  endLine: number
  container?: string | null | undefined
}

interface Parser<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false }
}

/** Answers a call whose payload is valid, and refuses any other. */
function onCall<T>(
  room: Room,
  method: string,
  schema: Parser<T>,
  answer: (request: T, caller: string) => unknown,
): Unsubscribe {
  return room.onRpc(method, async ({ payload, caller }) => {
    const request = schema.safeParse(parseJson(payload))
    if (!request.success)
      throw new FaultError(
        'bad_request',
        `The payload of ${method} is not valid.`,
        'The client has a bug; report it.',
      )
    return JSON.stringify((await answer(request.data, caller)) ?? {})
  })
}

interface Deps {
  room: Room
  workspace: SilentReads
  shownDiffs: Pick<ShownDiffs, 'include'>
  newId(): string
  carryOut(command: ConversationCommand): void | Promise<void>
}

export function answerCalls({ room, workspace, shownDiffs, newId, carryOut }: Deps): Unsubscribe[] {
  return [
    onCall(room, OPEN_FILE_METHOD, openFileRequest, ({ file, line }) =>
      carryOut({ type: 'file.open', turnId: `open-${newId()}`, file, ...(line !== undefined && { line }) }),
    ),
    onCall(room, ANSWER_METHOD, answerRequest, (request) =>
      carryOut({ type: 'approval.answer', ...request }),
    ),
    onCall(room, VIEW_METHOD, viewReport, (view) => carryOut({ type: 'view.report', view })),
    onCall(room, REVERT_HUNK_METHOD, revertHunkRequest, async ({ patch, of }): Promise<RevertHunkAnswer> => {
      if (!(await shownDiffs.include(patch)))
        throw new FaultError(
          'not_allowed',
          'Only a hunk of a diff that was shown in this session can be reverted.',
          'Ask for the changes again, and revert it there.',
        )
      const turnId = `revert-${newId()}`
      await carryOut({ type: 'hunk.revert', turnId, patch, ...(of && { of }) })
      return { turnId }
    }),
    onCall(room, REFRESH_DIFF_METHOD, refreshDiffRequest, (request) =>
      carryOut({ type: 'diff.refresh', ...request }),
    ),
    onCall(room, DECIDE_HUNKS_METHOD, decideHunksRequest, (request) =>
      carryOut({ type: 'hunks.decide', turnId: `decide-${newId()}`, ...request }),
    ),
    onCall(room, COMMENT_HUNK_METHOD, commentHunkRequest, (request) =>
      carryOut({ type: 'hunk.comment', turnId: `comment-${newId()}`, ...request }),
    ),
    onCall(room, RESTORE_HUNK_METHOD, restoreHunkRequest, ({ turnId }) =>
      carryOut({ type: 'hunk.restore', turnId }),
    ),
    onCall(room, OUTLINE_METHOD, outlineRequest, async ({ file }): Promise<OutlineAnswer> => ({
      symbols: (await workspace.outline(file)).map(({ name, kind, startLine, endLine, container }) => ({
        name,
        kind,
        line: startLine,
        endLine,
        depth: container ? 1 : 0,
      })),
    })),
    onCall(room, LINES_METHOD, linesRequest, async ({ file, line, around }): Promise<LinesAnswer> => {
      const { startLine, lines } = await workspace.readLines(file, { line, around })
      return { startLine, lines }
    }),
    onCall(room, IMAGE_METHOD, imageRequest, ({ file }) => workspace.readImage(file)),
  ]
}

interface TalkCalls {
  talkSessions: TalkSessions
  /** `playedMs` is how much of the current reply the window has played. */
  interrupt(playedMs: number | undefined): void
  restore(turnId: string, at: number): Promise<void>
  repeat(turnId: string, from: number): Promise<void>
  settle(takeId: string, decision: 'send' | 'discard'): Promise<void>
}

/** The calls of a participant who talks. */
export function answerTalkCalls(room: Room, { talkSessions, ...calls }: TalkCalls): Unsubscribe[] {
  return [
    onCall(room, TALK_START_METHOD, talkStart, ({ takeId, mode, playedMs }, caller) =>
      talkSessions.start(caller, takeId, mode, playedMs),
    ),
    onCall(room, TALK_STOP_METHOD, talkStop, ({ takeId, sinceMs }, caller) =>
      talkSessions.stop(caller, takeId, sinceMs),
    ),
    onCall(room, TALK_CANCEL_METHOD, talkCancel, ({ takeId }, caller) => talkSessions.cancel(caller, takeId)),
    onCall(room, INTERRUPT_METHOD, interruptRequest, ({ playedMs }) => calls.interrupt(playedMs)),
    onCall(room, RESTORE_METHOD, restoreRequest, ({ turnId, at }) => calls.restore(turnId, at)),
    onCall(room, REPEAT_METHOD, repeatRequest, ({ turnId, from }) => calls.repeat(turnId, from)),
    onCall(room, TAKE_METHOD, takeRequest, ({ takeId, decision }) => calls.settle(takeId, decision)),
  ]
}
