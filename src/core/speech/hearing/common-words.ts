// English words that are not specific to a codebase, by their function in a sentence.

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** A name never consists of these alone. */
export const functionWords = wordSet(
  'a an the this that these those my your our their its his her it he she we you i me us them they is are was were be ' +
    'been do does did has have had can could will would should may might must not no and or but if so as at by for ' +
    'from in into of off on onto out over to up down under with within without about after before between than then ' +
    'there here what which who whom whose where when why how all any both each few more most other some such only ' +
    'own same too very just also again please now let lets okay ok yes yeah',
)

/** A sentence that ends with one of these is probably unfinished. */
export const leadingOnWords = wordSet(
  'a an the my your our their its his and or but nor if because although while unless until whether than which whose ' +
    'to of in into at by for from with without within between under on onto as is are was were be very really every no',
)

/** Hesitation, after which more comes. */
export const hesitations = wordSet('um uh er erm hmm hm ah eh mm uhm umm well like')

/** Requests begin with one of these. */
export const requestVerbs = wordSet(
  'open show find search go jump run undo redo rename what which where who why how create make commit explain close ' +
    'add scroll stop install start refactor apply read replace summarise summarize keep revert pin approve deny tell ' +
    'give list delete remove move copy write change set put take look check fix build test lint push pull merge next ' +
    'previous use try let do does is are can could would should please wait cancel louder slower repeat count edit ' +
    'insert select save reload restart continue describe compare switch checkout stage blame print display',
)

/** Requests in every codebase are about these. */
export const requestNouns = wordSet(
  'file files folder folders line lines tab tabs hunk hunks change changes changed diff diffs edit edits commit commits ' +
    'branch branches test tests unit result results function functions method class error errors message terminal ' +
    'repository repo project code package word words text name names string user session last first second third ' +
    'next previous working current staged new old one two three talking usage usages definition definitions end top ' +
    'bottom page window status output log dev server everything nothing something',
)

/** The words of a text in lower case, without punctuation. An apostrophe inside a word stays. */
export const saidWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{N}]+(?:'[\p{L}]+)*/gu) ?? []
