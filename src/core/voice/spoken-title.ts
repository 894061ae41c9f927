// What whoever answers calls a step, as something that can be said while one waits: "Read from hello.txt". Nothing for what
// says no more than our own words would, or is a command as it is typed.

/** A longer one is for the eye. */
const MAX_SAID = 80
const TYPED = /[;|&$`<>{}\\*=]|--/
const TOOL = /^(?:exec|command)\s+/i

export function spokenTitle(title: string): string | null {
  const words = title
    .replace(/\s*\([^)]*\)\s*$/, '')
    .replace(TOOL, '')
    .replace(/\s*→\s*/g, ', then ')
    .replace(/\s+/g, ' ')
    .replace(/[\s.…]+$/, '')
    .trim()
  const isBare = words.split(' ').filter((word) => /\p{L}{2}/u.test(word)).length < 2
  if (isBare || words.length > MAX_SAID || TYPED.test(words)) return null
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
