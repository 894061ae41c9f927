// Mounts the window with a made-up conversation. The address says what to show:
//   ?scene=room|empty|first-run|offline|approval|approval-edit|approval-files|approval-unseen|question|questions|quiet|pairing|talk|agent   &agent=ready|plan|free|signin   &agents=some|none|looking|failed   &talk=off|ready|opening|hearing|latched|…   &voice=ready|loading|failed|off   &tab=<artifact id>   &review=comments|hunk|ended|interrupted   &host=desktop|browser   &place=local|joining|in|lan|waiting|refused|failed   &devices=none|off|failed|some|network|open   &theme=light|dark|system
import { createRoot } from 'react-dom/client'
import type { AppBridge, RoomCommands } from '../../src/renderer/app-props.ts'
import { App } from '../../src/renderer/app.tsx'
import { createStore } from '../../src/renderer/store/store.ts'
import { setupCard, stateLabel } from '../../src/core/wires/openclaw/setup-card.ts'
import { readyBrain, type BrainView } from '../../src/shared/brain-status.ts'
import { brainInfos } from '../../src/shared/brains.ts'
import type { Fault } from '../../src/shared/errors.ts'
import { FaultError } from '../../src/shared/errors.ts'
import type { GatewayStatus } from '../../src/shared/gateway-status.ts'
import type { IpcEvents, IpcRequests, WorkspaceInfo } from '../../src/shared/ipc.ts'
import { defaultSettings, type Settings } from '../../src/shared/settings.ts'
import { approvalScene } from './approval-scenes.ts'
import { healthScene, invitationScene, roomScene, serverScene } from './room-scenes.ts'
import { gatewayScene, pairingScene } from './device-scenes.ts'
import { agentList, agentView, showAgentTurn } from './agent-scenes.ts'
import { showReview } from './review-scenes.ts'
import { showTalk, talkDouble } from './talk-scenes.ts'
import { artifacts, HOSTILE, moreArtifacts, outlineOf, picture, source } from './samples.ts'

const query = new URLSearchParams(location.search)
const scene = query.get('scene') ?? 'room'
const place = query.get('place') ?? 'local'
const store = createStore()
const start = Date.now() - 300_000

let settings: Settings = {
  ...defaultSettings,
  brain: query.has('agent') ? 'acp' : (query.get('brain') ?? 'builtin'),
  theme: (query.get('theme') ?? 'system') as Settings['theme'],
  contrast: (query.get('contrast') ?? 'system') as Settings['contrast'],
  diffLayout: (query.get('layout') ?? 'side-by-side') as Settings['diffLayout'],
  searchPreview: (query.get('preview') ?? 'shown') as Settings['searchPreview'],
  talkMode: query.get('talk') === 'hands-free' ? 'hands-free' : 'push',
  gatewayHost: query.get('devices') === 'network' ? '0.0.0.0' : '127.0.0.1',
}

const listeners: { [K in keyof IpcEvents]: Set<(value: IpcEvents[K]) => void> } = {
  'workspace.changed': new Set(),
  'settings.changed': new Set(),
  'talk.toggled': new Set(),
  'app.updates.changed': new Set(),
  'talk.shortcut.changed': new Set(),
  'brain.changed': new Set(),
  'room.changed': new Set(),
  'livekit.server.changed': new Set(),
  'gateway.changed': new Set(),
}
const agents = query.get('agents') ?? 'some'
const builtIn: BrainView = {
  ...readyBrain('Built-in'),
  id: 'builtin',
  explanation: brainInfos.builtin.explanation,
}
let brain: BrainView = query.has('agent') ? agentView(query.get('agent') ?? 'ready') : builtIn
function tellBrain(next: BrainView): void {
  brain = next
  for (const listener of listeners['brain.changed']) listener(next)
}
let gateway: GatewayStatus = gatewayScene(query.get('devices') ?? 'none')
function tellGateway(status: GatewayStatus): void {
  gateway = status
  for (const listener of listeners['gateway.changed']) listener(status)
}
const trusted = { trust: 'trusted', replacedBrain: null } as const
let workspace: WorkspaceInfo = {
  path: '/home/ada/work/parley',
  name: 'parley',
  branch: 'feature/a-rather-long-branch-name',
  ...trusted,
}
const opened: string[] = []
const answered: string[] = []
const reverted: string[] = []
const reported: unknown[] = []

