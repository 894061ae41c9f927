// The talk state and the input level as hooks.
import { useEffect, useSyncExternalStore, type RefObject } from 'react'
import type { SoundLevel } from '../../core/speech/hearing/sound-level.ts'
import { useApp } from '../store/use-room.tsx'
import { meterShare } from './talk-appearance.ts'
import type { TalkView } from './talk-control.ts'

/** `select` must return a part of the view or a primitive value, never a new object. */
export function useTalk<T>(select: (view: TalkView) => T): T {
  const { talk } = useApp()
  return useSyncExternalStore(talk.subscribe, () => select(talk.get()))
}

/** Finer steps are not visible, and the meter runs all the time while a microphone is open. */
const STEPS = 50

/** Draws a share from 0 to 1 if it differs from the last one drawn. */
export function inSteps(draw: (share: number) => void): (level: SoundLevel) => void {
  let drawn: number | null = null
  return ({ rms }) => {
    const share = Math.round(meterShare(rms) * STEPS) / STEPS
    if (share === drawn) return
    drawn = share
    draw(share)
  }
}

/** While `on`, draws the level on the element in `ref`. `draw` must be the same function in every render. */
export function useLevel<E extends Element>(
  on: boolean,
  ref: RefObject<E | null>,
  draw: (on: E, share: number) => void,
): void {
  const { talk } = useApp()
  useEffect(() => {
    if (!on) return
    return talk.onLevel(inSteps((share) => ref.current && draw(ref.current, share)))
  }, [on, ref, draw, talk])
}
