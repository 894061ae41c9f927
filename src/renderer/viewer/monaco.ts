// The editor with only the features for reading, all bundled: no language services, nothing from the network. It is about
// three megabytes, so only code-editor.tsx imports it, which loads late.
import './editor-policy.ts'
import { editor, languages } from 'monaco-editor/editor'
import editorWorker from 'monaco-editor/editor/editor.worker?worker&url'
import 'monaco-editor/features/bracketMatching/register'
import 'monaco-editor/features/clipboard/register'
import 'monaco-editor/features/codicon/register'
import 'monaco-editor/features/find/register'
import 'monaco-editor/features/folding/register'
import 'monaco-editor/features/lineSelection/register'
import 'monaco-editor/features/longLinesHelper/register'
import 'monaco-editor/features/smartSelect/register'
import 'monaco-editor/features/tokenization/register'
import 'monaco-editor/features/unicodeHighlighter/register'
import 'monaco-editor/features/wordHighlighter/register'
import 'monaco-editor/features/wordOperations/register'
import 'monaco-editor/languages/definitions/bat/register'
import 'monaco-editor/languages/definitions/clojure/register'
import 'monaco-editor/languages/definitions/cpp/register'
import 'monaco-editor/languages/definitions/csharp/register'
import 'monaco-editor/languages/definitions/css/register'
import 'monaco-editor/languages/definitions/dart/register'
import 'monaco-editor/languages/definitions/dockerfile/register'
import 'monaco-editor/languages/definitions/elixir/register'
import 'monaco-editor/languages/definitions/fsharp/register'
import 'monaco-editor/languages/definitions/go/register'
import 'monaco-editor/languages/definitions/graphql/register'
import 'monaco-editor/languages/definitions/hcl/register'
import 'monaco-editor/languages/definitions/html/register'
import 'monaco-editor/languages/definitions/ini/register'
import 'monaco-editor/languages/definitions/java/register'
import 'monaco-editor/languages/definitions/javascript/register'
import 'monaco-editor/languages/definitions/julia/register'
import 'monaco-editor/languages/definitions/kotlin/register'
import 'monaco-editor/languages/definitions/less/register'
import 'monaco-editor/languages/definitions/lua/register'
import 'monaco-editor/languages/definitions/markdown/register'
import 'monaco-editor/languages/definitions/objective-c/register'
import 'monaco-editor/languages/definitions/perl/register'
import 'monaco-editor/languages/definitions/php/register'
import 'monaco-editor/languages/definitions/powershell/register'
import 'monaco-editor/languages/definitions/protobuf/register'
import 'monaco-editor/languages/definitions/python/register'
import 'monaco-editor/languages/definitions/r/register'
import 'monaco-editor/languages/definitions/ruby/register'
import 'monaco-editor/languages/definitions/rust/register'
import 'monaco-editor/languages/definitions/scala/register'
import 'monaco-editor/languages/definitions/scss/register'
import 'monaco-editor/languages/definitions/shell/register'
import 'monaco-editor/languages/definitions/solidity/register'
import 'monaco-editor/languages/definitions/sql/register'
import 'monaco-editor/languages/definitions/swift/register'
import 'monaco-editor/languages/definitions/typescript/register'
import 'monaco-editor/languages/definitions/xml/register'
import 'monaco-editor/languages/definitions/yaml/register'
import type { Theme } from '../ui/settings-context.tsx'
import { startWorker } from './own-worker.ts'

self.MonacoEnvironment = { ...self.MonacoEnvironment, getWorker: () => startWorker(editorWorker) }

// The editor's own JSON support brings a worker that validates; for colours a few rules are enough.
languages.register({ id: 'json' })
languages.setMonarchTokensProvider('json', {
  tokenizer: {
    root: [
      [/"(?:[^"\\]|\\.)*"(?=\s*:)/, 'type'],
      [/"(?:[^"\\]|\\.)*"/, 'string'],
      [/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, 'number'],
      [/\b(?:true|false|null)\b/, 'keyword'],
      [/\/\/.*$/, 'comment'],
      [/\/\*/, 'comment', '@comment'],
      [/[{}[\]]/, '@brackets'],
    ],
    comment: [
      [/\*\//, 'comment', '@pop'],
      [/[^*]+|\*/, 'comment'],
    ],
  },
})

const known = new Set(languages.getLanguages().map(({ id }) => id))
export const isKnownLanguage = (id: string): boolean => known.has(id)

let applied = ''

/** One theme for the whole page, with the colours of the style sheet. */
export function applyEditorTheme(theme: Theme, highContrast: boolean): void {
  const name = `parley-${theme}${highContrast ? '-high' : ''}`
  // Every editor requests it, and it costs a frame each time.
  if (name === applied) return
  applied = name
  const colour = (token: string, variable: `--${string}`) => ({ token, foreground: themeColour(variable) })
  editor.defineTheme(name, {
    base: highContrast ? (theme === 'dark' ? 'hc-black' : 'hc-light') : theme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      colour('', '--text'),
      colour('comment', '--syntax-comment'),
      colour('keyword', '--syntax-keyword'),
      colour('string', '--syntax-string'),
      colour('string.escape', '--syntax-number'),
      colour('regexp', '--syntax-string'),
      colour('number', '--syntax-number'),
      colour('constant', '--syntax-number'),
      colour('type', '--syntax-type'),
      colour('annotation', '--syntax-type'),
      colour('tag', '--syntax-title'),
      colour('metatag', '--syntax-comment'),
      colour('key', '--syntax-type'),
      colour('attribute.name', '--syntax-type'),
      colour('attribute.value', '--syntax-string'),
      colour('variable', '--syntax-number'),
      colour('predefined', '--syntax-title'),
    ],
    colors: {
      'editor.background': themeColour('--panel'),
      'editor.foreground': themeColour('--text'),
      'editorLineNumber.foreground': themeColour('--text-faint'),
      'editorLineNumber.activeForeground': themeColour('--text'),
      'editorWidget.background': themeColour('--raised'),
      'editorWidget.border': themeColour('--border'),
      'input.background': themeColour('--panel'),
      'input.border': themeColour('--border-strong'),
      focusBorder: themeColour('--accent'),
      'editor.findMatchBackground': themeColour('--match-strong'),
      'editor.findMatchHighlightBackground': themeColour('--match'),
      'editor.rangeHighlightBackground': '#00000000',
      'editorOverviewRuler.findMatchForeground': themeColour('--match-strong'),
    },
  })
  editor.setTheme(name)
}

export { editor }

/** A colour of the style sheet as #rrggbb, for code that cannot read CSS variables. */
function themeColour(variable: `--${string}`): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${variable})`
  probe.hidden = true
  document.body.append(probe)
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number)
  probe.remove()
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}
