/** Signs that make what follows them be drawn in another order than it is written, up to the end of the line. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Text from elsewhere, drawn in the order it is written. Names and commands must be what they look like: a sign that turns
 * the rest of a line round is shown as a sign that means nothing.
 */
export const inPlainOrder = (text: string): string => text.replace(TURNING, '\ufffd')
