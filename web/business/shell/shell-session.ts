import { createContext, useContext } from 'react'
import type { CommandGroup } from '../../ui/command-palette.tsx'

/** What the frame shows of who is signed in. */
export type ShellSession = {
  user: { name: string; detail: string }
  account: { id: string; name: string; logoUrl: string | null }
  /** Every account that can be switched to, the current one included. */
  accounts: ReadonlyArray<{ id: string; name: string }>
  switchAccount: (id: string) => void
  logOut: () => void
  /** Finds records for the command palette; called with 3 characters or more. */
  find: (text: string, signal: AbortSignal) => Promise<readonly CommandGroup[]>
}

const ShellSessionContext = createContext<ShellSession | null>(null)

export const ShellSessionProvider = ShellSessionContext.Provider

/** The session in the frame; null on pages without one. */
export const useShellSession = (): ShellSession | null => useContext(ShellSessionContext)
