// The content security policy of Parley's pages. Scripts, styles and workers come from the app only, and nothing is loaded from
// the network. Strings become neither code nor HTML, except through the named policies.

/** The editor creates the HTML of its lines. Parley's own policy only creates workers from files of the page. */
const TRUSTED_TYPES = ['parley-worker', 'editorViewLayer', 'domLineBreaksComputer']

/** The hash of an empty style element, which the editor creates and fills rule by rule. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

export function contentSecurityPolicy(connect: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${EMPTY_STYLE}`,
    // The editor positions its lines with style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES.join(' ')}`,
  ].join('; ')
}
