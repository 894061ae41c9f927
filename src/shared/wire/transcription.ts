// LiveKit's conventions for text, so that any LiveKit frontend understands Parley, and Parley's own additions. The local room
// uses them, too.

/** Transcripts and replies, as text streams: one stream per update. */
export const TRANSCRIPTION_TOPIC = 'lk.transcription'
/** Typed requests. */
export const CHAT_TOPIC = 'lk.chat'

export const SEGMENT_ID = 'lk.segment_id'
export const TRANSCRIPTION_FINAL = 'lk.transcription_final'
export const TRANSCRIBED_TRACK_ID = 'lk.transcribed_track_id'
export const AGENT_STATE = 'lk.agent.state'
/**
 * What the agent does. In LiveKit rooms `lk.agent.state` is `listening` also for an idle agent, because LiveKit's frontends
 * take an idle agent for one that is not ready.
 */
export const AGENT_ACTIVITY = 'parley.agent_activity'

/** The event's id in the journal, its time and its turn. Other frontends ignore them. */
export const EVENT_ID = 'parley.event_id'
export const EVENT_TIME = 'parley.at'
export const TURN_ID = 'parley.turn_id'
/** The speaker's name, unless it is the owner. */
export const SPEAKER = 'parley.speaker'
/** Set if a stream repeats an earlier text: it replaces the segment instead of adding to it. */
export const REPLAY = 'parley.replay'

/** Replays the events since an id. room-calls.ts has payload and answer of each call. */
export const RESUME_METHOD = 'parley.resume'
/** Replays events before the oldest one that a client has. */
export const EARLIER_METHOD = 'parley.earlier'
/** Interrupts the voice and the turn. */
export const INTERRUPT_METHOD = 'parley.interrupt'
/** Shows a file, at a line. */
export const OPEN_FILE_METHOD = 'parley.open_file'
/** Answers an approval. */
export const ANSWER_METHOD = 'parley.answer'
/** Says what the user looks at. */
export const VIEW_METHOD = 'parley.view'
/** Reverts a hunk in its file. */
export const REVERT_HUNK_METHOD = 'parley.revert_hunk'
/** Shows the changes of a diff as they are now, in its tab. */
export const REFRESH_DIFF_METHOD = 'parley.refresh_diff'
/** Remembers what the user decided about hunks. */
export const DECIDE_HUNKS_METHOD = 'parley.decide_hunks'
/** Remembers a comment on a hunk. */
export const COMMENT_HUNK_METHOD = 'parley.comment_hunk'
/** Puts a reverted hunk back. */
export const RESTORE_HUNK_METHOD = 'parley.restore_hunk'
/** The symbols of a file. */
export const OUTLINE_METHOD = 'parley.outline'
/** The lines around a line of a file. */
export const LINES_METHOD = 'parley.lines'
/** An image of the workspace. */
export const IMAGE_METHOD = 'parley.image'

/** Starts a take with the audio that follows. */
export const TALK_START_METHOD = 'parley.talk.start'
/** Ends the take, for example when the user releases the key. */
export const TALK_STOP_METHOD = 'parley.talk.stop'
/** Discards the take. */
export const TALK_CANCEL_METHOD = 'parley.talk.cancel'
/** Undoes a correction of the transcript. */
export const RESTORE_METHOD = 'parley.restore_words'
/** Speaks a reply again, or the rest of it. */
export const REPEAT_METHOD = 'parley.repeat'
/** Sends or discards a stored take. */
export const TAKE_METHOD = 'parley.take'

/** Attributes of the agent, as JSON: the state of the recognizer and the voice. See speech-state.ts. */
export const RECOGNIZER_STATE = 'parley.ears'
export const VOICE = 'parley.voice'
/**
 * An attribute of the agent: a value that changes whenever its voice is stopped early. A client then drops the audio that it
 * has not played. After a voice that ends normally, it plays all of it.
 */
export const VOICE_STOPPED = 'parley.voice_stopped'

/** An attribute of the agent: when it last reconnected. Events from the time before may be missing. */
export const RECONNECTED_AT = 'parley.mended'

/** An attribute of the agent: the id of the conversation. When it changes, a client drops the events that it has. */
export const SESSION = 'parley.session'
/**
 * An attribute of the agent: when it started. A new agent, for example with another brain, continues the conversation but
 * does not know of a take that was being recorded.
 */
export const ANSWERS_SINCE = 'parley.answers_since'
