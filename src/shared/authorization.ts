// Who may do what: every call a participant can make in the room, and which settings the window may write. Parley enforces
// these tables and publishes them in docs/security.md. The requests of the window are in ipc.ts.
import { settingKeys, settingsTable, type SettingKey } from './settings.ts'
import { PING_METHOD } from './wire/room-calls.ts'
import {
  ANSWER_METHOD,
  COMMENT_HUNK_METHOD,
  DECIDE_HUNKS_METHOD,
  EARLIER_METHOD,
  IMAGE_METHOD,
  INTERRUPT_METHOD,
  LINES_METHOD,
  OPEN_FILE_METHOD,
  OUTLINE_METHOD,
  REFRESH_DIFF_METHOD,
  REPEAT_METHOD,
  RESTORE_HUNK_METHOD,
  RESTORE_METHOD,
  RESUME_METHOD,
  REVERT_HUNK_METHOD,
  TAKE_METHOD,
  TALK_CANCEL_METHOD,
  TALK_START_METHOD,
  TALK_STOP_METHOD,
  VIEW_METHOD,
} from './wire/transcription.ts'

/**
 * What a participant may do. The owner's windows may do everything. The owner can allow others to answer approvals: the
 * approvers. Everybody else may talk, and sees the results.
 */
export const participantRoles = ['participant', 'approver', 'owner'] as const
export type ParticipantRole = (typeof participantRoles)[number]

/** Whether a role includes another one. */
export const isEnough = (role: ParticipantRole, required: ParticipantRole): boolean =>
  participantRoles.indexOf(role) >= participantRoles.indexOf(required)

export interface RoomCallRule {
  does: string
  /** The lowest role that may call it. */
  who: ParticipantRole
  /** What the owner approves before it happens. */
  approval: 'none' | 'each command and edit' | 'the click itself'
  /** Whether it works in a restricted folder. */
  restricted: 'yes' | 'no' | 'reading only'
}

const asks = { who: 'participant', approval: 'each command and edit', restricted: 'reading only' } as const
const reads = { who: 'participant', approval: 'none', restricted: 'yes' } as const
const ownerOnly = { who: 'owner', approval: 'none', restricted: 'yes' } as const

export const roomCallRules = {
  [PING_METHOD]: { ...reads, does: 'measures the round trip to the agent' },
  [RESUME_METHOD]: { ...reads, does: 'gets the events since an event' },
  [EARLIER_METHOD]: { ...reads, does: 'gets the events before an event' },
  [TALK_START_METHOD]: { ...asks, does: 'starts to talk' },
  [TALK_STOP_METHOD]: { ...asks, does: 'stops talking and sends the utterance' },
  [TALK_CANCEL_METHOD]: { ...reads, does: 'discards the caller’s utterance' },
  [INTERRUPT_METHOD]: { ...reads, does: 'stops the agent' },
  [RESTORE_METHOD]: { ...asks, does: 'undoes the correction of a misheard name' },
  [REPEAT_METHOD]: { ...reads, does: 'speaks a reply again' },
  [OPEN_FILE_METHOD]: { ...reads, does: 'shows a file of the open folder' },
  [OUTLINE_METHOD]: { ...reads, does: 'lists the symbols of a file' },
  [LINES_METHOD]: { ...reads, does: 'reads lines of a file' },
  [IMAGE_METHOD]: { ...reads, does: 'reads an image of the open folder' },
  [TAKE_METHOD]: {
    ...ownerOnly,
    does: 'sends or discards a stored recording',
    approval: 'each command and edit',
  },
  [VIEW_METHOD]: { ...ownerOnly, does: 'reports what “this line” refers to' },
  [ANSWER_METHOD]: { ...ownerOnly, who: 'approver', does: 'answers an approval', restricted: 'no' },
  [REFRESH_DIFF_METHOD]: { ...ownerOnly, does: 'shows the working changes of a diff as they are now' },
  [DECIDE_HUNKS_METHOD]: { ...ownerOnly, does: 'remembers which hunks of a diff the owner keeps' },
  [COMMENT_HUNK_METHOD]: { ...ownerOnly, does: 'remembers the owner’s comment on a hunk' },
  [REVERT_HUNK_METHOD]: {
    who: 'owner',
    does: 'reverts a hunk of a diff shown in this session, and no other',
    approval: 'the click itself',
    restricted: 'no',
  },
  [RESTORE_HUNK_METHOD]: {
    who: 'owner',
    does: 'puts back a hunk that was reverted in this session, and no other',
    approval: 'the click itself',
    restricted: 'no',
  },
} as const satisfies Record<string, RoomCallRule>

export type RoomCallName = keyof typeof roomCallRules

/** Whether the page may write a setting. One it may not write can still be reset to its default there. */
export interface SettingRule {
  page: 'may write' | 'may only reset'
  why: string
}

const NOTHING_SENSITIVE = 'names no program, file, address or listener'

export const settingRules = Object.fromEntries(
  settingKeys.map((key): [SettingKey, SettingRule] => {
    const { resetOnly, safe = NOTHING_SENSITIVE } = settingsTable[key]
    return [
      key,
      resetOnly === undefined ? { page: 'may write', why: safe } : { page: 'may only reset', why: resetOnly },
    ]
  }),
) as Record<SettingKey, SettingRule>
