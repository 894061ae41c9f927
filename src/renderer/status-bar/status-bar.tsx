// The status bar: what the agent does on the left; brain, voice, microphone, devices, room and folder on the right. Each
// item opens a popover with an explanation and actions.
import type { WorkspaceInfo } from '../../shared/ipc.ts'
import '../styles/status-bar.css'
import { useActions } from '../actions/window-actions.tsx'
import { BrainItem } from '../brain/brain-item.tsx'
import { UsageItem } from '../brain/usage-item.tsx'
import { DevicesItem } from '../devices/devices-item.tsx'
import { RoomItem } from '../room-settings/room-item.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { UpdateItem } from '../updates/update-item.tsx'
import { CurrentAction } from './current-action.tsx'
import { MicrophoneItem } from './microphone-item.tsx'
import { StatusItem } from './status-item.tsx'
import { VoiceItem } from './voice-item.tsx'

export function StatusBar({ workspace }: { workspace: WorkspaceInfo }) {
  const { run } = useActions()
  const isTrusted = workspace.trust === 'trusted'
  return (
    <footer className="status-bar" aria-label="Status">
      <CurrentAction />
      <div className="status-right">
        <UpdateItem />
        <UsageItem />
        <BrainItem />
        {workspace.branch ? (
          <StatusItem
            className="status-branch"
            label={`Branch ${workspace.branch}`}
            heading={workspace.branch}
            trigger={
              <>
                <Icon name="branch" size={13} />
                <span>
                  <VisibleText text={workspace.branch} kind="line" />
                </span>
              </>
            }
          >
            {() => (
              <p>
                The current git branch. Say “show the changes” to see what differs from its last commit, or
                “compare with main” to see what differs from another branch.
              </p>
            )}
          </StatusItem>
        ) : null}
        <StatusItem
          className="status-workspace"
          label={`Folder ${workspace.name}${isTrusted ? '' : ', restricted'}`}
          heading={workspace.name}
          trigger={
            <>
              <Icon name={isTrusted ? 'folder' : 'shield'} size={13} />
              <span>
                <VisibleText text={workspace.name} kind="line" />
              </span>
            </>
          }
        >
          {(close) => (
            <>
              <p className="popover-path">
                <VisibleText text={workspace.path} kind="line" />
              </p>
              <p>
                {isTrusted
                  ? 'You trust this folder. Parley reads and writes only inside it.'
                  : 'This folder is restricted: Parley reads it, but changes and runs nothing in it.'}
              </p>
              <Button
                icon="shield"
                onClick={() => {
                  close()
                  run('folder.trust')
                }}
              >
                {isTrusted ? 'Stop trusting…' : 'Trust this folder…'}
              </Button>
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
