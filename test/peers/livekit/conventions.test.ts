// What any LiveKit frontend expects of an agent: whose words a transcription is, which of them belong together, when they
// are final, of which track they are, and what the agent is doing.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startAgent } from './agent-in-room.ts'
import { describeOnServer } from './on-server.ts'
import { joinAs } from './participant.ts'

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
    await ada.until((_, { texts }) => texts.some(({ text, closed }) => closed && text.endsWith('And then.')))

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
    const [track] = [...agent.trackPublications.values()]
    expect(reply!.attributes['lk.transcribed_track_id']).toBe(track!.sid)
    expect(ada.state().transcript.map(({ role, text, isFinal }) => [role, text, isFinal])).toEqual([
      ['user', 'open the harbour', true],
      ['agent', 'First of all. And then.', true],
    ])
  })

  it('is kept of whom is heard: the words of each are theirs, by identity and by name, at everyone’s', async () => {
    const { name, until } = await startAgent()
    const [ada, bo] = [await joinAs(name, 'ada'), await joinAs(name, 'bo')]
    // The server tells of people who only listen some seconds after they came.
    await until((status) => status.tag === 'livekit' && status.people.every((person) => person.name !== ''))
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
