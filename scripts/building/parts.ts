/** What of the product can be run: each is a file of server/main, and of dist/server once it is built. */
export const PARTS = ['start', 'server', 'worker'] as const
export type Part = (typeof PARTS)[number]
