/** What runs until it is told to stop. */
export const PROCESSES = ['start', 'server', 'worker'] as const
export type Process = (typeof PROCESSES)[number]

/** What does one thing and ends. */
export const COMMANDS = [
  'migrate',
  'verify-ledger',
  'verify-audit',
  'export-journal',
  'seed-history',
  'account',
  'end-second-factor',
  'backup',
  'restore',
] as const

/** What of the product can be run: each is a file of server/main, and of dist/server once it is built. */
export const PARTS = [...PROCESSES, ...COMMANDS] as const
export type Part = (typeof PARTS)[number]
