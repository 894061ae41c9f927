// What any LiveKit frontend expects of an agent: whose words a transcription is, which of them belong together, when they
// are final, of which track they are, and what the agent is doing.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { putOut } from '../../../src/main/rooms/livekit/tokens.ts'
import { isIn, startAgent } from './agent-in-room.ts'
import { joinForeign, type HeardStream } from './foreign-participant.ts'
import { describeOnServer, theServer } from './on-server.ts'
import { joinAs } from './participant.ts'

const PATIENT = { timeout: 300_000 }

const loud = new Int16Array(1600).fill(4000)

describeOnServer('what a LiveKit frontend expects of an agent', () => {
  it('is kept of what is said: sender, segment, end and track', async () => {
    const { name, heard, room } = await startAgent({
      script: () => [{ say: 'First of all. ' }, { say: 'And then.' }],
    })
    const ada = await joinAs(name, 'ada')
    const takeId = randomUUID()
    heard.words = 'open the harbour'
    await ada.client.startTalk(takeId, 'hold')
    ada.client.sendSound(loud)
    await ada.until((_, { texts }) => texts.some(({ text }) => text === 'open the harbour'))
    await ada.client.stopTalk(takeId)
    // Each stream is read by itself: the reply may be whole before the words that it answers are.
    await ada.until(
      (_, { texts }) =>
        texts.some(({ text, closed }) => closed && text.endsWith('And then.')) &&
        texts.some(
          ({ sender, attributes, closed }) =>
            closed && sender === 'ada' && attributes['lk.transcription_final'] === 'true',
        ),
    )

    const own = ada.heard.texts.filter(({ sender }) => sender === 'ada')
    const replies = ada.heard.texts.filter(({ sender }) => sender === 'parley')
    expect(own.length + replies.length).toBe(ada.heard.texts.length)
    expect(new Set(own.map(({ attributes }) => attributes['lk.segment_id'])).size).toBe(1)
    expect(own.map(({ attributes }) => attributes['lk.transcription_final']).at(-1)).toBe('true')
    expect(own.every(({ text }) => text === 'open the harbour')).toBe(true)

    expect(replies).toHaveLength(1)
    const [reply] = replies
    expect(reply!.text).toBe('First of all. And then.')
    expect(reply!.attributes['lk.segment_id']).not.toBe(own[0]!.attributes['lk.segment_id'])
    const agent = ada.link()!.room.remoteParticipants.get(room.agentIdentity)!
    // The server tells of a track once it carries sound, and by another way than the words come.
    const track = (): string | undefined => [...agent.trackPublications.values()][0]?.sid
    await expect.poll(track, PATIENT).toBe(reply!.attributes['lk.transcribed_track_id'])
    expect(ada.state().transcript.map(({ role, text, isFinal }) => [role, text, isFinal])).toEqual([
      ['user', 'open the harbour', true],
      ['agent', 'First of all. And then.', true],
    ])
  })

  it('is kept of words that come at once after a guess at them: they are the last, and stand', async () => {
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
    const { heard } = ada
    await ada.until(() => heard.texts.length === 2 * said.length && heard.texts.every(({ closed }) => closed))
    const stands = ada
      .state()
      .transcript.filter(({ text, isFinal }) => isFinal && text === 'open the harbour')
    expect(stands.map(({ id }) => id).toSorted()).toEqual(said.toSorted())
  })

  it('is kept of a reply in the middle of which the agent had to come back: all of it, as one segment', async () => {
    const { name, brain, until } = await startAgent({
      speaks: false,
      script: () => [{ say: 'Before. ' }, { hold: 'put out' }, { say: 'After.' }],
    })
    const ada = await joinForeign(name, 'ada')
    await ada.room.localParticipant!.sendText('where is it', { topic: 'lk.chat' })
    const reply = (text: string): Promise<HeardStream[]> =>
      ada.until((streams) => streams.some((stream) => stream.text === text))
    await reply('Before. ')
    await brain.held('put out')
    // It may be back before the server has answered that it is out.
    const out = until((status) => !isIn(status))
    await putOut(theServer(), name, 'parley')
    await out
    await until(isIn)
    brain.release('put out')
    const streams = await reply('Before. After.')
    const parts = streams.filter(({ sender }) => sender === 'parley')
    expect(new Set(parts.map(({ attributes }) => attributes['lk.segment_id'])).size).toBe(1)
    // The voice of the agent that came back is another track.
    expect(new Set(parts.map(({ attributes }) => attributes['lk.transcribed_track_id'])).size).toBe(2)
  })

  it('is kept of what the agent does: it listens, thinks, speaks, and is idle again', async () => {
    const { name, brain, voice } = await startAgent({
      script: () => [{ hold: 'thinking' }, { say: 'Here it is.' }],
    })
    const ada = await joinAs(name, 'ada')
    const states = (): (string | undefined)[] => ada.heard.attributes.map((one) => one['lk.agent.state'])
    const until = (state: string): Promise<void> => ada.until(() => states().at(-1) === state)
    await until('idle')
    const before = ada.heard.attributes.length
    const takeId = randomUUID()
    await ada.client.startTalk(takeId, 'hold')
    ada.client.sendSound(loud)
    await until('listening')
    await ada.client.stopTalk(takeId)
    await until('thinking')
    await brain.held('thinking')
    // So few words are said in a moment: it speaks until that was seen.
    voice.hold()
    brain.release('thinking')
    await until('speaking')
    voice.release()
    await until('idle')
    const seen = states().slice(before - 1)
    // Other facts about the agent change as well, and each change tells all of them.
    expect(seen.filter((state, at) => state !== seen[at - 1])).toEqual([
      'idle',
      'listening',
      'thinking',
      'speaking',
      'idle',
    ])
  })

  it('is kept of whom is heard: the words of each are theirs, by identity and by name, at everyone’s', async () => {
    const { name, until } = await startAgent()
    const [ada, bo] = [await joinAs(name, 'ada'), await joinAs(name, 'bo')]
    // The server tells of people who only listen some seconds after they came.
    await until(
      (status) =>
        status.tag === 'livekit' &&
        ['ada Lovelace', 'bo Lovelace'].every((known) => status.people.some((one) => one.name === known)),
    )
    await ada.client.ask('open the harbour')
    await bo.client.ask('close the harbour')
    for (const one of [ada, bo]) {
      await one.until((_, { texts }) =>
        ['open the harbour', 'close the harbour'].every((words) =>
          texts.some(({ text, closed }) => text === words && closed),
        ),
      )
      const said = one.heard.texts.filter(({ text }) => text.includes('the harbour'))
      expect(said.map(({ sender, text }) => [sender, text])).toEqual([
        ['ada', 'open the harbour'],
        ['bo', 'close the harbour'],
      ])
      expect(said.map(({ attributes }) => attributes['parley.speaker'])).toEqual([
        'ada Lovelace',
        'bo Lovelace',
      ])
    }
  })
})
