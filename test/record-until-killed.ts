// Records audio frame by frame until it is killed, and prints how many samples are safely stored.
import { setTimeout } from 'node:timers/promises'
import { openSpokenAudio } from '../src/main/journal/spoken-audio.ts'

const audio = await openSpokenAudio(process.argv[2]!, { now: Date.now })
const take = audio.begin({ takeId: 'cut-off', session: 'mine', startedAt: Date.now() })
for (let at = 0; ; at += 320) {
  await take.append(Int16Array.from({ length: 320 }, (_, n) => ((at + n) * 7) % 30_000))
  process.stdout.write(`${at + 320}\n`)
  await setTimeout(1)
}
