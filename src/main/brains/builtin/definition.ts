import { brainInfos } from '../../../shared/brains.ts'
import type { BrainDefinition } from '../brain-definition.ts'
import { createBuiltinBrain } from './builtin-brain.ts'

export const builtinBrain: BrainDefinition = {
  ...brainInfos.builtin,
  settings: [],
  needsTrust: false,
  open: ({ newId }) => ({
    create: ({ tools, preface }) =>
      createBuiltinBrain({ tools, newId, ...(preface !== undefined && { preface }) }),
  }),
}
