import { useSyncExternalStore } from 'react'
import { LIVE } from '../query-client.ts'

const QUIET = { refetchInterval: false, refetchOnWindowFocus: false } as const

/** Set while a dialog is open. */
const MARK = 'data-scroll-locked'

function watchDialogs(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: [MARK] })
  return () => observer.disconnect()
}

const hasDialog = (): boolean => document.documentElement.hasAttribute(MARK)

/**
 * LIVE for the page of a record. Waits while a dialog is open: what somebody else does meanwhile may remove the part of the page that
 * the dialog belongs to, with what is typed in it.
 */
export const useLive = () => (useSyncExternalStore(watchDialogs, hasDialog) ? QUIET : LIVE)