const notPaired: Fault = {
  code: 'gateway_pairing',
  message: 'The gateway at gateway.local:18789 does not know this device yet.',
  remedy: 'On the gateway’s computer run “openclaw devices list”, approve Parley there, then try again.',
  retryable: false,
}

/** A gateway that needs something from the user. */
const troubled = (what: 'quiet' | 'pairing'): BrainView => ({
  ...readyBrain('OpenClaw'),
  id: 'openclaw',
  explanation: brainInfos.openclaw.explanation,
  place: 'OpenClaw 2026.9.6 at localhost:18789',
  ...(what === 'quiet'
    ? { quietSince: Date.now() - 150_000 }
    : {
        state: 'refused',
        label: stateLabel('refused', notPaired),
        fault: notPaired,
        setup: setupCard('refused', notPaired),
      }),
})

const updateScene: IpcRequests['app.updates']['out'] =
  query.get('update') === 'ready'
    ? {
        tag: 'ready',
        version: '0.2.0',
        notes: 'You can now\n- open a folder by a link\n- hear replies in another voice',
        asked: false,
      }
    : { tag: 'current', checkedAt: null }

const answers: { [K in keyof IpcRequests]: (input: IpcRequests[K]['in']) => IpcRequests[K]['out'] } = {
  'app.describe': () => ({
    version: '0.1.0',
    host: query.get('host') === 'browser' ? 'browser' : 'desktop',
    home: '/home/ada',
  }),
  'app.licences': () => [
    {
      part: 'Flite',
      version: '0.1.1',
      licence: 'BSD-like',
      for: 'the built-in voice',
      text: 'Copyright (c) its authors.',
    },
  ],
  'app.mishap': () => null,
  'conversation.new': () => null,
  'editor.open': () => ({ editor: 'VS Code' }),
  'window.arrange': () => null,
  'app.diagnostics': () => ({ text: 'Parley:\n  version: 0.1.0\n' }),
  'app.updates': () => updateScene,
  'app.updates.check': () => updateScene,
  'app.updates.install': () => updateScene,
  'workspace.current': () => (scene === 'first-run' ? null : workspace),
  'workspace.recent': () => [
    { ...workspace, openedAt: start },
    {
      path: '/home/ada/work/some/deeply/nested/place/for/a/project/compiler',
      name: 'compiler',
      openedAt: start,
    },
    { path: '/mnt/gone', name: 'gone', openedAt: start },
  ],
  'workspace.pick': () => workspace,
  'workspace.open': ({ path }) => {
    if (path !== '/mnt/gone')
      return { path, name: path.split('/').at(-1) ?? path, branch: 'main', ...trusted }
    throw new FaultError('not_a_folder', '/mnt/gone is not a folder Parley can open.', 'Choose another one.')
  },
  'workspace.trust': ({ trust }) => (workspace = { ...workspace, trust }),
  'folders.list': ({ path }) => ({
    path: path ?? '/home/ada',
    parent: path === '/' ? null : (path ?? '/home/ada').split('/').slice(0, -1).join('/') || '/',
    folders: [
      'documents',
      'music',
      'pictures',
      'work',
      ...Array.from({ length: 20 }, (_, at) => `folder-${at}`),
    ],
  }),
  'room.status': () => roomScene(place),
  'room.entry': () => ({ tag: 'local' }),
  'room.retry': () => null,
  'room.servers': () => [],
  'room.invite': () => invitationScene(place),
  'room.approver': () => null,
  'room.health': () => healthScene(place),
  'livekit.program.pick': () => null,
  'livekit.server': () => serverScene(place),
  'livekit.server.start': () => serverScene('in'),
  'livekit.server.stop': () => ({ tag: 'off' }),
  'gateway.status': () => gateway,
  'gateway.pair': ({ wire }) => pairingScene(wire, settings.gatewayHost),
  'gateway.drop': ({ id }) => {
    if (gateway.tag === 'listening')
      tellGateway({ ...gateway, guests: gateway.guests.filter((guest) => guest.id !== id) })
    return null
  },
  'gateway.forget': () => {
    if (gateway.tag === 'listening')
      tellGateway({ ...gateway, devices: gateway.devices.filter(({ kind }) => kind !== 'paired') })
    return null
  },
  'gateway.device.set': ({ id, ...change }) => {
    if (gateway.tag === 'listening') {
      const devices = gateway.devices.map((one) => (one.id === id ? { ...one, ...change } : one))
      tellGateway({ ...gateway, devices })
    }
    return null
  },
  'gateway.device.forget': ({ id }) => {
    if (gateway.tag === 'listening')
      tellGateway({ ...gateway, devices: gateway.devices.filter((one) => one.id !== id) })
    return null
  },
  'gateway.token': () => ({ token: 'Zk3v0Q8xw1cYp5TnB7sLr2MhJd9GfUaE6iXoKtVbRyA' }),
  'livekit.keys': () => ({ from: 'nowhere', keptIn: 'keychain' }),
  'livekit.keys.set': () => ({ from: 'set here', keptIn: 'keychain' }),
  'settings.read': () => settings,
  'settings.write': (part) => (settings = { ...settings, ...part }),
  'brain.status': () => (scene === 'quiet' || scene === 'pairing' ? troubled(scene) : brain),
  'brain.retry': () => null,
  'brain.agents': () => {
    if (agents === 'failed')
      throw new FaultError('internal', 'Parley could not look for coding agents.', 'Look again.')
    return agentList(agents, settings.brain === 'acp' ? settings.acpAgent : null)
  },
  'brain.use': ({ brain: to, agent }) => {
    settings = { ...settings, brain: to, ...(agent !== null && { acpAgent: agent }) }
    const title = agentList(agents, null).find(({ id }) => id === agent)?.title
    tellBrain(title ? { ...agentView('ready'), name: title, place: title } : builtIn)
    for (const listener of listeners['settings.changed']) listener(settings)
    return settings
  },
  'brain.option.set': ({ option, value }) => {
    if (value === 'haiku')
      throw new FaultError('brain_unavailable', 'Your plan has no Haiku.', 'Choose another model.')
    tellBrain({
      ...brain,
      options: brain.options.map((one) => (one.id === option ? { ...one, value } : one)),
    })
    return null
  },
  'brain.rule.revoke': ({ rule }) => {
    tellBrain({ ...brain, rules: brain.rules.filter(({ id }) => id !== rule) })
    return null
  },
  'brain.signin': ({ method }) => {
    if (method === 'fail')
      throw new FaultError(
        'brain_unavailable',
        'There is no API key.',
        'Set ANTHROPIC_API_KEY, then try again.',
      )
    tellBrain(agentView('ready'))
    return null
  },
  'brain.secret': () => ({ from: 'nowhere', keptIn: 'keychain' }),
  'speech.key': () => ({ from: 'nowhere', keptIn: 'keychain' }),
  'speech.key.set': () => ({ from: 'set here', keptIn: 'keychain' }),
  'brain.secret.set': () => ({ from: 'set here', keptIn: 'keychain' }),
  'brain.detect': () => null,
  'brain.test': () => ({ steps: [{ ok: true, text: 'Connected.' }] }),
  'model.find': () =>
    query.has('models')
      ? [{ title: 'Ollama', url: 'http://127.0.0.1:11434/v1', models: ['qwen3:8b', 'gpt-oss:20b'] }]
      : [],
  'model.list': ({ key }) => {
    if (key === 'wrong')
      throw new FaultError(
        'model_key',
        'api.anthropic.com does not accept the key.',
        'Enter another key, or check that this one is still valid.',
      )
    return ['claude-sonnet-5', 'claude-haiku-5', 'claude-opus-5']
  },
  'model.use': ({ url, model }) => {
    settings = { ...settings, brain: 'model', modelUrl: url, modelName: model }
    const { host } = new URL(url)
    tellBrain({
      ...readyBrain(model),
      id: 'model',
      explanation: brainInfos.model.explanation,
      place: `${model} at ${host}`,
      sendsTo: host.startsWith('127.') ? null : host,
      usage: {
        usedTokens: 12_400,
        contextTokens: 200_000,
        cost: { amount: 0.31, currency: 'USD' },
        lastTurn: { tokens: 24_800, cost: { amount: 0.09, currency: 'USD' } },
        allTokens: 91_300,
      },
      rules: [{ id: 'edit', label: 'Edits in this conversation' }],
    })
    return settings
  },
  'link.open': ({ url }) => {
    opened.push(url)
    return null
  },
  'room.join': () => null,
  'talk.shortcut': () => ({ keys: 'Control+Alt+Space', registered: query.get('talk') !== 'trouble' }),
}

