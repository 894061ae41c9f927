// What a participant's app sends to the agent in a LiveKit room.
import { expect, it } from 'vitest'
import { toUtf8 } from '../../../../../src/base/utf8.ts'
import { createAppMessages } from '../../../../../src/main/rooms/livekit/app-messages.ts'
import { fletcherAppSends } from '../../../../fixtures/clients/fletcher.ts'

function opened(...identities: string[]) {
  const people = new Set(identities)
  const typed: string[] = []
  let silenced = 0
  const messages = createAppMessages({
    people: () => [...people].map((identity) => ({ identity })),
    onTyped: (text, from) => void typed.push(`${from}: ${text}`),
    onVoiceUnwanted: () => void silenced++,
  })
  const sends = (from: string, message: object): void =>
    messages.receive(toUtf8(JSON.stringify(message)), from)
  return { messages, people, typed, sends, silenced: () => silenced }
}

it('A typed message is a request of its sender', () => {
  const { sends, typed } = opened('ada')
  sends('ada', fletcherAppSends.text)
  sends('ada', fletcherAppSends.endVoiceSession)
  expect(typed).toEqual(['ada: What does this test check?'])
})

it('The voice is silent once nobody in the room wants it, and returns with the first who does', () => {
  const { sends, messages, people, silenced } = opened('ada', 'ben')
  sends('ada', fletcherAppSends.textOnly)
  expect([messages.isVoiceWanted(), silenced()]).toEqual([true, 0])
  sends('ben', fletcherAppSends.textOnly)
  expect([messages.isVoiceWanted(), silenced()]).toEqual([false, 1])
  sends('ada', fletcherAppSends.withVoice)
  expect(messages.isVoiceWanted()).toBe(true)
  sends('ada', fletcherAppSends.textOnly)
  people.add('eve')
  expect(messages.isVoiceWanted()).toBe(true)
})

it('A participant who left and came back wants the voice until they say otherwise', () => {
  const { sends, messages } = opened('ada')
  sends('ada', fletcherAppSends.textOnly)
  messages.left('ada')
  expect(messages.isVoiceWanted()).toBe(true)
})
