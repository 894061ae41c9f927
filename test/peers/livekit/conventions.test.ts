// What any LiveKit frontend expects of an agent: who a transcription belongs to, which segments belong together, when
// they are final, their track, and the agent's state.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { putOut } from '../../../src/main/rooms/livekit/tokens.ts'
import { isIn, startAgent } from './agent-in-room.ts'
import { joinForeign, type TextStream } from './foreign-participant.ts'
import { describeOnServer, liveKitServer } from './on-server.ts'
import { joinAs } from './participant.ts'

const POLL_TIMEOUT = { timeout: 300_000 }

const loud = new Int16Array(1600).fill(4000)

describeOnServer('what a LiveKit frontend expects of an agent', () => {
  it('holds for transcripts: sender, segment, end and track', async () => {
    const { name, heard, room } = await startAgent({
      script: () => [{ say: 'First of all. ' }, { say: 'And then.' }],
    })
    const ada = await joinAs(name, 'ada')
    const takeId = randomUUID()
    heard.text = 'open the harbour'
    await ada.client.startTalk(takeId, 'hold')
    ada.client.sendSound(loud)
    await ada.until((_, { texts }) => texts.some(({ text }) => text === 'open the harbour'))
    await ada.client.stopTalk(takeId)
    // Each stream is read on its own: the reply may be complete before the transcript it answers.
    await ada.until(
      (_, { texts }) =>
        texts.some(({ text, closed }) => closed && text.endsWith('And then.')) &&
        texts.some(
          ({ sender, attributes, closed }) =>
            closed && sender === 'ada' && attributes['lk.transcription_final'] === 'true',
        ),
    )

    const own = ada.received.texts.filter(({ sender }) => sender === 'ada')
    const replies = ada.received.texts.filter(({ sender }) => sender === 'parley')
    expect(own.length + replies.length).toBe(ada.received.texts.length)
    expect(new Set(own.map(({ attributes }) => attributes['lk.segment_id'])).size).toBe(1)
    expect(own.map(({ attributes }) => attributes['lk.transcription_final']).at(-1)).toBe('true')
    expect(own.every(({ text }) => text === 'open the harbour')).toBe(true)

    expect(replies).toHaveLength(1)
    const [reply] = replies
    expect(reply!.text).toBe('First of all. And then.')
    expect(reply!.attributes['lk.segment_id']).not.toBe(own[0]!.attributes['lk.segment_id'])
    const agent = ada.link()!.room.remoteParticipants.get(room.agentIdentity)!
    // The server announces a track once it carries audio, independently of the text.
    const track = (): string | undefined => [...agent.trackPublications.values()][0]?.sid
    await expect.poll(track, POLL_TIMEOUT).toBe(reply!.attributes['lk.transcribed_track_id'])
    expect(ada.state().transcript.map(({ role, text, isFinal }) => [role, text, isFinal])).toEqual([
      ['user', 'open the harbour', true],
      ['agent', 'First of all. And then.', true],
    ])
  })

  it('holds for a final transcript right after a partial one: it comes last and stays', async () => {
    const { name, room } = await startAgent({ speaks: false })
    const ada = await joinAs(name, 'ada')
    const said = Array.from({ length: 200 }, (_, at) => `said-${at}`)
    for (const segment of said)
      for (const final of ['false', 'true']) {
        const attributes = { 'lk.segment_id': segment, 'lk.transcription_final': final }
        const writer = room.streamText({ topic: 'lk.transcription', attributes, senderIdentity: 'ada' })
        writer.write(final === 'true' ? 'open the harbour' : 'open the')
        writer.close()
      }
    const { received } = ada
    await ada.until(
      () => received.texts.length === 2 * said.length && received.texts.every(({ closed }) => closed),
    )
    const final = ada.state().transcript.filter(({ text, isFinal }) => isFinal && text === 'open the harbour')
    expect(final.map(({ id }) => id).toSorted()).toEqual(said.toSorted())
  })

  it('holds for a reply during which the agent reconnected: it is complete, in one segment', async () => {
    const { name, brain, until } = await startAgent({
      speaks: false,
      script: () => [{ say: 'Before. ' }, { hold: 'put out' }, { say: 'After.' }],
    })
    const ada = await joinForeign(name, 'ada')
    await ada.room.localParticipant!.sendText('where is it', { topic: 'lk.chat' })
    const reply = (text: string): Promise<TextStream[]> =>
      ada.until((streams) => streams.some((stream) => stream.text === text))
    await reply('Before. ')
    await brain.held('put out')
    // The agent may be back before the server confirms that it was removed.
    const out = until((status) => !isIn(status))
    await putOut(liveKitServer(), name, 'parley')
    await out
    await until(isIn)
    brain.release('put out')
    const streams = await reply('Before. After.')
    const parts = streams.filter(({ sender }) => sender === 'parley')
    expect(new Set(parts.map(({ attributes }) => attributes['lk.segment_id'])).size).toBe(1)
    // After its return, the agent's voice is a new track.
    expect(new Set(parts.map(({ attributes }) => attributes['lk.transcribed_track_id'])).size).toBe(2)
  })

  it('holds for the agent’s state: listening, thinking, speaking, and listening at rest', async () => {
    const { name, brain, voice } = await startAgent({
      script: () => [{ hold: 'thinking' }, { say: 'Here it is.' }],
    })
    const ada = await joinAs(name, 'ada')
    const states = (): (string | undefined)[] => ada.received.attributes.map((one) => one['lk.agent.state'])
    const until = (state: string): Promise<void> => ada.until(() => states().at(-1) === state)
    const shown = (): string | undefined =>
      ada.link()!.room.remoteParticipants.get('parley')?.attributes['lk.agent.state']
    // A Parley window sees "idle"; everybody else sees "listening".
    await until('idle')
    await expect.poll(shown, POLL_TIMEOUT).toBe('listening')
    const before = ada.received.attributes.length
    const takeId = randomUUID()
    await ada.client.startTalk(takeId, 'hold')
    ada.client.sendSound(loud)
    await until('listening')
    await ada.client.stopTalk(takeId)
    await until('thinking')
    await brain.held('thinking')
    // Such a short reply takes only a moment: the voice is held until the state was seen.
    voice.hold()
    brain.release('thinking')
    await until('speaking')
    voice.release()
    await until('idle')
    const seen = states().slice(before - 1)
    // Other attributes change as well, and each change carries all of them.
    expect(seen.filter((state, at) => state !== seen[at - 1])).toEqual([
      'idle',
      'listening',
      'thinking',
      'speaking',
      'idle',
    ])
    await expect.poll(shown, POLL_TIMEOUT).toBe('listening')
  })

  it('holds for typed text: everybody gets it except its sender', async () => {
    const { name, until } = await startAgent({ speaks: false })
    const [ada, bo] = [await joinForeign(name, 'ada'), await joinForeign(name, 'bo')]
    await until((status) => status.tag === 'livekit' && status.people.length === 2)
    await ada.room.localParticipant!.sendText('where is it', { topic: 'lk.chat' })
    const answered = (streams: readonly TextStream[]): boolean =>
      streams.some(({ text }) => text === 'Here it is.')
    await bo.until((streams) => answered(streams) && streams.some(({ text }) => text === 'where is it'))
    // The reply follows the request: an echo would have arrived by then.
    const hers = await ada.until(answered)
    expect(hers.map(({ sender }) => sender)).toEqual(['parley'])
  })

  it('holds for speakers: each transcript carries its speaker’s identity and name', async () => {
    const { name, until } = await startAgent()
    const [ada, bo, cy] = [
      await joinForeign(name, 'ada'),
      await joinForeign(name, 'bo'),
      await joinForeign(name, 'cy'),
    ]
    // The server announces participants who only listen after some seconds.
    await until(
      (status) =>
        status.tag === 'livekit' &&
        ['ada Lovelace', 'bo Lovelace', 'cy Lovelace'].every((known) =>
          status.people.some((one) => one.name === known),
        ),
    )
    await ada.room.localParticipant!.sendText('open the harbour', { topic: 'lk.chat' })
    await bo.room.localParticipant!.sendText('close the harbour', { topic: 'lk.chat' })
    const adas = ['ada', 'open the harbour', 'ada Lovelace']
    const bos = ['bo', 'close the harbour', 'bo Lovelace']
    // The sender has the text already.
    for (const [one, expected] of [
      [ada, [bos]],
      [bo, [adas]],
      [cy, [adas, bos]],
    ] as const) {
      const said = (streams: readonly TextStream[]): TextStream[] =>
        streams.filter(({ text }) => text.includes('the harbour'))
      const streams = await one.until((all) => said(all).length === expected.length)
      expect(
        said(streams).map(({ sender, text, attributes }) => [sender, text, attributes['parley.speaker']]),
      ).toEqual(expected)
    }
  })
})
