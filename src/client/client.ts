// npm run client: speaks to a gateway from a terminal, or checks it.
import { createInterface } from 'node:readline'
import { systemClock } from './clock.ts'
import { report } from './conform/report.ts'
import { clientHelp, parseClientCommand, type ConformOptions, type SpeakOptions } from './options.ts'
import { readSound, UnreadableSound } from './sound-file.ts'
import { EXIT, speak } from './speak.ts'

const write = (text: string): void => void process.stdout.write(text)
const complain = (text: string): void => void process.stderr.write(text)

async function run(): Promise<number> {
  const command = parseClientCommand(process.argv.slice(2), process.env)
  switch (command.tag) {
    case 'help':
      write(clientHelp())
      return EXIT.well
    case 'refused':
      complain(`${command.message}\n`)
      return EXIT.usage
    case 'speak': {
      const typed = isTyped(command.options) ? typedLines() : null
      return speak(command.options, { clock: systemClock, write, complain, typed })
    }
    case 'conform':
      return conform(command.options)
  }
}

/** Only where somebody is there to type, and nothing was given to say instead. */
const isTyped = ({ text, wav, pipeline }: SpeakOptions): boolean =>
  process.stdin.isTTY && text === null && wav === null && pipeline !== 'mocked'

function typedLines(): AsyncIterable<string> {
  const reader = createInterface({ input: process.stdin })
  // More than once: Ctrl+C reaches us from the terminal and from whoever started us.
  process.on('SIGINT', () => reader.close())
  // Taken now, so that what is typed before we are connected is not lost.
  return reader[Symbol.asyncIterator]()
}

async function conform(options: ConformOptions): Promise<number> {
  try {
    const speech = options.wav === null ? null : await readSound(options.wav)
    const outcome = await report(options, { clock: systemClock, write, complain, speech })
    switch (outcome) {
      case 'kept':
        return EXIT.well
      case 'broken':
        return EXIT.failed
      case 'unreachable':
        return EXIT.notConnected
    }
  } catch (error) {
    if (!(error instanceof UnreadableSound)) throw error
    complain(`${error.message}\n`)
    return EXIT.usage
  }
}

// A reader that stops reading, such as `head`, is no reason to complain.
process.stdout.on('error', () => process.exit(EXIT.well))
run().then(
  // Not at once: what was printed is still on its way where the output is a pipe.
  (code) => process.stdout.write('', () => process.exit(code)),
  (error: unknown) => {
    complain(`The client failed: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(EXIT.failed)
  },
)
