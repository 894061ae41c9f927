// What the app prints goes to a terminal, or to whoever started it. That they are gone is no reason to end: the log in the
// profile has it all.
export function surviveBrokenOutput(): void {
  // Unheard, each line that nobody reads would be a mistake that starts the app again, which prints.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
