// Approvals to look at: a command, edits with and without a diff, and questions with choices.
import type { Approval } from '../../src/shared/conversation.ts'
import { HOSTILE } from './samples.ts'

const command: Approval = {
  id: 'ask',
  kind: 'command',
  title: 'Run the tests?',
  action: 'npm test -- --run test/unit',
  folder: '/home/ada/work/parley',
  warning: 'It can run for minutes and write into the folder.',
  expiresAt: Date.now() + 90_000,
}

const edit: Approval = {
  id: 'ask',
  kind: 'edit',
  title: 'Replace “tide” with “flood” in src/tide.py?',
  action: 'Three places change in one file.',
  diff: `--- a/src/tide.py\n+++ b/src/tide.py\n@@ -1,3 +1,3 @@\n-def tide(hour):\n+def flood(hour):\n     """The height of the water. ${HOSTILE}"""\n     return hour % 12\n`,
}

const changed = (name: string): string =>
  `--- a/src/${name}\n+++ b/src/${name}\n@@ -1,3 +1,4 @@\n import { tide } from './tide.ts'\n-export const high = tide(6)\n+export const high = tide(7)\n+export const low = tide(1)\n export default high\n`

const files: Approval = {
  id: 'ask',
  kind: 'edit',
  title: 'Claude Code wants to edit 4 files',
  action: 'Move the hours of high and low water',
  alwaysMeans: 'Always allow edits by Claude Code in this session',
  diff: `${changed('harbour.ts')}${changed('berths.ts')}--- /dev/null\n+++ b/src/new.ts\n@@ -0,0 +1 @@\n+${'x'.repeat(1500)}\n--- a/src/old.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n`,
}

const unseen: Approval = {
  id: 'ask',
  kind: 'edit',
  title: 'goose wants to edit src/tide.py',
  action: '',
  warning: 'goose does not show what it will change.',
  decisions: ['allow', 'deny'],
}

const question: Approval = {
  id: 'ask',
  kind: 'question',
  title: 'Which database should I use for the tide tables?',
  action: '',
  choices: ['Postgres', 'SQLite', `Plain files in the folder “data”, one for each harbour ${HOSTILE}`],
}

const second: Approval = {
  id: 'ask2',
  kind: 'question',
  title: 'May I delete the old tables?',
  action: 'They were last used in 2024.',
  choices: ['Yes, delete them', 'No, keep them'],
  source: 'G2 glasses',
}

const scenes: Record<string, readonly Approval[]> = {
  approval: [command],
  'approval-edit': [edit],
  'approval-files': [files],
  'approval-unseen': [unseen],
  question: [question],
  questions: [question, second],
}

export const approvalScene = (scene: string): readonly Approval[] => scenes[scene] ?? []
