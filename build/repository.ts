// The root of the repository, wherever a script is started from.
import { dirname } from 'node:path'

export const repository = dirname(import.meta.dirname)
