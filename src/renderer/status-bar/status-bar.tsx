// The line at the bottom: on the left what the agent does, on the right who, where and how. Each part opens to an
// explanation and what can be done about it.
import type { WorkspaceInfo } from '../../shared/ipc.ts'
import '../styles/status-bar.css'
import { useActions } from '../actions/window-actions.tsx'
import { BrainItem } from '../brain/brain-item.tsx'
import { DevicesItem } from '../devices/devices-item.tsx'
import { RoomItem } from '../place/room-item.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { UpdateItem } from '../updates/update-item.tsx'
import { CurrentAction } from './current-action.tsx'
import { MicrophoneItem } from './microphone-item.tsx'
import { StatusItem } from './status-item.tsx'
import { VoiceItem } from './voice-item.tsx'

export function StatusBar({ workspace }: { workspace: WorkspaceInfo }) {
  const { run } = useActions()
  return (
    <footer className="status-bar" aria-label="Status">
      <CurrentAction />
      <div className="status-right">
        <UpdateItem />
        <BrainItem />
        {workspace.branch ? (
          <StatusItem
            className="status-branch"
            label={`Branch ${workspace.branch}`}
            heading={workspace.branch}
            trigger={
              <>
                <Icon name="branch" size={13} />
                <span>{workspace.branch}</span>
              </>
            }
          >
            {() => (
              <p>
                The git branch that is checked out. Say “show the changes” to see what differs from its last
                commit, or “compare with main” to see what differs from another branch.
              </p>
            )}
          </StatusItem>
        ) : null}
        <StatusItem
          className="status-workspace"
          label={`Folder ${workspace.name}`}
          heading={workspace.name}
          trigger={
            <>
              <Icon name="folder" size={13} />
              <span>{workspace.name}</span>
            </>
          }
        >
          {(close) => (
            <>
              <p className="popover-path">{workspace.path}</p>
              <p>Parley reads and writes inside this folder only.</p>
              <Button
                icon="folder"
                onClick={() => {
                  close()
                  run('folder.open')
                }}
              >
                Open another folder
              </Button>
            </>
          )}
        </StatusItem>
        <MicrophoneItem />
        <VoiceItem />
        <RoomItem />
        <DevicesItem />
        <IconButton
          icon="keyboard"
          size={15}
          label="All commands"
          title="All commands (Ctrl+Shift+P)"
          onClick={() => run('palette.open')}
        />
        <IconButton icon="gear" size={15} label="Settings" onClick={() => run('settings.open')} />
      </div>
    </footer>
  )
}
