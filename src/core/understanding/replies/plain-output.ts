// Terminal output without colours, cursor movement and overwritten text.

// oxlint-disable-next-line no-control-regex -- it matches control characters on purpose
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g
// oxlint-disable-next-line no-control-regex -- it matches control characters on purpose
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

export function plainOutput(output: string): string {
  return output.replace(ESCAPES, '').split('\n').map(lastWritten).join('\n').replace(CONTROLS, '')
}

/** The text after the last carriage return of a line; one at the end of the line does not count. */
function lastWritten(line: string): string {
  let end = line.length
  while (end > 0 && line[end - 1] === '\r') end--
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end)
}
