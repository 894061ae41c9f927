// The agent's voice in the status bar: which one, its volume, its loudspeaker, and why it is silent.
import type { SpeechState } from '../../shared/wire/speech-state.ts'
import { useActions } from '../actions/window-actions.tsx'
import { useApp, useRoom } from '../store/use-room.tsx'
import { useTalk } from '../talk/use-talk.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { DeviceChoice } from './device-choice.tsx'
import { EngineLine } from './engine-line.tsx'
import { StatusItem } from './status-item.tsx'
import { voiceText } from './voice-text.ts'

const WHAT = 'Voice:'

/** The voice in use, and the state of the chosen one if it is another. */
function VoiceLine({ voice: { name, state } }: { voice: SpeechState }) {
  if (state.tag === 'ready' || state.tag === 'off') return <EngineLine what={WHAT} state={{ name, state }} />
  return (
    <>
      <EngineLine what={WHAT} state={{ name, state: { tag: 'ready' } }} />
      <EngineLine what={WHAT} state={{ name: 'The chosen voice', state }} />
    </>
  )
}

export function VoiceItem() {
  const { talk } = useApp()
  const { run } = useActions()
  const voice = useRoom((state) => state.voice)
  const { volume, devices, speakerChosen, soundBlocked } = useTalk((view) => view)
  const { name, beside, silent } = voiceText(voice, volume, soundBlocked)
  const text = beside === null ? name : `${name}, ${beside}`
  const failed = voice?.state.tag === 'failed' || soundBlocked
  return (
    <StatusItem
      className={`status-voice ${failed ? 'voice-trouble' : ''}`}
      label={`Voice: ${text}`}
      heading={`Voice: ${text}`}
      trigger={
        <>
          <Icon name={silent ? 'speaker-off' : 'speaker'} size={13} />
          <span>{name}</span>
          {beside === null ? null : <em>{beside}</em>}
        </>
      }
    >
      {() => (
        <>
          {soundBlocked ? (
            <p>
              <strong>The browser blocks audio until you use this page.</strong> Click anywhere in it. What
              Parley said meanwhile is in the conversation.
            </p>
          ) : null}
          {voice ? (
            <VoiceLine voice={voice} />
          ) : (
            <p>The agent has no voice. You can read its replies in the conversation.</p>
          )}
          <label className="volume">
            <span>Volume</span>
            <input
              type="range"
              min={0}
              max={100}
              step={5}
              value={Math.round(volume * 100)}
              onChange={({ target }) => talk.setVolume(Number(target.value) / 100)}
            />
            <output>{Math.round(volume * 100)} %</output>
          </label>
          <DeviceChoice
            label="Speaker"
            devices={devices.speakers}
            chosen={speakerChosen}
            onChoose={talk.chooseSpeaker}
          />
          <div className="popover-actions">
            <Button icon="speaker" onClick={talk.trySound}>
              Test the sound
            </Button>
            <Button onClick={() => run('reply.repeat')}>Hear the last reply again</Button>
          </div>
        </>
      )}
    </StatusItem>
  )
}
