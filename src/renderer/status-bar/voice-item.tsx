// The agent's voice in the status bar: which one, how loud, through what, and why it is silent when it is.
import { useActions } from '../actions/window-actions.tsx'
import { useApp, useRoom } from '../store/use-room.tsx'
import { useTalk } from '../talk/use-talk.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { DeviceChoice } from './device-choice.tsx'
import { StatusItem } from './status-item.tsx'
import { VoiceLine } from './voice-line.tsx'
import { voiceWords } from './voice-words.ts'

export function VoiceItem() {
  const { talk } = useApp()
  const { run } = useActions()
  const voice = useRoom((state) => state.voice)
  const { volume, devices, speakerChosen, soundBlocked } = useTalk((view) => view)
  const { name, beside, silent } = voiceWords(voice, volume, soundBlocked)
  const words = beside === null ? name : `${name}, ${beside}`
  const failed = voice?.state.tag === 'failed' || soundBlocked
  return (
    <StatusItem
      className={`status-voice ${failed ? 'voice-trouble' : ''}`}
      label={`Voice: ${words}`}
      heading={`Voice: ${words}`}
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
              <strong>The browser keeps this page silent until you use it.</strong> Click anywhere in it; what
              was said meanwhile is in the conversation.
            </p>
          ) : null}
          {voice ? (
            <VoiceLine voice={voice} />
          ) : (
            <p>The agent has not said that it has a voice. Replies are in the conversation.</p>
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
              Try the sound
            </Button>
            <Button onClick={() => run('reply.repeat')}>Hear the last reply again</Button>
          </div>
        </>
      )}
    </StatusItem>
  )
}