const bridge: AppBridge = {
  request: async (name, ...input) => {
    if (name === 'brain.agents' && agents === 'looking') await new Promise(() => {})
    return answers[name](input[0] as never)
  },
  on(name, listener) {
    listeners[name].add(listener)
    return () => listeners[name].delete(listener)
  },
  returnToRoom: () => {},
}

const say = (
  id: string,
  role: 'user' | 'agent',
  turnId: string,
  text: string,
  at: number,
  isFinal = true,
): void =>
  store.dispatch({
    type: 'segment.replaced',
    replayed: false,
    entry: { id, role, turnId, text, isFinal, timestamp: start + at * 1000 },
  })

const commands: RoomCommands = {
  async ask(text) {
    if (text.includes('fail')) {
      throw new FaultError(
        'brain_unavailable',
        'The agent could not be reached.',
        'Check the gateway, then send again.',
      )
    }
    const id = crypto.randomUUID()
    say(`${id} user`, 'user', id, text, 300)
    say(`${id} agent`, 'agent', id, `You asked: ${text}`, 301)
  },
  async interrupt() {
    store.dispatch({ type: 'status.cleared' })
    store.dispatch({ type: 'agent.state.changed', state: 'idle' })
  },
  shareMicrophone: () => {},
  playOthers: () => {},
  async openFile(file, line) {
    opened.push(line === undefined ? file : `${file}:${line}`)
  },
  async answerApproval(approvalId, decision) {
    answered.push(`${approvalId}: ${decision}`)
    store.dispatch({ type: 'approval.settled', approvalId })
  },
  async reportAround() {},
  view: () => ({}),
  async reportView(view) {
    reported.push(view)
  },
  async revertHunk(patch) {
    reverted.push(patch)
    if (patch.includes('tooLarge(path: string')) {
      throw new FaultError(
        'file_changed',
        'The file has changed since this diff was made.',
        'Ask for the changes again, then revert.',
      )
    }
    return `revert-${reverted.length}`
  },
  refreshDiff: async () => {},
  decideHunks: async () => {},
  commentHunk: async () => {},
  async restoreHunk(turnId) {
    store.dispatch({ type: 'hunk.restored', turnId })
  },
  startTalk: async () => ({ limitMs: 60_000 }),
  stopTalk: async () => {},
  cancelTalk: async () => {},
  sendSound: () => {},
  async restoreWords(turnId, at) {
    answered.push(`restore ${turnId} ${at}`)
  },
  async repeatReply(turnId, from) {
    answered.push(`repeat ${turnId} ${from}`)
  },
  async settleTake(takeId, decision) {
    answered.push(`${takeId}: ${decision}`)
    store.dispatch({ type: 'take.settled', takeId })
  },
  outline: async () => outlineOf(source),
  async loadEarlier() {},
  async linesAround(file, line, around) {
    if (file.includes('file-2.')) throw new FaultError('file_not_found', `There is no ${file}.`, 'Look.')
    const startLine = Math.max(1, line - around)
    const text = source.split('\n')
    const lines = Array.from({ length: line + around - startLine + 1 }, (_, at) =>
      startLine + at === line
        ? '    // TODO: look at this case again'
        : text[(startLine + at) % text.length]!,
    )
    return { startLine, lines }
  },
  ping: async () => 5,
  async image(file) {
    if (file.includes('missing')) throw new FaultError('file_not_found', `${file} is not there.`, 'Look.')
    return picture
  },
}

