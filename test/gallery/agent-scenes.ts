// Coding agents for the gallery: what the bridge would answer, and a conversation with one.
import { readyBrain, type BrainView } from '../../src/shared/brain-status.ts'
import { brainInfos } from '../../src/shared/brains.ts'
import type { KnownAgent } from '../../src/shared/ipc.ts'
import type { RoomStore } from '../../src/renderer/app-props.ts'
import { HOSTILE } from './samples.ts'

export const agentList = (what: string, inUse: string | null): KnownAgent[] => {
  const installed: Record<string, string> =
    what === 'none' ? {} : { claude: '2.1.185', goose: '1.52.0', gemini: 'installed' }
  const known: [string, string, string][] = [
    ['claude', 'Claude Code', 'npm install -g @agentclientprotocol/claude-agent-acp'],
    ['codex', 'Codex', 'npm install -g @agentclientprotocol/codex-acp'],
    ['gemini', 'Gemini CLI', 'npm install -g @google/gemini-cli'],
    ['opencode', 'opencode', 'npm install -g opencode-ai'],
    ['goose', 'goose', 'npm install -g @aaif/goose-binary-linux-x64'],
    ['qwen', 'Qwen Code', 'npm install -g @qwen-code/qwen-code'],
  ]
  return known.map(([id, title, install]) => ({
    id,
    title,
    install,
    version: installed[id] ?? null,
    inUse: id === inUse,
  }))
}

const modes = [
  { value: 'default', name: 'Default', description: 'Asks before it edits files or runs commands.' },
  { value: 'acceptEdits', name: 'Accept Edits', description: 'Edits files without asking.' },
  { value: 'plan', name: 'Plan Mode', description: 'Plans only, changes nothing.' },
]

/** A coding agent that answers: `ready`, `plan`, `free`, or one that needs a sign-in. */
export function agentView(what: string): BrainView {
  const view: BrainView = {
    ...readyBrain('Claude Code'),
    id: 'acp',
    explanation: brainInfos.acp.explanation,
    place: 'Claude Code 2.1.185',
    title: 'Refuse files over a megabyte',
    options: [
      {
        id: 'mode',
        name: 'Mode',
        kind: 'mode',
        value: what === 'plan' ? 'plan' : what === 'free' ? 'acceptEdits' : 'default',
        choices: modes,
      },
      {
        id: 'model',
        name: 'Model',
        kind: 'model',
        value: 'sonnet',
        choices: ['Opus', 'Sonnet', 'Haiku'].map((name) => ({
          value: name.toLowerCase(),
          name,
          description: null,
        })),
      },
      {
        id: 'provider',
        name: 'Provider',
        kind: 'other',
        value: 'provider-3',
        choices: Array.from({ length: 60 }, (_, at) => ({
          value: `provider-${at}`,
          name: `Provider number ${at}`,
          description: null,
        })),
      },
    ],
    commands: [
      { name: 'compact', description: 'Shorten the memory of this conversation', hint: 'what to keep' },
      { name: 'review', description: 'Review the changes on this branch', hint: null },
      { name: 'init', description: 'Write down what this codebase is about', hint: null },
      { name: 'security-review', description: `Look for weaknesses ${HOSTILE}`, hint: null },
    ],
    usage: { usedTokens: 12_345, contextTokens: 200_000, cost: { amount: 0.0412, currency: 'USD' } },
    rules: [
      { id: 'r1', label: 'Edits to files in this conversation' },
      { id: 'r2', label: 'Running npm test' },
    ],
  }
  if (what !== 'signin') return view
  return {
    ...view,
    state: 'refused',
    label: 'not signed in',
    options: [],
    commands: [],
    usage: null,
    rules: [],
    title: null,
    fault: {
      code: 'brain_unavailable',
      message: 'Claude Code is not signed in.',
      remedy: 'Sign in, then ask again.',
      retryable: true,
    },
    setup: {
      heading: 'Sign in to Claude Code',
      explanation: 'Claude Code answers with your own account. You can also sign in in a terminal:',
      command: 'claude /login',
      secretLabel: null,
      signIn: [
        { id: 'web', label: 'Sign in in the browser', description: 'Opens a page of Anthropic' },
        { id: 'fail', label: 'Use an API key', description: null },
      ],
    },
  }
}

type Say = (
  id: string,
  role: 'user' | 'agent',
  turnId: string,
  text: string,
  at: number,
  isFinal?: boolean,
) => void

/** A turn of a coding agent with a thought, remarks, a plan, lines it points at, and a turn beside it. */
export function showAgentTurn(store: RoomStore, say: Say, start: number): void {
  const at = start + 200_000
  store.dispatch({ type: 'answerer.shown', turnId: 'a0', answerer: { name: 'Built-in', beside: null } })
  say('a0 user', 'user', 'a0', 'how many tests are there', 190)
  say('a0 agent', 'agent', 'a0', 'There are 214 tests in 60 files.', 191)
  store.dispatch({ type: 'answerer.shown', turnId: 'a1', answerer: { name: 'Claude Code', beside: null } })
  say('a1 user', 'user', 'a1', 'refuse files over a megabyte and test it', 200)
  say('a1 agent', 'agent', 'a1', 'I will add the limit to readText first, then a test for it.', 205, false)
  store.dispatch({
    type: 'notice.shown',
    notice: {
      turnId: 'a1',
      text: 'Claude Code shortened its memory of this conversation.',
      isWarning: false,
      at: at + 6000,
    },
  })
  store.dispatch({
    type: 'notice.shown',
    notice: {
      turnId: 'a1',
      text: 'Claude Code edited src/main/workspace/read-file.ts without asking. The change is in its own tab.',
      isWarning: true,
      at: at + 7000,
    },
  })
  store.dispatch({ type: 'answerer.shown', turnId: 'a2', answerer: { name: 'Built-in', beside: 'a1' } })
  say('a2 user', 'user', 'a2', 'what is left', 210)
  say('a2 agent', 'agent', 'a2', 'Two of five steps are done. It is writing the test now.', 211)
  store.dispatch({
    type: 'thought.shown',
    thought: {
      turnId: 'a1',
      text: 'The limit is read before the file is opened, so a missing file must still fail with its own error.\nThe test needs a file that is just over the limit, and one that is exactly at it, otherwise the comparison could be off by one and nobody would see it.',
    },
  })
  store.dispatch({
    type: 'artifact.arrived',
    shown: {
      artifact: {
        kind: 'checklist',
        id: 'plan',
        title: 'Plan',
        entries: [
          { text: 'Read how files are opened', state: 'completed' },
          { text: 'Add a limit to readText, and an error that names the size', state: 'completed' },
          {
            text: 'Write a test with a file just over the limit, one exactly at it, and one that does not exist',
            state: 'in_progress',
            priority: 'high',
          },
          { text: 'Run all tests', state: 'pending' },
          { text: `Describe the limit in the README ${HOSTILE}`, state: 'pending', priority: 'low' },
        ],
      },
      at: at + 8000,
      turnId: 'a1',
      source: null,
    },
  })
}
