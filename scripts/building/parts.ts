/** Processes that run until a signal ends them, each with the file that starts it. */
const processes = {
  start: 'seed/start.ts',
  server: 'server/main/server.ts',
  worker: 'server/main/worker.ts',
} as const

/** Commands that do one thing and exit. */
const commands = {
  migrate: 'server/main/commands/migrate.ts',
  'verify-ledger': 'server/main/commands/verify-ledger.ts',
  'verify-audit': 'server/main/commands/verify-audit.ts',
  distribute: 'server/main/commands/distribute.ts',
  doctor: 'server/main/commands/doctor.ts',
  'export-journal': 'server/main/commands/export-journal.ts',
  'seed-history': 'seed/seed-history.ts',
  account: 'server/main/commands/account.ts',
  'end-second-factor': 'server/main/commands/end-second-factor.ts',
  backup: 'server/main/commands/backup.ts',
  restore: 'server/main/commands/restore.ts',
} as const

export type Process = keyof typeof processes
export type Part = Process | keyof typeof commands

/** The source file of each runnable part; dist/server holds one file of the same name once it is built. */
export const SOURCE_FILES: Readonly<Record<Part, string>> = { ...processes, ...commands }
export const PROCESSES = Object.keys(processes) as Process[]
export const COMMANDS = Object.keys(commands) as Exclude<Part, Process>[]
export const PARTS = Object.keys(SOURCE_FILES) as Part[]
