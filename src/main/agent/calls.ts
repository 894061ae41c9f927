// The calls a participant can make to the agent: each checked, made into a command or answered from the workspace.
import { parseJson } from '../../core/parse-json.ts'
import type { Room, Unsubscribe } from '../../core/ports.ts'
import type { ConversationCommand } from '../../shared/conversation.ts'
import { FaultError } from '../../shared/errors.ts'
import {
  answerRequest,
  imageRequest,
  linesRequest,
  openFileRequest,
  outlineRequest,
  revertHunkRequest,
  viewReport,
  type LinesAnswer,
  type OutlineAnswer,
  type RevertHunkAnswer,
} from '../../shared/wire/room-calls.ts'
import {
  ANSWER_METHOD,
  IMAGE_METHOD,
  LINES_METHOD,
  OPEN_FILE_METHOD,
  OUTLINE_METHOD,
  REVERT_HUNK_METHOD,
  VIEW_METHOD,
} from '../../shared/wire/transcription.ts'

/** As much of the workspace as a window may ask for without a word. */
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

interface Deps {
  room: Room
  workspace: SilentReads
  newId(): string
  carryOut(command: ConversationCommand): void | Promise<void>
}

interface Parser<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false }
}

const NOTHING = '{}'

/** Answers a call whose payload fits, and refuses any other. */
export function onCall<T>(
  room: Room,
  method: string,
  schema: Parser<T>,
  answer: (request: T, caller: string) => unknown,
): Unsubscribe {
  return room.onRpc(method, async ({ payload, caller }) => {
    const request = schema.safeParse(parseJson(payload))
    if (!request.success) {
      throw new FaultError(
        'bad_request',
        `What came with ${method} does not fit.`,
        'This is a fault of the client.',
      )
    }
    const answered = await answer(request.data, caller)
    return answered === undefined ? NOTHING : JSON.stringify(answered)
  })
}

export function answerCalls({ room, workspace, newId, carryOut }: Deps): Unsubscribe[] {
  return [
    onCall(room, OPEN_FILE_METHOD, openFileRequest, ({ file, line }) =>
      carryOut({ type: 'file.open', turnId: `open-${newId()}`, file, ...(line !== undefined && { line }) }),
    ),
    onCall(room, ANSWER_METHOD, answerRequest, (request) =>
      carryOut({ type: 'approval.answer', ...request }),
    ),
    onCall(room, VIEW_METHOD, viewReport, (view) => carryOut({ type: 'view.report', view })),
    onCall(room, REVERT_HUNK_METHOD, revertHunkRequest, async ({ patch }): Promise<RevertHunkAnswer> => {
      const turnId = `revert-${newId()}`
      await carryOut({ type: 'hunk.revert', turnId, patch })
      return { turnId }
    }),
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
