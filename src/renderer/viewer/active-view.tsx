// What only the active view does: perform view commands, and report to the agent what the user looks at.
import { createContext, useContext, useEffect, useRef } from 'react'
import type { Artifact } from '../../shared/artifacts.ts'
import type { ViewContext } from '../../shared/conversation.ts'
import type { Screen } from '../../shared/screen.ts'
import type { ViewCommand } from '../store/state.ts'
import { useApp, useConversation, useRoom } from '../store/use-room.tsx'
import { tabLabels } from './tab-labels.ts'

const Active = createContext(true)

/** Whether the views inside belong to the active tab. */
export const ActiveView = Active.Provider

export function useIsActive(): boolean {
  return useContext(Active)
}

/** Calls back for each view command that arrives while this view is active. */
export function useViewCommand(perform: (command: ViewCommand) => void): void {
  const isActive = useIsActive()
  const command = useConversation((conversation) => conversation.viewCommand)
  const last = useRef(command)
  const latest = useRef(perform)
  useEffect(() => {
    latest.current = perform
  })
  useEffect(() => {
    if (!command || command === last.current) return
    last.current = command
    if (isActive) latest.current(command)
  }, [command, isActive])
}

/** Another agent needs a report too. */
const useAgent = (): number | null =>
  useRoom((state) => (state.connection.tag === 'connected' ? state.agentGeneration : null))

/** As many as anybody opens. */
const MAX_TITLES = 50

/** Reports the titles of the tabs, so that "the validation tab" means one of them. */
export function useReportedTabs(tabs: readonly { artifact: Artifact }[]): void {
  const { commands } = useApp()
  const agent = useAgent()
  const titles = JSON.stringify(tabLabels(tabs.map(({ artifact }) => artifact)).slice(0, MAX_TITLES))
  useEffect(() => {
    if (agent === null) return
    // If it fails, the agent looks for a file of that name.
    const shown = (JSON.parse(titles) as string[]).map((title) => title.slice(0, MAX_TITLE))
    commands.reportAround({ tabs: shown }).catch(() => {})
  }, [commands, agent, titles])
}

const MAX_TITLE = 300

/** While the cursor moves. What is in front, and a selection in words, is reported at once: the next words may mean it. */
const SETTLED_MS = 150

/** Reports the view to the agent while it is in front. */
export function useReportedView({
  file,
  line,
  endLine,
  kind,
  artifactId,
  hunk,
  hunks,
  screen,
}: ViewContext): void {
  const { commands } = useApp()
  const isActive = useIsActive()
  const { left, of } = hunks ?? {}
  const onScreen = screen === undefined ? undefined : JSON.stringify(screen)
  const isSettled = screen?.selecting === true
  // Of a list that was cut, others are listed wherever the cursor is.
  const things = screen === undefined || screen.cut ? '' : JSON.stringify(screen.things)
  const agent = useAgent()
  const reported = useRef<string | null>(null)
  useEffect(() => {
    if (!isActive) reported.current = null
    if (!isActive || agent === null) return
    const wait = isSettled || reported.current !== things ? 0 : SETTLED_MS
    reported.current = things
    const timer = setTimeout(() => {
      // If it fails, the agent asks what "this line" means.
      commands
        .reportView({
          ...(file && { file }),
          ...(line && { line }),
          ...(line && endLine && endLine >= line && { endLine }),
          ...(kind && { kind }),
          ...(artifactId && { artifactId }),
          ...(hunk && { hunk }),
          ...(left !== undefined && of !== undefined && { hunks: { left, of } }),
          ...(onScreen !== undefined && { screen: JSON.parse(onScreen) as Screen }),
        })
        .catch(() => {})
    }, wait)
    return () => clearTimeout(timer)
  }, [
    commands,
    isActive,
    agent,
    file,
    line,
    endLine,
    kind,
    artifactId,
    hunk,
    left,
    of,
    onScreen,
    things,
    isSettled,
  ])
}
