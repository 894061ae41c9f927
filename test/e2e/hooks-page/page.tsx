// A frontend like LiveKit's starter, with its unmodified hooks and nothing of Parley. Like the starter, it ends the
// session when the hooks report that the agent failed. The URL fragment holds the address and the token.
import {
  RoomAudioRenderer,
  SessionProvider,
  TrackToggle,
  useAgent,
  useSession,
  useSessionMessages,
  useVoiceAssistant,
} from '@livekit/components-react'
import { TokenSource, Track } from 'livekit-client'
import { useEffect, useMemo, useState, type FormEvent } from 'react'
import { createRoot } from 'react-dom/client'

const entry = new URLSearchParams(location.hash.slice(1))
const opensMicrophone = entry.get('microphone') === 'on'

function Conversation({ end }: { end(): void }) {
  const agent = useAgent()
  const assistant = useVoiceAssistant()
  const { messages, send } = useSessionMessages()
  const [text, setText] = useState('')
  const failed = agent.state === 'failed'
  useEffect(() => {
    if (failed) end()
  }, [failed, end])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(text)
    setText('')
  }
  return (
    <>
      <output aria-label="Agent">{agent.state}</output>
      <output aria-label="Voice assistant">{assistant.state}</output>
      <output aria-label="Failure">{agent.failureReasons?.join(' ')}</output>
      <ul aria-label="Messages">
        {messages.map(({ id, type, message }) => (
          <li key={id} data-type={type}>
            {message}
          </li>
        ))}
      </ul>
      <form onSubmit={submit}>
        <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
      </form>
    </>
  )
}

function App() {
  const source = useMemo(
    () =>
      TokenSource.literal({ serverUrl: entry.get('url') ?? '', participantToken: entry.get('token') ?? '' }),
    [],
  )
  const session = useSession(source)
  return (
    <SessionProvider session={session}>
      <output aria-label="Connection">{session.connectionState}</output>
      <button
        type="button"
        // Connecting takes longer on a busy machine than the library's default timeout.
        onClick={() =>
          void session.start({
            tracks: {
              microphone: {
                enabled: opensMicrophone,
                publishOptions: { preConnectBuffer: true },
              },
            },
            roomConnectOptions: { websocketTimeout: 60_000, peerConnectionTimeout: 60_000 },
          })
        }
      >
        Start
      </button>
      {opensMicrophone ? null : <TrackToggle source={Track.Source.Microphone}>Microphone</TrackToggle>}
      <Conversation end={session.end} />
      <RoomAudioRenderer />
    </SessionProvider>
  )
}

createRoot(document.getElementById('root')!).render(<App />)
