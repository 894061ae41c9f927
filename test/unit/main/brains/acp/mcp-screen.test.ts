import { describe, expect, it, vi } from 'vitest'
import { createRunScreen } from '../../../../../src/main/brains/acp/mcp-screen.ts'
import type { Artifact } from '../../../../../src/shared/artifacts.ts'

const page: Artifact = { kind: 'markdown', id: 'p', title: 'Page', content: '' }
const code: Artifact = { kind: 'code', id: 'c', title: 'a.ts', content: '', file: 'a.ts' }
const diff: Artifact = { kind: 'diff', id: 'd', title: 'b.ts', diff: '', file: 'b.ts' }
const lines = { file: 'a.ts', line: 1, endLine: 2 }

function screenOf(run: { id: string | null }) {
  const show = vi.fn<(artifact: Artifact) => void>()
  const point = vi.fn<(pointed: object) => void>()
  return { show, point, screen: createRunScreen({ runId: () => run.id, show, point }) }
}

describe('The screen of a run', () => {
  it('has room for a hundred artifacts, and is empty again in the next run', () => {
    const run = { id: 'one' }
    const { screen, show } = screenOf(run)
    for (let at = 0; at < 100; at++) expect(screen.show(page)).toBe(true)
    expect(screen.show(page)).toBe(false)
    expect(show).toHaveBeenCalledTimes(100)
    run.id = 'two'
    expect(screen.show(page)).toBe(true)
  })

  it('is pointed at five hundred times in a run', () => {
    const run = { id: 'one' }
    const { screen, point } = screenOf(run)
    for (let at = 0; at < 500; at++) expect(screen.point(lines)).toBe(true)
    expect(screen.point(lines)).toBe(false)
    expect(point).toHaveBeenCalledTimes(500)
    run.id = 'two'
    expect(screen.point(lines)).toBe(true)
  })

  it('knows the files that were opened in this run; a diff is not the file', () => {
    const run = { id: 'one' }
    const { screen } = screenOf(run)
    screen.show(code)
    screen.show(diff)
    expect([screen.hasOpened('a.ts'), screen.hasOpened('b.ts')]).toEqual([true, false])
    run.id = 'two'
    expect(screen.hasOpened('a.ts')).toBe(false)
  })

  it('is dark without a run', () => {
    const { screen, show, point } = screenOf({ id: null })
    expect(screen.isWatched()).toBe(false)
    expect(screen.show(page)).toBe(false)
    expect(screen.point(lines)).toBe(false)
    expect(show).not.toHaveBeenCalled()
    expect(point).not.toHaveBeenCalled()
  })
})
