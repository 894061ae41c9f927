// "What can you do": the page of what to say.
import { helpPage } from '../../../core/understanding/replies/help-page.ts'
import { CAN_DO } from '../../../core/understanding/unsupported.ts'
import type { Turn } from './turn.ts'

export function help(turn: Turn): string {
  turn.show({ kind: 'markdown', title: 'What you can say', query: 'help', content: helpPage() }, 'help')
  return CAN_DO
}
