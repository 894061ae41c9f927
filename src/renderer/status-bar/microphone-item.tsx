// The microphone in the status bar: whether it is open, which one, how loud it is, and what can be done about it.
import { useEffect, useRef, useState } from 'react'
import type { TalkShortcut } from '../../shared/ipc.ts'
import { keyWords } from '../actions/shortcuts.ts'
import { isMac, useActions } from '../actions/window-actions.tsx'
import { useApp, useRoom } from '../store/use-room.tsx'
import type { TalkView } from '../talk/talk-control.ts'
import { useLevel } from '../talk/use-level.ts'
import { useTalk } from '../talk/use-talk.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReportFault } from '../ui/notices.tsx'
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

/** The keys for other windows, and a plain word where the system would not have them. */
function ShortcutLine() {
  const { bridge } = useApp()
  const report = useReportFault()
  const [shortcut, setShortcut] = useState<TalkShortcut | null>(null)
  useEffect(() => {
    let told = false
    const stop = bridge.on('talk.shortcut.changed', (next) => {
      told = true
      setShortcut(next)
    })
    bridge.request('talk.shortcut').then((now) => {
      if (!told) setShortcut(now)
    }, report)
    return () => {
      told = true
      stop()
    }
  }, [bridge, report])
  if (!shortcut?.keys) return null
  const keys = <kbd>{keyWords(shortcut.keys, isMac)}</kbd>
  return shortcut.registered ? (
    <p>While another window is in front, {keys} begins talking and ends it.</p>
  ) : (
    <p className="engine-failed">
      <strong>{keys} could not be had.</strong> Another program has these keys, or the system does not allow
      it. Choose others in the settings.
    </p>
  )
}

type Seen = Pick<TalkView, 'muted' | 'trouble' | 'take' | 'microphone'>

function stateOf({ muted, trouble, take, microphone }: Seen): { words: string; className: string } {
  if (muted) return { words: 'Muted', className: 'muted' }
  if (trouble && trouble.kind !== 'too_soon') return { words: 'Trouble', className: 'trouble' }
  if (microphone === 'opening') return { words: 'Opening', className: 'opening' }
  if (take?.begun) return { words: 'Listening', className: 'listening' }
  return microphone === 'open'
    ? { words: 'Ready', className: 'ready' }
    : { words: 'Closed', className: 'closed' }
}

const explained: Record<TalkView['choices']['ready'], string> = {
  talking: 'It is closed as soon as you stop talking, so the first word may be cut when you begin.',
  minutes: 'It is closed five minutes after you last talked, and opens again when you talk.',
  always: 'It stays open until you mute it, as chosen in the settings.',
}

export function MicrophoneItem() {
  const { talk } = useApp()
  const { run } = useActions()
  const view = useTalk((now) => now)
  const ears = useRoom((state) => state.ears)
  const { words, className } = stateOf(view)
  const open = view.microphone === 'open'
  return (
    <StatusItem
      className={`status-microphone microphone-${className}`}
      label={`Microphone: ${words}`}
      heading={`Microphone: ${words}`}
      trigger={
        <>
          <Icon name={view.muted || view.trouble ? 'microphone-off' : 'microphone'} size={13} />
          <span>{words}</span>
        </>
      }
    >
      {() => (
        <>
          {view.trouble ? (
            <p>
              <strong>{view.trouble.message}</strong> {view.trouble.remedy}
            </p>
          ) : null}
          {open ? (
            <p>
              {view.microphoneName ?? 'The microphone'} is open. Until you talk, the last 0.4 seconds are kept
              in memory so that your first word is not cut, and thrown away. {explained[view.choices.ready]}
            </p>
          ) : view.muted ? (
            <p>The microphone is given back to the system; Parley cannot hear you until you unmute it.</p>
          ) : (
            <p>Nothing is heard. The microphone opens when you talk. {explained[view.choices.ready]}</p>
          )}
          {open ? <LevelMeter /> : null}
          <ShortcutLine />
          <EngineLine what="Your words are made out by" state={ears} />
          <DeviceChoice
            label="Microphone"
            devices={view.devices.microphones}
            chosen={view.microphoneChosen}
            onChoose={talk.chooseMicrophone}
          />
          <div className="popover-actions">
            <Button onClick={() => run('microphone.mute')}>{view.muted ? 'Unmute' : 'Mute'}</Button>
            <Button onClick={() => run('settings.open')}>How to talk</Button>
          </div>
        </>
      )}
    </StatusItem>
  )
}
