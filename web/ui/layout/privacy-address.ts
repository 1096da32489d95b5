/** The privacy page is on the app's own host, which the server names in the page; of one host where it doesn't. */
export const privacyAddress = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="privacy"]')?.content ?? '/privacy'
