// Requests about the app of the project while it is developed: "start the dev server", "stop it", "is it running".
import { firstMatch, type Intent, type Pattern } from './intent.ts'
import { spokenCommandLine } from './spoken-forms.ts'
import { unquoted } from './strip-politeness.ts'

const START = '(?:start up|start|run|launch|boot up|boot|fire up|bring up|spin up|serve)'
const STOP = '(?:stop|kill|end|terminate|shut down|turn off|quit|halt|take down)'
const KIND = '(?:dev|development|local|web|http|preview|api|backend|back end|frontend|front end|test)'
const SERVER = `(?:the |a |my |our |this )?(?:${KIND} )*(?:dev ?server|server|dev environment)`
const APP = `(?:the |my |our |this )?(?:${KIND} )?(?:app|application|site|website|web app|program|game|frontend|front end|backend|back end|api)`
const THING = `(?:${SERVER}|${APP})`
const BACKGROUND = '(?: up)?(?: in the background| locally| in (?:dev|development|watch) mode)?'

const only =
  (what: Extract<Intent, { kind: 'server' }>['do']): (() => Intent) =>
  () => ({
    kind: 'server',
    do: what,
  })

const PATTERNS: readonly Pattern[] = [
  {
    form: new RegExp(`^${START} ${THING} (?:with|using|by running) (.+)$`, 'i'),
    make: ([said = '']) => {
      const command = said === unquoted(said) ? spokenCommandLine(said).trim() : unquoted(said)
      return command === '' ? null : { kind: 'server', do: 'start', command }
    },
  },
  {
    form: new RegExp(
      `^${START} ${THING}${BACKGROUND}$|^(?:start|run|serve) (?:the |this )?project${BACKGROUND}$`,
      'i',
    ),
    make: only('start'),
  },
  { form: new RegExp(`^(?:re-?start|reboot|bounce) ${THING}$`, 'i'), make: only('restart') },
  { form: new RegExp(`^${STOP} (?:running )?${THING}$|^shut ${THING} down$`, 'i'), make: only('stop') },
  {
    form: new RegExp(
      `^(?:is|are) ${THING} (?:still )?(?:running|up|started|on|alive|online|working)(?: (?:now|yet|and running))?$|^(?:did|has) ${THING} (?:start|started|crash|crashed|stop|stopped|come up)(?: yet)?$|^(?:what is|what's) the (?:status|state) of ${THING}$`,
      'i',
    ),
    make: only('status'),
  },
  {
    form: new RegExp(
      `^(?:show|open|read)(?: me)? (?:the )?(?:output|logs?|console) (?:of|from) ${THING}$|^(?:show|open|read)(?: me)? (?:the )?(?:dev )?server(?:'s)? (?:output|logs?|console)$|^what (?:does|did) ${THING} (?:say|print|log)$`,
      'i',
    ),
    make: only('output'),
  },
  {
    form: new RegExp(
      `^(?:where is|where's|what port is|which port is|at what address is|on which port is) ${THING}(?: (?:running|listening|on|at))*$|^(?:what is|what's|give me|show me) the (?:url|address|link|port)(?: (?:of|for|to) ${THING})?$|^(?:open|show)(?: me)? ${THING} in (?:the |my |a )?browser$`,
      'i',
    ),
    make: only('address'),
  },
]

export const parseServerRequest = (asked: string): Intent | null => firstMatch(PATTERNS, asked)
