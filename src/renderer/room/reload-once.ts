// Loads the page anew, but not again and again: a server whose address is never the same twice would keep the window from
// ever being seen.

const RELOADED = 'parley.reloaded'
const NOT_AGAIN_MS = 60_000

/** False where that was done a moment ago and did not help. */
export function reloadOnce(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < NOT_AGAIN_MS) return false
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
  return true
}
