// How loud it is, drawn no more often than it can be seen to change: this runs all the while a microphone is open.
import { useEffect, type RefObject } from 'react'
import type { SoundLevel } from '../../core/ears/sound-level.ts'
import { useApp } from '../store/use-room.tsx'
import { meterShare } from './talk-face.ts'

const STEPS = 50

/** Draws a share from 0 to 1 where it is another one than was drawn last. */
export function inSteps(draw: (share: number) => void): (level: SoundLevel) => void {
  let drawn: number | null = null
  return ({ rms }) => {
    const share = Math.round(meterShare(rms) * STEPS) / STEPS
    if (share === drawn) return
    drawn = share
    draw(share)
  }
}

/** While `on`, draws how loud it is on what `ref` holds. `draw` must be the same every time. */
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
