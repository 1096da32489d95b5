import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command, LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useLogOut } from '../../../session/use-log-out.ts'
import { MIN_SEARCH_LENGTH } from '../../../ui/fields/search-gate.ts'
import { useNavigateTo } from '../../../ui/layout/link.tsx'
import { CommandPalette } from '../../../ui/overlay/command-palette.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { useCopyPayLink } from '../../invoices/pay-link/use-copy-pay-link.tsx'
import { groupHits, matchCommands } from './palette-commands.tsx'
import { customerActions } from './palette-customer.tsx'

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

/** Results of the palette for a text: actions and pages by name at once, records as soon as three characters are typed. */
export function PaletteSearch({
  open,
  onOpenChange,
  text,
  onText,
  onShortcuts,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  text: string
  onText: (text: string) => void
  onShortcuts: () => void
}) {
  const go = useNavigateTo()
  const { role, account_type: type } = useAccount()
  const keptHere = type !== 'provider'
  const { hits, loading } = useHits(open ? text : '')
  const { logOut } = useLogOut()
  const link = useCopyPayLink()
  const customers = hits.flatMap(({ kind, pk, title }) => (kind === 'customer' ? [{ pk, name: title }] : []))
  const own = [
    { id: 'shortcuts', label: 'Keyboard shortcuts', icon: <Command />, onSelect: onShortcuts },
    { id: 'log-out', label: 'Log Out', icon: <LogOut />, onSelect: () => void logOut() },
  ]
  const forCustomer = customerActions(customers, { role, keptHere }, go, ({ pk, name }) =>
    link.copy({ customer: { pk, short_name: name } }),
  )
  return (
    <>
      {link.dialog}
      <CommandPalette
        open={open}
        onOpenChange={onOpenChange}
        text={text}
        onText={onText}
        groups={[...groupHits(hits, go), forCustomer, ...matchCommands(text, { role, keptHere }, go, own)]}
        loading={loading}
        placeholder="Search customers, invoices, payments"
      />
    </>
  )
}
