import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ViewAction } from '../../../../src/shared/conversation.ts'
import { approvalAnswer } from '../../../../src/core/conversation/approvals/approval-answer.ts'
import {
  spokenCommand,
  type CommandAction,
  type CommandContext,
} from '../../../../src/core/commands/spoken-command.ts'

const quiet: CommandContext = {
  isAnswer: () => false,
  choices: 0,
  inFront: 'code',
  brainKeepsLists: false,
  numbered: 0,
  tabs: [],
}
const diff: CommandContext = { ...quiet, inFront: 'diff' }
const isAnswer = (words: string): boolean => approvalAnswer(words) !== null
const asked: CommandContext = { ...diff, isAnswer }
const choosing: CommandContext = { ...quiet, choices: 4 }
const empty: CommandContext = { ...quiet, inFront: null }

const view = (action: ViewAction): CommandAction => ({ type: 'view.request', action })
const line = (number: number): CommandAction => ({
  type: 'view.request',
  action: 'line.reveal',
  line: number,
})
const take = (number: number): CommandAction => ({ type: 'choice.take', number })
const answer = (text: string): CommandAction => ({ type: 'approval.answer', text })
const request = (action: ViewAction): CommandAction => ({ type: 'view.request', action })
const faster = request('voice.faster')
const slower = request('voice.slower')
const stop: CommandAction = { type: 'turn.interrupt' }
const readOut: CommandAction = { type: 'reply.read_out' }
const repeat: CommandAction = { type: 'reply.repeat' }

