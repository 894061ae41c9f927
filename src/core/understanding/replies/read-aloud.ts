// What Parley says when it reads an artifact out.
import type { Artifact } from '../../../shared/artifacts.ts'
import { kinds } from '../../artifacts/kinds/kinds.ts'

export const NOTHING_TO_READ = 'There is nothing in front of you to read out.'

export const readAloud = (shown: Artifact): string => kinds.of(shown).readAloud(shown) || NOTHING_TO_READ
