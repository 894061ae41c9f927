// Keeps a window on its page: it opens no other pages, attaches no web views and gets no other permissions.
import { app, session, shell, systemPreferences } from 'electron'
import { linkSchemes } from '../../shared/link-schemes.ts'
import { isAppUrl } from './app-protocol.ts'

/** Parley's page may use the microphone, choose a loudspeaker and write text to the clipboard. */
function isAllowed(permission: string, url: string, mediaTypes: readonly string[]): boolean {
  if (!isAppUrl(url)) return false
  if (permission === 'clipboard-sanitized-write' || permission === 'speaker-selection') return true
  return permission === 'media' && mediaTypes.length > 0 && mediaTypes.every((type) => type === 'audio')
}

/** macOS asks the user once whether the app may use the microphone. */
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

/** Applies to every page, not only to the main window. */
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

/** Anything but these schemes could start a program. The page is not trusted, so main checks the link too. */
const isSafeLink = (url: string): boolean => URL.canParse(url) && linkSchemes.has(new URL(url).protocol)

/** Opens a link in the user's browser. */
export async function openOutside(url: string): Promise<void> {
  if (isSafeLink(url)) await shell.openExternal(new URL(url).href)
}
