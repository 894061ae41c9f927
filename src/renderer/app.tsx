// The whole window. It is handed a conversation, what can be asked of it, and a way to the app, and draws.
import { useEffect, useState, type CSSProperties } from 'react'
import { FaultError } from '../shared/errors.ts'
import type { AppInfo, WorkspaceInfo } from '../shared/ipc.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/layout.css'
import { useActions, ActionsProvider } from './actions/window-actions.tsx'
import { Approvals } from './approvals/approval-card.tsx'
import { BrainProvider } from './brain/brain-context.tsx'
import { QuietCard } from './brain/quiet-card.tsx'
import { SetupCard } from './brain/setup-card.tsx'
import { DevicesProvider } from './devices/devices-context.tsx'
import { DevicesPage } from './devices/devices-page.tsx'
import { FirstRun } from './folders/first-run.tsx'
import { FolderDialog } from './folders/folder-dialog.tsx'
import { useWorkspace } from './folders/use-workspace.ts'
import { WorkspaceRoot } from './folders/workspace-root.tsx'
import { History } from './palette/history.tsx'
import { Palette } from './palette/palette.tsx'
import { PlaceProvider } from './place/place-context.tsx'
import { RoomPage } from './place/room-page.tsx'
import { AboutPage } from './settings/about-page.tsx'
import { SettingsPage } from './settings/settings-page.tsx'
import { StatusBar } from './status-bar/status-bar.tsx'
import { RoomProvider, useApp, type AppProps } from './store/use-room.tsx'
import { AskProvider } from './talk/ask-context.tsx'
import { Composer } from './talk/composer.tsx'
import { ControlToast } from './talk/control-toast.tsx'
import { OfferedTakes } from './talk/offered-takes.tsx'
import { useTalkKeys } from './talk/use-talk-keys.ts'
import { Transcript } from './transcript/transcript.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { NoticeProvider, useReportFault } from './ui/notices.tsx'
import { SettingsProvider } from './ui/settings-context.tsx'
import { Splitter, useSplit } from './ui/splitter.tsx'
import { warmUpEditor } from './viewer/code-view.tsx'
import { warmUpDiff } from './viewer/diff-client.ts'
import { warmUpMarkdown } from './viewer/markdown-view.tsx'
import { Viewer } from './viewer/viewer.tsx'

function useAppInfo(): AppInfo | null {
  const { bridge } = useApp()
  const report = useReportFault()
  const [info, setInfo] = useState<AppInfo | null>(null)
  useEffect(() => {
    let gone = false
    bridge.request('app.describe').then((described) => {
      if (!gone) setInfo(described)
    }, report)
    return () => {
      gone = true
    }
  }, [bridge, report])
  return info
}

interface RoomProps {
  info: AppInfo | null
  workspace: WorkspaceInfo
  onOpened: (workspace: WorkspaceInfo) => void
}

/** What is over the window, if anything. */
function Overlays({ info, workspace, onOpened }: RoomProps) {
  const { overlay, close } = useActions()
  switch (overlay) {
    case null:
      return null
    case 'palette':
      return <Palette key="palette" />
    case 'shortcuts':
      // A dialog of its own, which is opened though the other was closed a moment ago.
      return <Palette key="shortcuts" shortcuts />
    case 'history':
      return <History />
    case 'settings':
      return <SettingsPage />
    case 'room':
      return <RoomPage />
    case 'devices':
      return <DevicesPage />
    case 'about':
      return <AboutPage info={info} />
    case 'folders':
      return <FolderDialog info={info} workspace={workspace} onOpened={onOpened} onClose={close} />
  }
}

function Room({ info, workspace, onOpened }: RoomProps) {
  const [split, setSplit] = useSplit()
  useTalkKeys()
  useEffect(() => {
    // The large parts are fetched once the window stands and has nothing better to do.
    const idle = requestIdleCallback(() => {
      warmUpDiff()
      warmUpMarkdown()
      warmUpEditor()
    })
    return () => cancelIdleCallback(idle)
  }, [])
  return (
    <WorkspaceRoot value={workspace.path}>
      <ActionsProvider>
        <div className="window" style={{ '--split': `${split}%` } as CSSProperties}>
          <AskProvider>
            <div className="room">
              <section className="talk-and-edge" aria-label="Talk">
                <div className="talk">
                  <h1 className="unseen">{workspace.name} – Parley</h1>
                  <ErrorBoundary what="The conversation">
                    <Transcript />
                  </ErrorBoundary>
                  <ErrorBoundary what="The question">
                    <OfferedTakes />
                    <Approvals />
                  </ErrorBoundary>
                  <ErrorBoundary what="The agent’s card">
                    <SetupCard />
                    <QuietCard />
                  </ErrorBoundary>
                  <ErrorBoundary what="The text box">
                    <Composer />
                  </ErrorBoundary>
                </div>
                <Splitter percent={split} onChange={setSplit} />
              </section>
              <ErrorBoundary what="The viewer">
                <Viewer />
              </ErrorBoundary>
            </div>
          </AskProvider>
          <ControlToast />
          <StatusBar workspace={workspace} />
          <Overlays info={info} workspace={workspace} onOpened={onOpened} />
        </div>
      </ActionsProvider>
    </WorkspaceRoot>
  )
}

/** What went wrong and was set right again is said once, in the next window that opens. */
function useMishap(): void {
  const { bridge } = useApp()
  const report = useReportFault()
  useEffect(() => {
    bridge.request('app.mishap').then((mishap) => {
      if (mishap) report(new FaultError('internal', mishap.message, mishap.remedy), { stays: true })
    }, report)
  }, [bridge, report])
}

function Window() {
  const info = useAppInfo()
  useMishap()
  const [state, setOpened] = useWorkspace()
  useEffect(() => {
    document.title = state.tag === 'open' ? `${state.workspace.name} – Parley` : 'Parley'
  }, [state])
  switch (state.tag) {
    case 'loading':
      return null
    case 'none':
      return <FirstRun info={info} fault={state.fault} onOpened={setOpened} />
    case 'open':
      return <Room info={info} workspace={state.workspace} onOpened={setOpened} />
  }
}

export function App(props: AppProps) {
  return (
    <ErrorBoundary what="The window">
      <RoomProvider value={props}>
        <NoticeProvider>
          <SettingsProvider>
            <BrainProvider>
              <PlaceProvider>
                <DevicesProvider>
                  <Window />
                </DevicesProvider>
              </PlaceProvider>
            </BrainProvider>
          </SettingsProvider>
        </NoticeProvider>
      </RoomProvider>
    </ErrorBoundary>
  )
}
