// Checked once more where the link is opened: what the page asks for is not to be believed.
import { linkSchemes } from '../../shared/link-schemes.ts'

export const isSafeLink = (url: string): boolean =>
  URL.canParse(url) && linkSchemes.has(new URL(url).protocol)