if (scene !== 'empty' && scene !== 'first-run') {
  const turnOf: Record<string, string> = {
    markdown: 't1',
    search: 't2',
    code: 't2',
    'code-2': 't2',
    diff: 't3',
  }
  say('1', 'user', 't1', 'open the readme', 0)
  say(
    '2',
    'agent',
    't1',
    'Here is README.md. It describes a small library that reads files, and how to install it.',
    2,
  )
  say('3', 'user', 't2', 'find every to-do and show me where files are read', 60)
  say(
    '4',
    'agent',
    't2',
    'There are five thousand of them.\n\nThe reading happens in read-all.ts, around line 108. I opened it for you next to its test.',
    63,
  )
  say('5', 'user', 't3', `what did I change today? ${HOSTILE}`, 120)
  artifacts.forEach((artifact, index) =>
    store.dispatch({
      type: 'artifact.arrived',
      shown: {
        artifact,
        at: start + 125_000 + index,
        turnId: turnOf[artifact.id] ?? null,
        source: artifact.id === 'error' ? 'G2 glasses' : null,
      },
    }),
  )
  say(
    '6',
    'agent',
    't3',
    'Four files. The largest change is in read-file.ts: it now refuses files over a megabyte and',
    130,
    false,
  )
  store.dispatch({ type: 'tab.pinned', id: 'markdown', pinned: true })
  store.dispatch({ type: 'agent.state.changed', state: 'thinking' })
  store.dispatch({
    type: 'status.shown',
    status: {
      action: 'reading_file',
      detail: 'src/main/workspace/read-file.ts',
      startedAt: Date.now() - 3000,
    },
  })
} else {
  store.dispatch({ type: 'agent.state.changed', state: 'idle' })
}
store.dispatch({
  type: 'connection.changed',
  connection:
    scene === 'offline'
      ? { tag: 'reconnecting', reason: 'The agent closed the connection.', attempt: 3 }
      : { tag: 'connected', way: { tag: place === 'in' || place === 'lan' ? 'livekit' : 'local' } },
})

