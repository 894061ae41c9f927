// Which of several windows on one machine is the one in use: the voice sounds there, and what is asked of "the window" is
// done there. The newest is, until another one is used.

interface Channel {
  postMessage(message: string): void
  addEventListener(type: 'message', listener: () => void): void
}

interface Page {
  addEventListener(type: string, listener: () => void, capture: true): void
}

export function createFrontWindow(others: Channel, page: Page): { isInUse(): boolean } {
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
