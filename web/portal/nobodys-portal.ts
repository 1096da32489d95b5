/** True when the server wrote into the page that no account has this subdomain. */
export const isNobodysPortal = (): boolean => document.querySelector('meta[name="no-portal"]') !== null
