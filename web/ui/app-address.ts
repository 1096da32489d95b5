/**
 * The whole address of a page on the app's own host. A portal is on another one, and the server names the app's in each page
 * by where its privacy page is; where it doesn't, there is but one host.
 */
export const appAddress = (path: string): string => {
  const told = document.querySelector<HTMLMetaElement>('meta[name="privacy"]')?.content
  return new URL(path, told ?? window.location.href).href
}