approvalScene(scene).forEach((approval) =>
  store.dispatch({ type: 'approval.requested', shown: { approval, turnId: 't3', at: Date.now() } }),
)

if (scene === 'talk') showTalk(store, say, start)
if (scene === 'agent') showAgentTurn(store, say, start)

const tab = query.get('tab')
const extra = tab === null ? undefined : moreArtifacts[tab]
if (extra)
  store.dispatch({
    type: 'artifact.arrived',
    shown: { artifact: extra, at: Date.now(), turnId: null, source: null },
  })
if (tab !== null) store.dispatch({ type: 'tab.selected', id: tab })

const hunks = showReview(query.get('review'), store)

const pointed = query.get('point')?.split(':')
if (pointed)
  store.dispatch({
    type: 'lines.pointed',
    pointed: { file: pointed[0]!, line: Number(pointed[1]), endLine: Number(pointed[2] ?? pointed[1]) },
  })

// For scripts that drive the gallery.
Object.assign(window, {
  gallery: { store, more: moreArtifacts, opened, answered, reverted, reported, say, hunks },
})
createRoot(document.getElementById('root')!).render(
  <App
    store={store}
    commands={commands}
    bridge={bridge}
    talk={talkDouble(query.get('talk') ?? 'off', store)}
  />,
)
