// What a command printed, without the colours and the moves of the cursor, and with only the last of what it wrote over.

// oxlint-disable-next-line no-control-regex -- these are the characters it is about
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g
// oxlint-disable-next-line no-control-regex -- as above
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

export function plainOutput(output: string): string {
  return output.replace(ESCAPES, '').split('\n').map(lastWritten).join('\n').replace(CONTROLS, '')
}

/** What was written last from the beginning of a line; a return at its end only ends it. */
function lastWritten(line: string): string {
  let end = line.length
  while (end > 0 && line[end - 1] === '\r') end--
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end)
}
