/**
 * The privacy page is on the app's own host, which the server writes into the page; without it, on this host.
 */
export const privacyAddress = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="privacy"]')?.content ?? '/privacy'
