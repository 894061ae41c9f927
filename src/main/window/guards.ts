// What a window may not do: leave its page, open others, attach web views, or have a permission it was not given.
import { app, session, shell, systemPreferences } from 'electron'
import { isAppUrl } from './app-protocol.ts'
import { isSafeLink } from './safe-link.ts'

/** What our own page may: hear through the microphone, choose where it sounds, and put text on the clipboard. */
function isAllowed(permission: string, url: string, mediaTypes: readonly string[]): boolean {
  if (!isAppUrl(url)) return false
  if (permission === 'clipboard-sanitized-write' || permission === 'speaker-selection') return true
  return permission === 'media' && mediaTypes.length > 0 && mediaTypes.every((type) => type === 'audio')
}

/** A Mac has a word of its own in who may hear, and asks the person once. */
async function answerWithSystem(answer: (allowed: boolean) => void): Promise<void> {
  answer(process.platform !== 'darwin' || (await systemPreferences.askForMediaAccess('microphone')))
}

export function guardPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((contents, permission, callback, details) => {
    const mediaTypes = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    const allowed = details.isMainFrame && isAllowed(permission, contents.getURL(), mediaTypes)
    if (allowed && permission === 'media') void answerWithSystem(callback)
    else callback(allowed)
  })
  session.defaultSession.setPermissionCheckHandler((contents, permission, _origin, details) => {
    const type = details.mediaType
    return isAllowed(
      permission,
      contents?.getURL() ?? '',
      type === undefined || type === 'unknown' ? [] : [type],
    )
  })
  session.defaultSession.setDevicePermissionHandler(() => false)
}

/** Holds for every page there will ever be, not only for the window we know of. */
export function guardNavigation(): void {
  app.on('web-contents-created', (_, contents) => {
    contents.on('will-navigate', (event) => {
      if (!isAppUrl(event.url)) event.preventDefault()
    })
    contents.on('will-redirect', (event) => {
      if (!isAppUrl(event.url)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}

/** Opens a link in the person's own browser, if it is the kind of link that may be. */
export async function openOutside(url: string): Promise<void> {
  if (isSafeLink(url)) await shell.openExternal(new URL(url).href)
}