const COMMANDS: readonly (readonly [string, CommandContext, CommandAction])[] = [
  // Hunks and files, while a diff is in front.
  ['next hunk', diff, view('hunk.next')],
  ['next', diff, view('hunk.next')],
  ['next one', quiet, view('tab.next')],
  ['Next hunk.', diff, view('hunk.next')],
  ['next, hunk', diff, view('hunk.next')],
  ['next honk', diff, view('hunk.next')],
  ['next hunch', diff, view('hunk.next')],
  ['next hunt', diff, view('hunk.next')],
  ['next hump', diff, view('hunk.next')],
  ['um, next uh hunk please', diff, view('hunk.next')],
  ['okay go to the next hunk', diff, view('hunk.next')],
  ['can you show me the next change', diff, view('hunk.next')],
  ['next', diff, view('hunk.next')],
  ['the next one', diff, view('hunk.next')],
  ['skip this hunk', diff, view('hunk.next')],
  ['previous hunk', diff, view('hunk.previous')],
  ['Previous honk', diff, view('hunk.previous')],
  ['breathy is hunk', diff, view('hunk.previous')],
  ['previews hunk', diff, view('hunk.previous')],
  ['go back to the previous change', diff, view('hunk.previous')],
  ['previous', diff, view('hunk.previous')],
  ['keep it', diff, view('hunk.keep')],
  ['keep this hunk', diff, view('hunk.keep')],
  ['keep his hunk', diff, view('hunk.keep')],
  ['key pit', diff, view('hunk.keep')],
  ['please keep this change', diff, view('hunk.keep')],
  ['revert it', diff, view('hunk.revert')],
  ['revert this hunk', diff, view('hunk.revert')],
  ['revert this hunt', diff, view('hunk.revert')],
  ['discard that change', diff, view('hunk.revert')],
  ['take me to the next change', diff, view('hunk.next')],
  ['take me back to the previous change', diff, view('hunk.previous')],
  ['undo the revert', diff, view('hunk.undo')],
  ['undo my last decision', diff, view('hunk.undo')],
  ['put it back', diff, view('hunk.undo')],
  ['please restore this hunk', diff, view('hunk.restore')],
  ['bring back that hunk', diff, view('hunk.restore')],
  ['redo the revert', diff, view('hunk.redo')],
  ['keep the rest', diff, view('hunks.keep_rest')],
  ['accept all of the other changes', diff, view('hunks.keep_rest')],
  ['revert the rest', diff, view('hunks.revert_rest')],
  ['discard the remaining hunks', diff, view('hunks.revert_rest')],
  ['keep the file', diff, view('file.keep')],
  ['keep all of this file', diff, view('file.keep')],
  ['revert the file', diff, view('file.revert')],
  ['discard all changes in this file', diff, view('file.revert')],
  ['next file', diff, view('file.next')],
  ['go to the next file', diff, view('file.next')],
  ['previous file', diff, view('file.previous')],
  ['breathy is file', diff, view('file.previous')],
  // Tabs.
  ['next tab', quiet, view('tab.next')],
  ['next tap', quiet, view('tab.next')],
  ['next, tab', quiet, view('tab.next')],
  ['next time', quiet, view('tab.next')],
  ['next', quiet, view('tab.next')],
  ['switch to the next tab', diff, view('tab.next')],
  ['previous tab', quiet, view('tab.previous')],
  ['previous tap', quiet, view('tab.previous')],
  ['previous tag', quiet, view('tab.previous')],
  ['the previous one', quiet, view('tab.previous')],
  ['close this tab', quiet, view('tab.close')],
  ['close this tap', quiet, view('tab.close')],
  ['close the tab, thanks', quiet, view('tab.close')],
  ['close it', quiet, view('tab.close')],
  ['close all other tabs', quiet, view('tab.close_others')],
  ['pin this tab', quiet, view('tab.pin')],
  ['been this tab', quiet, view('tab.pin')],
  ['pin it', quiet, view('tab.pin')],
  ['unpin the tab', quiet, view('tab.pin')],
  ['trust this folder', empty, view('folder.trust')],
  ['I trust this folder', quiet, view('folder.trust')],
  ['stop trusting this folder', quiet, view('folder.trust')],
  ['reopen the tab', quiet, view('tab.reopen')],
  ['reopen the tide', empty, view('tab.reopen')],
  ['go back', quiet, view('tab.back')],
  // Scrolling and lines.
  ['scroll down', quiet, view('scroll.down')],
  ['sprawled down', quiet, view('scroll.down')],
  ['stroll down', quiet, view('scroll.down')],
  ['scroll down a bit', quiet, view('scroll.down')],
  ['page down', quiet, view('scroll.down')],
  ['scroll up', quiet, view('scroll.up')],
  ['screw up', quiet, view('scroll.up')],
  ['scroll to the top', quiet, view('scroll.top')],
  ['go to the top of the file', quiet, view('scroll.top')],
  ['go to the end', quiet, view('scroll.end')],
  ['scroll all the way down', quiet, view('scroll.end')],
  ['go to line 42', quiet, line(42)],
  ['go to line forty two', quiet, line(42)],
  ['go to line forty too', quiet, line(42)],
  ['jump to line number one hundred and six', quiet, line(106)],
  ['line twelve', quiet, line(12)],
  ['show me line 7 please', diff, line(7)],
  // Choosing, while results are listed.
  ['open the second one', choosing, take(2)],
  ['opened the second one', choosing, take(2)],
  ['the third result', choosing, take(3)],
  ['the third one', choosing, take(3)],
  ['number two', choosing, take(2)],
  ['number to', choosing, take(2)],
  ['the last one', choosing, take(-1)],
  ['one', choosing, take(1)],
  ["i'll take the first", choosing, take(1)],
  ['um the 3rd one please', choosing, take(3)],
  // Stopping.
  ['stop', quiet, stop],
  ['Stop!', empty, stop],
  ['stop stop stop', quiet, stop],
  ['please stop', quiet, stop],
  ['stop talking', quiet, stop],
  ['wait', quiet, stop],
  ['hold on', quiet, stop],
  ['cancel that', quiet, stop],
  ['be quiet', quiet, stop],
  ['okay stop it now', quiet, stop],
  ["that's enough", quiet, stop],
  ['hang on a second', quiet, stop],
  // Reading out and repeating.
  ['read it out', quiet, readOut],
  ['red it out', quiet, readOut],
  ['bread it out', quiet, readOut],
  ['reddit out', quiet, readOut],
  ['read it aloud', quiet, readOut],
  ['could you read that to me', quiet, readOut],
  ['repeat that', quiet, repeat],
  ['repeat', quiet, repeat],
  ['say that again', quiet, repeat],
  ['can you repeat that please', quiet, repeat],
  ['sorry, what?', quiet, repeat],
  ['what did you say', quiet, repeat],
  ["I didn't catch that.", quiet, repeat],
  ['one more time', quiet, repeat],
  // Answers, while an approval is open.
  ['approve', asked, answer('approve')],
  ['approved', asked, answer('approved')],
  ['yes', asked, answer('yes')],
  ['yes do it', asked, answer('yes do it')],
  ['please', asked, answer('please')],
  ['go ahead', asked, answer('go ahead')],
  ['keep it', asked, answer('keep it')],
  ['always allow', asked, answer('always allow')],
  ['deny', asked, answer('deny')],
  ['denied', asked, answer('denied')],
  ['denite', asked, answer('deny')],
  ["no don't", asked, answer("no don't")],
  ['no thanks', asked, answer('no thanks')],
  ['cancel', asked, answer('cancel')],
  ['next hunk', asked, view('hunk.next')],
  ['stop', asked, stop],
  // The voice.
  ['louder', quiet, { type: 'voice.louder' }],
  ['the louder', quiet, { type: 'voice.louder' }],
  ['a bit louder please', quiet, { type: 'voice.louder' }],
  ['speak louder', quiet, { type: 'voice.louder' }],
  ['turn it up', quiet, { type: 'voice.louder' }],
  ['volume up', quiet, { type: 'voice.louder' }],
  ["I can't hear you", quiet, { type: 'voice.louder' }],
  ['softer', quiet, { type: 'voice.softer' }],
  ['quieter', quiet, { type: 'voice.softer' }],
  ['turn the volume down a bit', quiet, { type: 'voice.softer' }],
  ['too loud', quiet, { type: 'voice.softer' }],
  ['faster', quiet, faster],
  ['talk a bit faster', quiet, faster],
  ['speed up', quiet, faster],
  ['slower', quiet, slower],
  ['can you speak slower', quiet, slower],
  ['slow down', quiet, slower],
  ['not so fast', quiet, slower],
  ['mute', quiet, { type: 'voice.mute' }],
  ['nude', quiet, { type: 'voice.mute' }],
  ['mute yourself', quiet, { type: 'voice.mute' }],
  ['voice off', quiet, { type: 'voice.mute' }],
  ['unmute', quiet, { type: 'voice.unmute' }],
  ['and mute', quiet, { type: 'voice.unmute' }],
  ['you can talk again', quiet, { type: 'voice.unmute' }],
  ['mute the microphone', quiet, { type: 'microphone.mute' }],
  ['stop listening', quiet, { type: 'microphone.mute' }],
  ['unmute my mic', quiet, { type: 'microphone.unmute' }],
  // The window.
  ['dark theme', quiet, request('theme.dark')],
  ['switch to dark mode please', quiet, request('theme.dark')],
  ['Could you turn on the light theme?', quiet, request('theme.light')],
  ['turn off dark mode', quiet, request('theme.light')],
  ['high contrast', quiet, request('contrast.high')],
  ['make the text a bit bigger', quiet, request('text.larger')],
  ['zoom out', quiet, request('text.smaller')],
  ['new conversation', quiet, request('conversation.new')],
  ["let's start a new chat", quiet, request('conversation.new')],
  ['hands free', quiet, request('hands_free.on')],
  ['push to talk', quiet, request('hands_free.off')],
  ['open the settings', quiet, request('settings.open')],
  ['show me the keyboard shortcuts', quiet, request('shortcuts.open')],
  ['show the diff side by side', quiet, request('diffs.side_by_side')],
  ['minimize the window', quiet, request('window.minimise')],
  ['quit parley', quiet, request('app.quit')],
]

