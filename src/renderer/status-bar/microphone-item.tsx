// The microphone in the status bar: whether it is open, which one, its level, and its settings.
import { useRef } from 'react'
import { keyLabel } from '../actions/shortcuts.ts'
import { isMac, useActions } from '../actions/window-actions.tsx'
import { useApp, useRoom } from '../store/use-room.tsx'
import type { TalkView } from '../talk/talk-control.ts'
import { useLevel, useTalk } from '../talk/use-talk.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { usePushed } from '../ui/use-pushed.ts'
import { DeviceChoice } from './device-choice.tsx'
import { EngineLine } from './engine-line.tsx'
import { StatusItem } from './status-item.tsx'

function fill(meter: HTMLMeterElement, share: number): void {
  meter.value = share
}

function LevelMeter() {
  const meter = useRef<HTMLMeterElement>(null)
  useLevel(true, meter, fill)
  return (
    <label className="level">
      <span>Level</span>
      <meter ref={meter} min={0} max={1} low={0.2} high={0.95} optimum={0.6} />
    </label>
  )
}

/** The global shortcut, or a note if the system did not grant it. */
function ShortcutLine() {
  const { bridge } = useApp()
  const shortcut = usePushed(
    () => bridge.request('talk.shortcut'),
    (listener) => bridge.on('talk.shortcut.changed', listener),
  )
  if (!shortcut?.keys) return null
  const keys = <kbd>{keyLabel(shortcut.keys, isMac)}</kbd>
  return shortcut.registered ? (
    <p>While another window is in front, {keys} starts and stops talking.</p>
  ) : (
    <p className="engine-failed">
      <strong>{keys} is not available.</strong> Another program uses these keys, or the system does not allow
      it. Choose others in the settings.
    </p>
  )
}

type Seen = Pick<TalkView, 'muted' | 'problem' | 'take' | 'microphone'>

function stateOf({ muted, problem, take, microphone }: Seen): { text: string; className: string } {
  if (muted) return { text: 'Muted', className: 'muted' }
  if (problem && problem.kind !== 'too_soon') return { text: 'Problem', className: 'trouble' }
  if (microphone === 'opening') return { text: 'Opening', className: 'opening' }
  if (take?.begun) return { text: 'Listening', className: 'listening' }
  return microphone === 'open'
    ? { text: 'Ready', className: 'ready' }
    : { text: 'Closed', className: 'closed' }
}

const explained: Record<TalkView['choices']['ready'], string> = {
  talking: 'It closes as soon as you stop talking, so your first word may be cut off.',
  minutes: 'It closes five minutes after you last talked, and opens again when you talk.',
  always: 'It stays open until you mute it, as chosen in the settings.',
}

export function MicrophoneItem() {
  const { talk } = useApp()
  const { run } = useActions()
  const view = useTalk((now) => now)
  const recognizer = useRoom((state) => state.recognizer)
  const { text, className } = stateOf(view)
  const open = view.microphone === 'open'
  return (
    <StatusItem
      className={`status-microphone microphone-${className}`}
      label={`Microphone: ${text}`}
      heading={`Microphone: ${text}`}
      trigger={
        <>
          <Icon name={view.muted || view.problem ? 'microphone-off' : 'microphone'} size={13} />
          <span>{text}</span>
        </>
      }
    >
      {() => (
        <>
          {view.problem ? (
            <p>
              <strong>{view.problem.message}</strong> {view.problem.remedy}
            </p>
          ) : null}
          {open ? (
            <p>
              {view.microphoneName ?? 'The microphone'} is open. Until you talk, Parley holds the last 0.4
              seconds in memory, so that your first word is not cut off, and discards them.{' '}
              {explained[view.choices.ready]}
            </p>
          ) : view.muted ? (
            <p>Parley has closed the microphone and cannot hear you until you unmute it.</p>
          ) : (
            <p>
              Parley is not listening. The microphone opens when you talk. {explained[view.choices.ready]}
            </p>
          )}
          {open ? <LevelMeter /> : null}
          <ShortcutLine />
          <EngineLine what="Recognizer:" state={recognizer} />
          <DeviceChoice
            label="Microphone"
            devices={view.devices.microphones}
            chosen={view.microphoneChosen}
            onChoose={talk.chooseMicrophone}
          />
          <div className="popover-actions">
            <Button onClick={() => run('microphone.mute')}>{view.muted ? 'Unmute' : 'Mute'}</Button>
            <Button onClick={() => run('settings.open')}>Talk settings</Button>
          </div>
        </>
      )}
    </StatusItem>
  )
}
