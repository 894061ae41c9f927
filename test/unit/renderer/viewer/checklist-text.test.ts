import { expect, it } from 'vitest'
import { keyedSteps, progressText, type Step } from '../../../../src/renderer/viewer/checklist-text.ts'

const step = (state: Step['state']): Step => ({ text: 'Write', state })

it('the progress of a plan counts the steps that are done', () => {
  expect(progressText([step('completed'), step('in_progress'), step('pending')])).toBe('1 of 3 done')
  expect(progressText([step('pending')])).toBe('0 of 1 done')
  expect(progressText([step('completed'), step('completed')])).toBe('All 2 done')
})

it('a step keeps its key when its state changes, and equal steps stay apart', () => {
  const keysOf = (...steps: Step[]): string[] => keyedSteps(steps).map(({ key }) => key)
  const before = keysOf(step('pending'), step('pending'))
  expect(new Set(before).size).toBe(2)
  expect(keysOf(step('completed'), step('in_progress'))).toEqual(before)
})
