// Sound of a window in a LiveKit room, sample for sample: what a recogniser wants, with what was said just before the key
// and nothing lost on the way. The microphone's track is there beside it, for people and for agents that know only that.
// A packet is: four bytes of sample rate (little-endian), one byte of the length of the sender's identity, the identity in
// UTF-8, then 16-bit little-endian samples of one channel.

/** The topic these packets travel on. */
export const SOUND_TOPIC = 'parley.sound'

/** An attribute of a participant whose sound comes in such packets: their track is not listened to as well. */
export const SOUND_BY = 'parley.sound_by'
export const SOUND_BY_PACKETS = 'packets'
