// Makes the editor comply with the page's security policy. Must be imported before any part of it.

interface Rules {
  createHTML?: (text: string) => string
}

const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Rules): { createHTML(text: string): unknown } }
}

/** The editor's policies for rendering and measuring lines. It has more, for features that are not used here. */
const NEEDED: ReadonlySet<string> = new Set(['editorViewLayer', 'domLineBreaksComputer'])

self.MonacoEnvironment = {
  createTrustedTypesPolicy: ((name: string, rules: Rules) =>
    NEEDED.has(name) ? trustedTypes?.createPolicy(name, rules) : undefined) as never,
}

// The editor writes its theme as text into a style element, which the policy forbids, because injected markup could do the
// same. A constructed style sheet is allowed, so the text goes there instead.
const sheets = new WeakMap<HTMLStyleElement, CSSStyleSheet>()

Object.defineProperty(HTMLStyleElement.prototype, 'textContent', {
  configurable: true,
  get(this: HTMLStyleElement) {
    return [...(sheets.get(this)?.cssRules ?? [])].map(({ cssText }) => cssText).join('\n')
  },
  set(this: HTMLStyleElement, text: string) {
    let sheet = sheets.get(this)
    if (!sheet) {
      sheet = new CSSStyleSheet()
      sheets.set(this, sheet)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    }
    sheet.replaceSync(text)
  },
})
