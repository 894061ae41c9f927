// What has just appeared is scrolled to, as far as is needed. Given as a ref, so that it happens once.

export function intoView(element: HTMLElement | null): void {
  // Newer browsers answer with a promise, which React would take for a way to clean up: nothing is returned.
  element?.scrollIntoView({ block: 'nearest' })
}
