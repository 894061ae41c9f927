// The lines the agent talks about, for the view that shows their file.
import { useEffect } from 'react'
import { isSameFile } from '../store/pointing.ts'
import type { PointedLines } from '../store/state.ts'
import { useApp, useConversation } from '../store/use-room.tsx'

export function usePointedLines(file: string | undefined): PointedLines | null {
  return useConversation(({ pointed }) => (pointed && isSameFile(pointed.file, file) ? pointed : null))
}

/** A click in a view removes the highlight: the user has seen it. */
export function useClickClearsPointed(): void {
  const { store } = useApp()
  const isPointing = useConversation(({ pointed }) => pointed !== null)
  useEffect(() => {
    if (!isPointing) return
    const onPointer = (event: PointerEvent): void => {
      if ((event.target as Element).closest('.viewer .panel')) store.dispatch({ type: 'pointed.cleared' })
    }
    window.addEventListener('pointerdown', onPointer, true)
    return () => window.removeEventListener('pointerdown', onPointer, true)
  }, [store, isPointing])
}
