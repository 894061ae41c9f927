// LiveKit's own conventions for text, kept by the local room too, so that any LiveKit frontend understands us.

/** Words spoken by anyone in the room, as text streams: one stream per update. */
export const TRANSCRIPTION_TOPIC = 'lk.transcription'
/** Words typed by a person. */
export const CHAT_TOPIC = 'lk.chat'

export const SEGMENT_ID = 'lk.segment_id'
export const TRANSCRIPTION_FINAL = 'lk.transcription_final'
export const TRANSCRIBED_TRACK_ID = 'lk.transcribed_track_id'
export const AGENT_STATE = 'lk.agent.state'

/** Our own additions, ignored by others: which event of the session log this is, when, and of which turn. */
export const EVENT_ID = 'parley.event_id'
export const EVENT_TIME = 'parley.at'
export const TURN_ID = 'parley.turn_id'
/** What whoever said it is called, where that is somebody else than the owner of the app. */
export const SPEAKER = 'parley.speaker'
/** Set when a stream repeats what was said before: its text replaces the segment instead of adding to it. */
export const REPLAY = 'parley.replay'

/** What was missed since an event id. Payload and answer are JSON: see wire/room-calls.ts. */
export const RESUME_METHOD = 'parley.resume'
/** What came before the oldest event a client was told. */
export const EARLIER_METHOD = 'parley.earlier'
/** Stop talking and working, now. */
export const INTERRUPT_METHOD = 'parley.interrupt'
/** Show a file, at a line. */
export const OPEN_FILE_METHOD = 'parley.open_file'
/** Answer a question of the agent. */
export const ANSWER_METHOD = 'parley.answer'
/** Say what the person is looking at. */
export const VIEW_METHOD = 'parley.view'
/** Take a hunk out of its file again. */
export const REVERT_HUNK_METHOD = 'parley.revert_hunk'
/** The symbols of a file. */
export const OUTLINE_METHOD = 'parley.outline'
/** The lines around a line of a file. */
export const LINES_METHOD = 'parley.lines'
/** A picture of the workspace. */
export const IMAGE_METHOD = 'parley.image'

/** Somebody begins to talk: the sound they send from now on is a take. */
export const TALK_START_METHOD = 'parley.talk.start'
/** They let go of the key: all that was sent so far is the take. */
export const TALK_STOP_METHOD = 'parley.talk.stop'
/** They did not mean it: the take is forgotten. */
export const TALK_CANCEL_METHOD = 'parley.talk.cancel'
/** The words were meant as they were said, not as the name they were taken for. */
export const RESTORE_METHOD = 'parley.restore_words'
/** Say a reply again, or the rest of it. */
export const REPEAT_METHOD = 'parley.repeat'
/** Send speech that was kept, or let it go. */
export const TAKE_METHOD = 'parley.take'

/** Attributes of the agent, as JSON: what listens and what speaks, and how they are. See wire/speech-state.ts. */
export const EARS = 'parley.ears'
export const VOICE = 'parley.voice'
/**
 * An attribute of the agent: a mark that changes whenever its voice is stopped before its end. What a client has not played
 * yet is not to be heard then; when a voice ends by itself, what is still queued is.
 */
export const VOICE_STOPPED = 'parley.voice_stopped'

/** An attribute of the agent: when its own connection was mended last. What it sent meanwhile may be missing. */
export const MENDED = 'parley.mended'

/** An attribute of the agent: the conversation it is having. When it changes, what a client has is of another one. */
export const SESSION = 'parley.session'
/**
 * An attribute of the agent: since when this one answers. Another one may go on with the same conversation, as with another
 * brain, and knows nothing of what was being said at that moment.
 */
export const ANSWERS_SINCE = 'parley.answers_since'
