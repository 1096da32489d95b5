/** Name of a company without one, in its mails, its portal and on its pay links. */
export const UNNAMED_COMPANY = 'Your supplier'
