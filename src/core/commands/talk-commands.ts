// Commands about talking, listening and replies.
import { changeSetting, runInWindow, type CommandTable } from './command.ts'

const SOME = '[a (bit|little|lot|tad|notch|little bit)|much|some more|more|still|again]'
const VOICE = '(it|this|that|yourself|your voice|the (voice|volume|sound|speech|audio))'
const SPEAK = `[(speak|talk|be|go|read) ${SOME}] [a (bit|little)]`
const AUDIO = '(voice|sound|speech|audio)'
const MICROPHONE = '(microphone|mic|mike)'
const HANDS_FREE = '(hands free|hands-free|handsfree)'
const STOPPED = '(command|test|tests|run|build|search|reading)'

export const talkCommands = {
  'turn.interrupt': {
    title: 'Stop the agent, or discard the recording',
    keys: ['Escape'],
    palette: 'Talking',
    phrases: [
      [
        '(please|ok|okay|no|hey|parley)* ([no] (',
        `stop [it|that|this|everything|now|please|talking|speaking|reading|the ${STOPPED}] [now|please]`,
        '|stop (running|doing) (it|that|this|the (command|test|tests|build))',
        '|(kill|interrupt|cancel|end) (it|that|the (command|test|tests|run|build|process))',
        "|cancel [this]|abort|wait|halt|pause|hold on|hang on|enough|that's enough|that is enough",
        '|quiet|be quiet|silence|hush|shush|shut up|never mind|nevermind|forget it|forget about it',
        ') [a (second|moment|minute|sec)])+ [please]',
      ].join(''),
    ],
    help: { row: 'Talk', say: 'stop' },
    action: { type: 'turn.interrupt' },
    done: 'Stopped',
  },
  'talk.toggle': {
    title: 'Start talking, or send what you said',
    keys: ['Space'],
    palette: 'Talking',
    action: runInWindow,
  },
  'talk.hands_free': {
    title: 'Turn hands-free on or off',
    keys: ['Alt+H'],
    palette: 'Talking',
    action: { type: 'setting.next', key: 'talkMode', values: ['push', 'hands-free'] },
  },
  'hands_free.on': {
    title: 'Turn hands-free on',
    phrases: [
      `[turn on|switch on|enable|activate|use|start|go] ${HANDS_FREE} [mode|talking|listening] [on]`,
      `(switch|change|go) to ${HANDS_FREE} [mode]`,
      'keep listening [to me]',
    ],
    action: changeSetting({ talkMode: 'hands-free' }),
    done: 'Hands-free is on',
  },
  'hands_free.off': {
    title: 'Turn hands-free off',
    phrases: [
      `(turn off|switch off|disable|stop|leave|exit) ${HANDS_FREE} [mode|talking|listening]`,
      `${HANDS_FREE} [mode] off`,
      '[use|switch to|go [back] to|change to|back to] (push to talk|push-to-talk) [mode]',
    ],
    action: changeSetting({ talkMode: 'push' }),
    done: 'Hands-free is off',
  },
  'microphone.mute': {
    title: 'Mute or unmute the microphone',
    keys: ['M', 'Alt+M'],
    palette: 'Talking',
    phrases: [`(mute|turn off) [the|my] ${MICROPHONE}`, 'stop listening [to me]', `${MICROPHONE} off`],
    action: { type: 'microphone.mute' },
    done: 'Muted the microphone',
  },
  'microphone.unmute': {
    title: 'Unmute the microphone',
    phrases: [
      `(unmute|turn on|switch on) [the|my] ${MICROPHONE}`,
      `${MICROPHONE} on`,
      '(start|resume) listening [to me]',
    ],
    action: { type: 'microphone.unmute' },
    done: 'Unmuted the microphone',
  },
  'reply.read_out': {
    title: 'Read the open tab aloud',
    phrases: [
      'read [me] (it|this|that|them|the (answer|result|results|text|page|document|error|output|summary|report|comment)) (out|aloud|out loud|to me|back [to me]|loud)*',
      'read (out|aloud|out loud) [it|this|that|loud]',
      'say (it|that) (aloud|out loud)',
      'what does (it|this) say',
      'speak it',
      'read [me] (this|it) [file|page|part|section|document] [out|aloud|out loud]',
    ],
    mishearings: [
      [
        /^(?:read|red|bread|brid|reed|rid) (?:it|at|that|this) (?:out|aloud|allowed)$|^(?:reddit|redid) out$/,
        'read it out',
      ],
    ],
    help: { row: 'Talk', say: 'read it out' },
    action: { type: 'reply.read_out' },
    done: 'Reading it out',
  },
  'reply.repeat': {
    title: 'Repeat the last reply',
    palette: 'Talking',
    phrases: [
      'repeat [that|it|this|yourself|the last (bit|part|sentence|thing)|what you [just] said]',
      // "Again" and "please" at the end are removed before this is matched.
      'say (that|it) [again|once more]',
      'come [again]',
      'once more',
      'one more time',
      'what did you [just] say',
      '[sorry] what was that',
      "i didn't (hear|catch) (that|it|you)",
      'pardon [me]',
      'sorry what',
    ],
    mishearings: [[/^(?:repeat|repeated|repeats|we repeat) (?:that|it|this|the hat)$/, 'repeat that']],
    help: { row: 'Talk', say: 'say that again' },
    action: { type: 'reply.repeat' },
    done: 'Saying it again',
  },
  'times.copy': { title: 'Copy turn timings as JSON', palette: 'Talking', action: runInWindow },
  'voice.louder': {
    title: 'Speak louder',
    phrases: [
      `${SPEAK} louder ${SOME}`,
      `(turn|crank) ${VOICE} up ${SOME}`,
      `turn up [${VOICE}]`,
      'volume up',
      '(more|increase|raise) [the] volume',
      "[that's|you're] too quiet",
      "i can't hear you",
    ],
    mishearings: [[/^(?:the |a )?(?:louder|lauder|lowder|blouter)$/, 'louder']],
    help: { row: 'The window', say: 'louder' },
    action: { type: 'voice.louder' },
    done: 'Louder',
  },
  'voice.softer': {
    title: 'Speak more softly',
    phrases: [
      `${SPEAK} (softer|quieter|more quietly|more softly) ${SOME}`,
      `turn ${VOICE} down ${SOME}`,
      `turn down [${VOICE}]`,
      'volume down',
      '(less|lower|reduce|decrease) [the] volume',
      "[that's|you're] too loud",
      'not so loud',
    ],
    mishearings: [[/^(?:softer|softa|soft her|the softer)$/, 'softer']],
    action: { type: 'voice.softer' },
    done: 'Softer',
  },
  'voice.faster': {
    title: 'Speak faster',
    phrases: [
      `${SPEAK} (faster|quicker|more quickly) ${SOME}`,
      `speed [it] up ${SOME}`,
      "[that's|you're] too slow",
    ],
    mishearings: [[/^(?:faster|fastered|fast her|the faster)$/, 'faster']],
    palette: 'Talking',
    action: runInWindow,
    done: 'Speaking faster',
  },
  'voice.slower': {
    title: 'Speak more slowly',
    phrases: [
      `${SPEAK} (slower|more slowly) ${SOME}`,
      `slow [it] down ${SOME}`,
      "[that's|you're] too fast",
      'not so fast',
    ],
    mishearings: [[/^(?:slower|slow her|slowa|the slower)$/, 'slower']],
    help: { row: 'The window', say: 'speak slower' },
    palette: 'Talking',
    action: runInWindow,
    done: 'Speaking more slowly',
  },
  'voice.mute': {
    title: 'Turn the voice off',
    phrases: [
      `mute [${VOICE}]`,
      `${AUDIO} off`,
      `turn off [the|your] ${AUDIO}`,
      "don't (speak|talk)",
      'no more talking',
    ],
    mishearings: [[/^(?:mute|nude|newt|moot|mewt|the mute)$/, 'mute']],
    action: { type: 'voice.mute' },
    done: 'Voice off',
  },
  'voice.unmute': {
    title: 'Turn the voice on',
    phrases: [
      `unmute [${VOICE}]`,
      `${AUDIO} on`,
      `turn on [the|your] ${AUDIO}`,
      'you can (speak|talk) [again|now]',
    ],
    mishearings: [[/^(?:unmute|un mute|on mute|and mute|an mute|unmoot|anute)$/, 'unmute']],
    action: { type: 'voice.unmute' },
    done: 'Voice on',
  },
} as const satisfies CommandTable
