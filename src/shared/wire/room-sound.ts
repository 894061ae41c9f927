// Lossless audio of a window in a LiveKit room, for the recognizer. The microphone's track exists beside it, for other
// participants. docs/protocols/local-room.md has the format of a packet.

/** The topic of the packets. */
export const AUDIO_TOPIC = 'parley.sound'

/** An attribute of a participant that sends packets: the agent ignores its track. */
export const AUDIO_SENT_AS = 'parley.sound_by'
export const AUDIO_PACKETS = 'packets'
