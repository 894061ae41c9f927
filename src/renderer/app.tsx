// The whole window. It renders the conversation and uses the room's commands and the bridge to the app.
import { useEffect, useState, type CSSProperties } from 'react'
import { visibleText } from '../base/visible-text.ts'
import { FaultError } from '../shared/errors.ts'
import type { AppInfo, WorkspaceInfo } from '../shared/ipc.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/layout.css'
import { useActions, ActionsProvider } from './actions/window-actions.tsx'
import { Approvals } from './approvals/approval-card.tsx'
import { BrainProvider } from './brain/brain-context.tsx'
import { SilenceCard } from './brain/silence-card.tsx'
import { ConnectPage } from './brain/connect-page.tsx'
import { BrainSetup } from './brain/setup-card.tsx'
import { DevicesProvider } from './devices/devices-context.tsx'
import { DevicesPage } from './devices/devices-page.tsx'
import { FirstRun } from './folders/first-run.tsx'
import { FolderDialog } from './folders/folder-dialog.tsx'
import { RestrictedStrip } from './folders/restricted-strip.tsx'
import { TrustCard } from './folders/trust-card.tsx'
import { useWorkspace, WorkspaceRoot } from './folders/use-workspace.ts'
import { Numbers } from './numbers/numbers.tsx'
import { History } from './palette/history.tsx'
import { Palette } from './palette/palette.tsx'
import { RoomStatusProvider } from './room-settings/room-status-context.tsx'
import { RoomPage } from './room-settings/room-page.tsx'
import { AboutPage } from './settings/about-page.tsx'
import { SettingsPage } from './settings/settings-page.tsx'
import { StatusBar } from './status-bar/status-bar.tsx'
import { RoomProvider, useApp, type AppProps } from './store/use-room.tsx'
import { AskProvider } from './talk/ask-context.tsx'
import { Composer } from './talk/composer.tsx'
import { CommandToast } from './talk/command-toast.tsx'
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
    let cancelled = false
    bridge.request('app.describe').then((described) => {
      if (!cancelled) setInfo(described)
    }, report)
    return () => {
      cancelled = true
    }
  }, [bridge, report])
  return info
}

interface RoomProps {
  info: AppInfo | null
  workspace: WorkspaceInfo
  onOpened: (workspace: WorkspaceInfo) => void
}

/** The overlay that is open, if any. */
function Overlays({ info, workspace, onOpened }: RoomProps) {
  const { overlay, close } = useActions()
  switch (overlay) {
    case null:
    // A card beside the conversation, not an overlay.
    case 'trust':
      return null
    case 'palette':
      return <Palette key="palette" />
    case 'shortcuts':
      // A separate dialog, so that it opens even if the other has just closed.
      return <Palette key="shortcuts" shortcuts />
    case 'history':
      return <History />
    case 'settings':
      return <SettingsPage info={info} />
    case 'connect':
      return <ConnectPage onClose={close} />
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
    // Loads the large parts once the window is idle.
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
          <RestrictedStrip workspace={workspace} />
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
                  <ErrorBoundary what="The trust card">
                    <TrustCard workspace={workspace} />
                  </ErrorBoundary>
                  <ErrorBoundary what="The agent’s card">
                    <BrainSetup />
                    <SilenceCard />
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
          <CommandToast />
          <Numbers />
          <StatusBar workspace={workspace} />
          <Overlays info={info} workspace={workspace} onOpened={onOpened} />
        </div>
      </ActionsProvider>
    </WorkspaceRoot>
  )
}

/** The next window that opens reports, once, a failure that Parley recovered from. */
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
    document.title = state.tag === 'open' ? `${visibleText(state.workspace.name, 'line')} – Parley` : 'Parley'
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
              <RoomStatusProvider>
                <DevicesProvider>
                  <Window />
                </DevicesProvider>
              </RoomStatusProvider>
            </BrainProvider>
          </SettingsProvider>
        </NoticeProvider>
      </RoomProvider>
    </ErrorBoundary>
  )
}
