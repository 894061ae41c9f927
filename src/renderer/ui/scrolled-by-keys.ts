/** What a scrolling box needs to be reached and scrolled with the keyboard, and named to those who listen. */
export function scrolledByKeys(label: string): { tabIndex: number; role: 'group'; 'aria-label': string } {
  return { tabIndex: 0, role: 'group', 'aria-label': label }
}
