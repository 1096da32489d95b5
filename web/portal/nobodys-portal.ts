/** Whether the server said so with the page: the subdomain is nobody's. */
export const isNobodysPortal = (): boolean => document.querySelector('meta[name="no-portal"]') !== null
