import type { BrowserContext } from '@playwright/test'

/** Hash of `body {}`, a style that Playwright adds for a screenshot in Firefox. The policy refuses it. */
const SCREENSHOT_STYLE_HASH = 'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\\+SmwNZWA='

/**
 * Messages of Firefox that the page does not cause. Firefox reports the hash of every refused style, so the
 * message of the page's own listener, which has no hash, can be ignored.
 */
export const FIREFOX_NOISE = new RegExp(
  `^uncaught: .*style-src-elem.*'${SCREENSHOT_STYLE_HASH}'|^error: content security policy: style-src-elem refused inline|` +
    // Navigation canceled the download of a font (NS_BINDING_ABORTED).
    '^uncaught: download failed .*status=2152398850 ',
)

const isFirefox = (context: BrowserContext): boolean => context.browser()?.browserType().name() === 'firefox'

/** Works around limits of Playwright in Firefox. Does nothing in another browser. */
export async function preparePages(context: BrowserContext): Promise<void> {
  if (!isFirefox(context)) return
  await context.addInitScript(insertTextAsTyped)
  await context.addInitScript(hideReflectedElements)
}

/**
 * Makes Playwright's `fill` insert text like typing. Its own way bypasses the setter that React observes, and
 * React then clears a controlled field.
 */
function insertTextAsTyped(): void {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => {
      // Playwright repeats the call inside a frame that this returns.
      if (document.activeElement instanceof HTMLIFrameElement) return document.activeElement
      document.execCommand('insertText', false, text)
      return undefined
    },
    set: () => {},
  })
}

/**
 * Firefox 153 crashes on the second read of such a property. The product reads none. axe and Playwright read
 * them, and use the attributes when the properties are missing.
 */
function hideReflectedElements(): void {
  for (const name of Object.getOwnPropertyNames(Element.prototype))
    if (/^aria\w+Elements$/.test(name)) delete (Element.prototype as unknown as Record<string, unknown>)[name]
}

/** Grants permissions in Chromium. Firefox doesn't support these names. */
export async function grant(context: BrowserContext, ...permissions: string[]): Promise<void> {
  if (!isFirefox(context)) await context.grantPermissions(permissions)
}
