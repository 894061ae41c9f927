// The keys for talking, everywhere in the window: Space held or tapped, Escape to discard, and the global shortcut.
import { useEffect, useLayoutEffect } from 'react'
import { useApp } from '../store/use-room.tsx'
import { useSettings } from '../ui/settings-context.tsx'
import { isText, meansTalk, momentOf } from './talk-keys.ts'

export function useTalkKeys(): void {
  const { talk, bridge } = useApp()
  const { settings } = useSettings()

  useEffect(() => {
    if (!settings) return
    const { talkMode: mode, talkKey: key, microphoneReady: ready, talkSounds: sounds } = settings
    talk.send({ type: 'choices.changed', choices: { mode, key, ready, sounds } })
  }, [talk, settings])

  useEffect(() => bridge.on('talk.toggled', () => talk.send({ type: 'toggled' })), [bridge, talk])

  // Before the first paint: as soon as users see the window, they may press a key.
  useLayoutEffect(() => {
    /** Space is down for talking; where it is released does not matter. */
    let down = false
    const onKeyDown = (event: KeyboardEvent): void => {
      if (document.querySelector('dialog[open]')) return
      const { take } = talk.get()
      const target = event.target instanceof Element ? event.target : null
      if (meansTalk(event, target)) {
        event.preventDefault()
        if (event.repeat || down) return
        down = true
        talk.send({ type: 'pressed' }, momentOf(event))
      } else if (event.key === 'Escape' && take?.mode === 'hold' && !event.defaultPrevented) {
        // In the capture phase: Escape also stops the agent, but here it discards only this take.
        event.preventDefault()
        event.stopPropagation()
        talk.send({ type: 'cancelled' })
      } else if (
        take?.latched &&
        take.mode === 'hold' &&
        target?.matches('.composer textarea') &&
        isText(event)
      ) {
        talk.send({ type: 'cancelled' })
      }
    }
    const onKeyUp = (event: KeyboardEvent): void => {
      if (event.key !== ' ' || !down) return
      down = false
      event.preventDefault()
      talk.send({ type: 'released' }, momentOf(event))
    }
    const onBlur = (): void => {
      down = false
      talk.send({ type: 'blurred' })
    }
    window.addEventListener('keydown', onKeyDown, true)
    window.addEventListener('keyup', onKeyUp, true)
    window.addEventListener('blur', onBlur)
    return () => {
      window.removeEventListener('keydown', onKeyDown, true)
      window.removeEventListener('keyup', onKeyUp, true)
      window.removeEventListener('blur', onBlur)
    }
  }, [talk])
}
