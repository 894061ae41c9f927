// The line at the bottom: on the left what the agent does, on the right who, where and how.
import type { AppInfo, WorkspaceInfo } from '../../shared/ipc.ts'
import type { Settings } from '../../shared/settings.ts'
import '../styles/status-bar.css'
import type { Connection } from '../store/state.ts'
import { useRoom } from '../store/use-room.tsx'
import { disconnectedBecause } from '../talk/connection-words.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { useSettings } from '../ui/settings-context.tsx'
import { CurrentAction } from './current-action.tsx'

const connectionWords: Record<Connection['tag'], string> = {
  connecting: 'Connecting',
  connected: 'Connected',
  reconnecting: 'Reconnecting',
}

const themes: Record<Settings['theme'], { icon: IconName; next: Settings['theme'] }> = {
  system: { icon: 'system', next: 'light' },
  light: { icon: 'sun', next: 'dark' },
  dark: { icon: 'moon', next: 'system' },
}

function ConnectionMark() {
  const connection = useRoom((state) => state.connection)
  const words = connectionWords[connection.tag]
  return (
    <span
      className={`connection connection-${connection.tag}`}
      role="status"
      aria-label={`Connection: ${disconnectedBecause(connection) ?? words}`}
      title={disconnectedBecause(connection) ?? 'Connected to the agent'}
    >
      <span className="connection-dot" aria-hidden="true" />
      <span className="connection-word">{words}</span>
    </span>
  )
}

function ThemeButton() {
  const { settings, change } = useSettings()
  const now = settings?.theme ?? 'system'
  const { icon, next } = themes[now]
  return (
    <IconButton
      icon={icon}
      size={14}
      label={`Theme: ${now}. Change to ${next}`}
      disabled={!settings}
      onClick={() => change({ theme: next })}
    />
  )
}

interface Props {
  info: AppInfo | null
  workspace: WorkspaceInfo
  onFolders: () => void
}

export function StatusBar({ info, workspace, onFolders }: Props) {
  return (
    <footer className="status-bar" aria-label="Status">
      <CurrentAction />
      <div className="status-right">
        {info ? (
          <span className="status-item status-brain" title={`Answers come from ${info.brain}`}>
            {info.brain}
          </span>
        ) : null}
        {workspace.branch ? (
          <span className="status-item status-branch" title={`Branch ${workspace.branch}`}>
            <Icon name="branch" size={13} />
            <span>{workspace.branch}</span>
          </span>
        ) : null}
        <button
          type="button"
          className="status-item status-workspace"
          title={workspace.path}
          aria-label={`Folder ${workspace.name}. Choose another`}
          aria-haspopup="dialog"
          onClick={onFolders}
        >
          <Icon name="folder" size={13} />
          <span>{workspace.name}</span>
        </button>
        <ConnectionMark />
        <ThemeButton />
      </div>
    </footer>
  )
}
