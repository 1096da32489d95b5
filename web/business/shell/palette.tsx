import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Keyboard, LogOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useCall } from '../../session/session-context.tsx'
import { useLogOut } from '../../session/use-log-out.ts'
import { MIN_SEARCH_LENGTH } from '../../ui/fields/search-gate.ts'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { CommandPalette } from '../../ui/overlay/command-palette.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { groupHits, matchCommands } from './palette-commands.tsx'

const WAIT_MS = 300

/** The text once it has rested for 300 ms. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** Records that match what is typed; the last answer stays until the next one is there. */
function useHits(text: string) {
  const call = useCall()
  const toast = useToast()
  const { pk } = useAccount()
  const wanted = text.trim()
  const rested = useRested(wanted)
  const asks = wanted.length >= MIN_SEARCH_LENGTH
  const { data, error } = useQuery({
    queryKey: [pk, 'search', rested],
    queryFn: ({ signal }) =>
      call(contract.reports.search, { params: { account: pk }, query: { q: rested } }, { signal }),
    enabled: asks && rested.length >= MIN_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
  })
  const problem = error ? actionErrorText(error) : ''
  useEffect(() => {
    if (problem !== '') toast({ title: 'Search failed', body: problem, tone: 'error' })
  }, [problem, toast])
  return { hits: asks ? (data?.results ?? []) : [], loading: asks && !error && (rested !== wanted || !data) }
}

/** What is typed between ⌘K and the first palette's being there would be lost: it is kept for the palette. */
function useEarlyKeys(open: boolean, onKey: (key: string) => void) {
  const latest = useRef(onKey)
  latest.current = onKey
  useEffect(() => {
    if (!open) return
    const keep = (event: KeyboardEvent) => {
      const types = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!types || event.target instanceof HTMLInputElement) return
      // The palette's field may have the focus by the time that the browser would write into it.
      event.preventDefault()
      latest.current(event.key)
    }
    window.addEventListener('keydown', keep)
    return () => window.removeEventListener('keydown', keep)
  }, [open])
}

/** ⌘K: actions and pages by name at once, records as soon as three characters are typed. */
export function Palette({
  open,
  onOpenChange,
  onShortcuts,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  onShortcuts: () => void
}) {
  const go = useNavigateTo()
  const { role } = useAccount()
  const [text, setText] = useState('')
  useEarlyKeys(open, (key) => setText((typed) => typed + key))
  const { hits, loading } = useHits(open ? text : '')
  const { logOut } = useLogOut()
  const own = [
    { id: 'shortcuts', label: 'Keyboard shortcuts', icon: <Keyboard />, onSelect: onShortcuts },
    { id: 'log-out', label: 'Log out', icon: <LogOut />, onSelect: () => void logOut() },
  ]
  return (
    <CommandPalette
      open={open}
      onOpenChange={(next) => {
        if (!next) setText('')
        onOpenChange(next)
      }}
      text={text}
      onText={setText}
      groups={[...groupHits(hits, go), ...matchCommands(text, role, go, own)]}
      loading={loading}
      placeholder="Search customers, invoices, payments"
    />
  )
}
