import type { BrowserContext } from '@playwright/test'

/** `body {}`, the style with which Playwright begins a picture of a page in Firefox; the policy refuses it. */
const OF_PICTURES = 'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\\+SmwNZWA='

/**
 * What Firefox complains about that isn't the page's doing. It names each refused style by its hash, so that what the page's own
 * listener says without one need not be looked at.
 */
export const FIREFOXS_OWN = new RegExp(
  `^uncaught: .*style-src-elem.*'${OF_PICTURES}'|^error: content security policy: style-src-elem refused inline|` +
    // A font was on its way when the page was left (NS_BINDING_ABORTED).
    '^uncaught: download failed .*status=2152398850 ',
)

const isFirefox = (context: BrowserContext): boolean => context.browser()?.browserType().name() === 'firefox'

/** Readies the pages of a context for what looks at them; does nothing in another browser. */
export async function readyPages(context: BrowserContext): Promise<void> {
  if (!isFirefox(context)) return
  await context.addInitScript(typeAsPeopleDo)
  await context.addInitScript(hideReflectedElements)
}

/**
 * Has Playwright's `fill` put text in as typing does: what it does otherwise goes past the setter that React watches, and a
 * field whose value React holds is emptied again.
 */
function typeAsPeopleDo(): void {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => {
      // With a frame in its hands Playwright asks there.
      if (document.activeElement instanceof HTMLIFrameElement) return document.activeElement
      document.execCommand('insertText', false, text)
      return undefined
    },
    set: () => {},
  })
}

/**
 * Firefox 153 crashes once such a property has been read and is read again. No page of ours reads any; axe and Playwright do,
 * and go by the attributes where there are none.
 */
function hideReflectedElements(): void {
  for (const name of Object.getOwnPropertyNames(Element.prototype))
    if (/^aria\w+Elements$/.test(name)) delete (Element.prototype as unknown as Record<string, unknown>)[name]
}

/** Grants what Chromium asks people about; Firefox knows none of these names. */
export async function grant(context: BrowserContext, ...permissions: string[]): Promise<void> {
  if (!isFirefox(context)) await context.grantPermissions(permissions)
}