/** Requests, and phrases that mean nothing in their context. */
const REQUESTS: readonly (readonly [string, CommandContext])[] = [
  // Nothing that changes a file or approves something may be misheard.
  ['improve it', asked],
  // What the user works on, not the window.
  ['make it bigger', quiet],
  ['add a dark theme', quiet],
  ['close the app', quiet],
  // Recognizers write it for "quiet".
  ['quit', quiet],
  ['the proof', asked],
  ['a prove', asked],
  ['aloud it', asked],
  ['always alone', asked],
  ['always loud', asked],
  ['remember this hunk', diff],
  ['without this hunk', diff],
  ['convert this hunk', diff],
  ['river this hunt', diff],
  ['reverse it', diff],
  // These ask for more than to keep one hunk.
  ['keep all of them', diff],
  ['keep everything', diff],
  ['next, open the config file', diff],
  ['next hunk of work is the parser', diff],
  ['next time use a map instead', diff],
  ['next step', diff],
  ['stop the server from crashing', quiet],
  ['stop using var in this file', quiet],
  ['stop words should be ignored by the parser', quiet],
  ['wait for the server before running the tests', quiet],
  ['cancel the subscription when the socket closes', quiet],
  ['keep the old name when you rename it', diff],
  ['keep it simple', diff],
  ['keep the tests green', diff],
  ['keep going with the refactoring of the parser', diff],
  ['revert the last commit', diff],
  ['revert to version two', diff],
  ['revert the config file to how it was', diff],
  ['open the second config file in the test folder', choosing],
  ['open the readme', choosing],
  ['open package dot json', choosing],
  ['the second one is wrong because it uses a list', choosing],
  ['find every todo in this folder', quiet],
  ['search for the string connection refused', quiet],
  ['what changed since the last commit', quiet],
  ['show me the working changes', quiet],
  ['who wrote this line', quiet],
  ['show me lines forty to sixty of config dot ts', quiet],
  ['explain what this function does', quiet],
  ['undo that', quiet],
  ['undo', diff],
  ['undo that', diff],
  ['put it back', quiet],
  ['restore the file', diff],
  ['keep the rest of the code as it is', diff],
  ['keep the file small', diff],
  ['revert the file to how it was yesterday', diff],
  ['run the unit tests', quiet],
  ['summarise this repository', quiet],
  ['replace timeout with deadline in client dot ts', quiet],
  ['make it faster', quiet],
  ['make the tests run faster', quiet],
  ['why is it slower now', quiet],
  ['is the new version faster', quiet],
  ['mute the audio element in the player component', quiet],
  ['repeat the header on every page', quiet],
  ['repeat that for all the other files', quiet],
  ['read the config file', quiet],
  ['read it out of the environment instead', quiet],
  ['scroll to the error when the form is invalid', quiet],
  ['add a next tab button', quiet],
  ['close the file handle', quiet],
  ['close the connection when it is done', quiet],
  ['pin the version of react', quiet],
  ['line length should be one hundred', quiet],
  ['line forty two is wrong', quiet],
  ['go to the definition of parse config', quiet],
  ['go back to the old parser', quiet],
  ['louder warnings in the log please', quiet],
  ['approve the pull request on the server', asked],
  ['yes but first show me the diff', asked],
  ['deny access to users without a token', asked],
  ['allow list parsing is broken', asked],
  ['help', quiet],
  ['thanks', quiet],
  ['', quiet],
  ['um', quiet],
  ['...', quiet],
  // Clear phrases, but nothing is there that they could be about.
  ['approve', quiet],
  ['a proof', quiet],
  ['yes', quiet],
  ['no', quiet],
  ['deny', diff],
  ['always allow', quiet],
  ['the second one', quiet],
  ['open the second one', quiet],
  ['the fifth one', choosing],
  ['two', quiet],
  ['next hunk', quiet],
  ['keep it', quiet],
  ['revert this hunk', quiet],
  ['next file', quiet],
  ['next tab', empty],
  ['close this tab', empty],
  ['scroll down', empty],
  ['go to line 42', empty],
  ['next', empty],
]

