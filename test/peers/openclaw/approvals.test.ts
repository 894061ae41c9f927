// Approvals on a real OpenClaw gateway.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { brainOnPeer, describeOnPeer, proxyToPeer } from './brain-on-peer.ts'
import { play } from './scripted-model.ts'

const touch = (file: string): string =>
  play({ tool: 'exec', args: { command: `touch ${file}` } }, { say: 'That is that.' })

describeOnPeer('a command that needs approval, on a real gateway', () => {
  it('runs when approved, and not when denied', async () => {
    const peer = brainOnPeer()
    const allowed = peer.ask(touch('allowed.txt'))
    const { approval } = await peer.until('approval.requested')
    expect(approval).toMatchObject({
      kind: 'command',
      action: 'touch allowed.txt',
      folder: peer.folder.path,
      decisions: expect.arrayContaining(['allow', 'deny']),
    })
    expect(approval.expiresAt).toBeGreaterThan(Date.now())
    expect(existsSync(join(peer.folder.path, 'allowed.txt'))).toBe(false)
    peer.brain.answerApproval(approval.id, 'allow')
    expect(await peer.over(allowed)).toMatchObject({ outcome: 'completed' })
    expect(existsSync(join(peer.folder.path, 'allowed.txt'))).toBe(true)

    const denied = peer.ask(touch('denied.txt'))
    const second = await peer.until('approval.requested', ({ runId }) => runId === denied)
    peer.brain.answerApproval(second.approval.id, 'deny')
    expect(await peer.over(denied)).toMatchObject({ outcome: 'completed' })
    expect(peer.said(denied)).toBe('That is that.')
    expect(existsSync(join(peer.folder.path, 'denied.txt'))).toBe(false)
  })

  it('does not run when the turn is stopped while it waits', async () => {
    const peer = brainOnPeer()
    const runId = peer.ask(touch('stopped.txt'))
    await peer.until('approval.requested')
    peer.brain.abort(runId)
    const next = peer.ask(play({ say: 'Next.' }))
    expect(await peer.over(next)).toMatchObject({ outcome: 'completed' })
    expect(existsSync(join(peer.folder.path, 'stopped.txt'))).toBe(false)
  })

  it('is asked again after the connection broke, and an answer from elsewhere settles it', async () => {
    const proxy = await proxyToPeer()
    const peer = brainOnPeer({ port: proxy.port })
    const runId = peer.ask(touch('answered-elsewhere.txt'))
    const { approval } = await peer.until('approval.requested')
    proxy.drop()
    await peer.until('status.told', ({ detail }) => detail.includes('broke'))
    await peer.ready()
    // The gateway sends an approval only to the device that caused it: the same device, restarted, receives it when it
    // connects, and answers.
    const other = brainOnPeer({ folder: peer.folder, secrets: peer.secrets })
    await other.until('run.adopted')
    const again = await other.until('approval.requested')
    expect(again.approval.id).toBe(approval.id)
    other.brain.answerApproval(approval.id, 'allow')
    expect(await peer.until('approval.settled')).toMatchObject({ approvalId: approval.id, decision: 'allow' })
    expect(await peer.over(runId)).toMatchObject({ outcome: 'completed' })
    expect(existsSync(join(peer.folder.path, 'answered-elsewhere.txt'))).toBe(true)
  })
})
