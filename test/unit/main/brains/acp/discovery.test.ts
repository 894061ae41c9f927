import { chmodSync, existsSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KnownAgent } from '../../../../../src/shared/ipc.ts'
import { createDiscovery, type Discovery } from '../../../../../src/main/brains/acp/discovery.ts'
import { createTempFolder, type TempFolder } from '../../../../temp-folder.ts'

let home: TempFolder
let now = 0
let discovery: Discovery

beforeEach(() => {
  home = createTempFolder()
  now = 0
  discovery = discoveryWith('')
})
afterEach(() => home.remove())

const discoveryWith = (searchPath: string): Discovery =>
  createDiscovery({
    environment: { PATH: searchPath, HOME: home.path, SECRET: 'secret' },
    home: home.path,
    platform: process.platform,
    now: () => now,
  })

function program(file: string, script: string): string {
  const target = home.write(file, `#!/bin/sh\n${script}\n`)
  chmodSync(target, 0o755)
  return target
}

const settings = { brain: 'acp', acpAgent: 'goose', acpCommand: '' }

async function agent(id: string, folder: string | null = null): Promise<KnownAgent | undefined> {
  return (await discovery.list(settings, folder)).find((one) => one.id === id)
}

describe('the agents on this computer', () => {
  it('are all listed, with the command that installs those that are missing', async () => {
    const agents = await discovery.list(settings, null)
    expect(agents.map(({ id }) => id).slice(0, 8)).toEqual([
      'claude',
      'codex',
      'gemini',
      'opencode',
      'goose',
      'qwen',
      'copilot',
      'cursor',
    ])
    for (const { version, install } of agents.filter((one) => one.version === null))
      expect({ version, install }).toEqual({
        version: null,
        install: expect.stringMatching(/install|curl/) as string,
      })
    expect(agents.filter(({ inUse }) => inUse).map(({ id }) => id)).toEqual(['goose'])
  })

  it('tell their version, in the home folder and without the variables of others', async () => {
    program('.local/bin/goose', 'pwd > "$HOME/ran"; echo "goose 1.52.0 $SECRET"')
    expect(await agent('goose')).toMatchObject({ version: '1.52.0' })
    expect(existsSync(path.join(home.path, 'ran'))).toBe(true)
  })

  it('that come from npm are not run for their version', async () => {
    const script = program('lib/node_modules/@google/gemini-cli/bundle/gemini.js', 'touch "$HOME/ran"')
    home.write(
      'lib/node_modules/@google/gemini-cli/package.json',
      '{"name":"@google/gemini-cli","version":"0.61.0"}',
    )
    home.write('.npm-global/bin/other', '')
    symlinkSync(script, path.join(home.path, '.npm-global/bin/gemini'))
    expect(await agent('gemini')).toMatchObject({ version: '0.61.0' })
    expect(existsSync(path.join(home.path, 'ran'))).toBe(false)
  })

  it('that do not say their version are installed all the same', async () => {
    program('.local/bin/goose', 'exit 1')
    program('.local/bin/claude-agent-acp', 'touch "$HOME/ran"')
    expect(await agent('goose')).toMatchObject({ version: 'installed' })
    expect(await agent('claude')).toMatchObject({ version: 'installed' })
    expect(existsSync(path.join(home.path, 'ran'))).toBe(false)
  })

  it('need only their adapter if they are installed without it', async () => {
    program('.local/bin/claude', '')
    expect(await agent('claude')).toMatchObject({
      version: null,
      install: 'npm install -g @agentclientprotocol/claude-agent-acp',
    })
  })

  it('are not taken from the open folder, through a link neither', async () => {
    const inside = program('project/bin/goose', 'touch "$HOME/ran"; echo 6.6.6')
    home.write('.bun/bin/other', '')
    symlinkSync(inside, path.join(home.path, '.bun/bin/goose'))
    const folder = path.join(home.path, 'project')
    discovery = discoveryWith(`${path.join(folder, 'bin')}${path.delimiter}bin`)
    expect(await agent('goose', folder)).not.toMatchObject({ version: '6.6.6' })
    expect(existsSync(path.join(home.path, 'ran'))).toBe(false)
  })

  it('are looked for again after a minute', async () => {
    expect((await agent('cursor'))?.version).toBeNull()
    program('.local/bin/cursor-agent', 'echo 2026.06.15-abc')
    expect((await agent('cursor'))?.version).toBeNull()
    now = 60_001
    expect((await agent('cursor'))?.version).toBe('2026.06.15-abc')
  })

  it('include the command of the user if there is one', async () => {
    const agents = await discovery.list({ brain: 'acp', acpAgent: 'custom', acpCommand: 'my-agent' }, null)
    expect(agents.at(-1)).toEqual({
      id: 'custom',
      title: 'Another command',
      version: 'installed',
      install: '',
      inUse: true,
    })
  })
})
