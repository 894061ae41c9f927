// Which of several windows on this computer is in use: it plays the voice and performs view commands. That is the newest
// window until the user uses another one.

interface Channel {
  postMessage(message: string): void
  addEventListener(type: 'message', listener: () => void): void
}

interface Page {
  addEventListener(type: string, listener: () => void, capture: true): void
}

export function createActiveWindow(others: Channel, page: Page): { isInUse(): boolean } {
  let inUse = true
  const use = (): void => {
    if (inUse) return
    inUse = true
    others.postMessage('in use')
  }
  others.addEventListener('message', () => (inUse = false))
  for (const type of ['keydown', 'pointerdown', 'focus']) page.addEventListener(type, use, true)
  others.postMessage('in use')
  return { isInUse: () => inUse }
}
