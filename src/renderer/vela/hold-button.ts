// A button to hold with a finger, a mouse or the space bar anywhere on the page. Devices that cannot hold press it twice. It is
// released when the page loses the focus.

interface Deps {
  onPressed(): void
  onReleased(): void
}

/** Elements that use the space bar themselves. */
const OWN_SPACE = 'button, input, select, textarea, a[href], label'

export interface HoldButton {
  /** The turn has ended: ignores the coming release. */
  drop(): void
}

export function makeHoldButton(button: HTMLButtonElement, deps: Deps): HoldButton {
  /** What holds it now. */
  let held: 'pointer' | 'key' | 'click' | null = null

  function press(by: 'pointer' | 'key' | 'click'): void {
    if (held || button.disabled) return
    held = by
    deps.onPressed()
  }
  function release(by?: 'pointer' | 'key' | 'click'): void {
    if (!held || (by && held !== by)) return
    held = null
    deps.onReleased()
  }

  button.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    // A finger that slides off keeps holding.
    button.setPointerCapture(event.pointerId)
    if (held === 'click') return
    press('pointer')
  })
  button.addEventListener('pointerup', () => release('pointer'))
  button.addEventListener('pointercancel', () => release('pointer'))
  button.addEventListener('lostpointercapture', () => release('pointer'))
  button.addEventListener('contextmenu', (event) => event.preventDefault())
  button.addEventListener('click', (event) => {
    // Only clicks of assistive technology, which have no pointer.
    if (event.detail !== 0) return
    if (held === 'click') release('click')
    else press('click')
  })

  const isOurs = (event: KeyboardEvent): boolean => {
    const target = event.target instanceof Element ? event.target : null
    return event.code === 'Space' && (target === button || !target?.closest(OWN_SPACE))
  }
  document.addEventListener('keydown', (event) => {
    if (!isOurs(event)) return
    event.preventDefault()
    if (!event.repeat) press('key')
  })
  document.addEventListener('keyup', (event) => {
    if (event.code !== 'Space' || (held !== 'key' && !isOurs(event))) return
    event.preventDefault()
    release('key')
  })
  window.addEventListener('blur', () => release())
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) release()
  })
  return {
    drop() {
      held = null
    },
  }
}
