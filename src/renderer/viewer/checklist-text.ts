import type { ArtifactOf } from '../../shared/artifacts.ts'

export type Step = ArtifactOf<'checklist'>['entries'][number]

export const stepWords: Record<Step['state'], string> = {
  completed: 'Done',
  in_progress: 'Doing now',
  pending: 'To do',
}

export function progressText(steps: readonly Step[]): string {
  const done = steps.filter(({ state }) => state === 'completed').length
  return done === steps.length ? `All ${steps.length} done` : `${done} of ${steps.length} done`
}

/** Each step with a key that it keeps while its state changes: its text, and a number if that occurs again. */
export function keyedSteps(steps: readonly Step[]): { key: string; step: Step }[] {
  const seen = new Map<string, number>()
  return steps.map((step) => {
    const count = (seen.get(step.text) ?? 0) + 1
    seen.set(step.text, count)
    return { key: `${count} ${step.text}`, step }
  })
}
