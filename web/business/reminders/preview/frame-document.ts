/**
 * Prepares an email's HTML for a frame. The page's security policy refuses inline styles, so they are renamed here and applied
 * by `finishFrame`. The style sheet is left out: it only holds the dark colors of mail programs. `logo` replaces the attached one.
 */
export const frameHtml = (html: string, logo: string | null): string =>
  html
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(' style="', ' data-style="')
    .replaceAll(/src="cid:[^"]*"/g, logo === null ? '' : `src="${encodeURI(logo)}"`)

/** Applies the styles of an email and takes its links away. Returns its height in pixels. */
export function finishFrame(page: Document): number {
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset.style ?? ''
  for (const link of page.querySelectorAll('a[href]')) link.removeAttribute('href')
  return page.body.offsetHeight
}