describe('A spoken command', () => {
  it('is tested with enough utterances', () => {
    expect(COMMANDS.length + REQUESTS.length).toBeGreaterThan(200)
    expect(REQUESTS.length).toBeGreaterThan(60)
  })

  it('leaves "next" to a brain that goes on in its list', () => {
    expect(spokenCommand('next one', { ...quiet, brainKeepsLists: true })).toBeNull()
  })

  it.each(COMMANDS)('is recognized in %j', (said, context, action) => {
    expect(spokenCommand(said, context)?.action).toEqual(action)
  })

  it.each(REQUESTS)('is not recognized in %j', (said, context) => {
    expect(spokenCommand(said, context)).toBeNull()
  })

  it('says what was understood', () => {
    expect(spokenCommand('Next, honk.', diff)?.phrase).toBe('next hunk')
    expect(spokenCommand('um tonight', asked)?.phrase).toBe('deny')
    expect(spokenCommand('screw to the top', quiet)?.phrase).toBe('scroll to the top')
  })

  it('is recognized in exactly those recorded phrases that are commands', () => {
    const refs = readFileSync(join(import.meta.dirname, '../../../fixtures/speech/control/refs.txt'), 'utf8')
    const all: CommandContext = { ...diff, choices: 9 }
    const taken = refs
      .trim()
      .split('\n')
      .filter((phrase) => spokenCommand(phrase, all) !== null)
    expect(taken).toEqual([
      'next hunk',
      'previous hunk',
      'revert this hunk',
      'open the second one',
      'the third result',
      'close this tab',
      'pin this tab',
      'read it out',
      'stop',
      'wait',
      'go back',
    ])
    expect(spokenCommand('yes do it', { ...all, isAnswer })?.action).toEqual(answer('yes do it'))
  })

  it('is never a part of a longer utterance', () => {
    const phrases = COMMANDS.filter(([said]) => said.split(' ').length <= 4).map(([said]) => said)
    fc.assert(
      fc.property(fc.constantFrom(...phrases), fc.constantFrom(...CONTINUATIONS), (said, more) => {
        expect(spokenCommand(`${said.replace(/[.!?]$/, '')} ${more}`, { ...asked, choices: 4 })).toBeNull()
      }),
    )
  })

  it('never throws, and decides quickly about long text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (said) => void spokenCommand(said, asked)),
    )
    expect(spokenCommand('stop '.repeat(5_000), quiet)).toBeNull()
  })
})

const CONTINUATIONS = [
  'when the server has been restarted',
  'and rename the function afterwards',
  'because the tests are failing',
  'in every file of the project',
]
