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
import { useTheme } from '../../../ui/theme/theme.ts'
import { useCopyPayLink } from '../../invoices/pay-link/use-copy-pay-link.tsx'
import { THEMES } from '../user-menu.tsx'
import { groupHits, matchCommands, type OwnCommand } from './palette-commands.tsx'
import { customerActions, requestedActions } from './palette-customer.tsx'
import { readRequest } from './palette-request.ts'

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

/** Names of the actions that ask for the customer themselves. */
const PLAIN_ACTIONS = { invoice: 'New invoice', payment: 'Record payment' } as const

/** Actions on what the person sees, whatever their role. */
function useOwnCommands(onShortcuts: () => void): readonly OwnCommand[] {
  const { logOut } = useLogOut()
  const [theme, setTheme] = useTheme()
  return [
    ...THEMES.map(({ id, label, icon }) => ({
      id: `theme-${id}`,
      label: `${label} theme`,
      ...(id === theme && { detail: 'Current' }),
      icon,
      also: [`${id} mode`, 'appearance', 'switch theme', 'change theme'],
      onSelect: () => setTheme(id),
    })),
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      icon: <Command />,
      also: ['hotkeys', 'help', '?'],
      onSelect: onShortcuts,
    },
    {
      id: 'log-out',
      label: 'Log Out',
      icon: <LogOut />,
      also: ['logout', 'sign out', 'signout'],
      onSelect: () => void logOut(),
    },
  ]
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
  const caller = { role, keptHere: type !== 'provider' }
  const own = useOwnCommands(onShortcuts)
  const commands = matchCommands(text, caller, go, own)
  // 'Payment settings' is a page, not a payment of somebody called Settings.
  const request = commands.some(({ items }) => items.length > 0) ? null : readRequest(text)
  const { hits, loading } = useHits(open ? (request?.customer ?? text) : '')
  const link = useCopyPayLink()
  const customers = hits.flatMap(({ kind, pk, title }) => (kind === 'customer' ? [{ pk, name: title }] : []))
  const actions = request
    ? [
        requestedActions(request.action, customers, caller, go),
        ...groupHits(hits, go),
        // The action without a customer, while nothing is found.
        ...(hits.length > 0 ? [] : matchCommands(PLAIN_ACTIONS[request.action], caller, go, []).slice(0, 1)),
      ]
    : [
        ...groupHits(hits, go),
        customerActions(customers, caller, go, ({ pk, name }) =>
          link.copy({ customer: { pk, short_name: name } }),
        ),
        ...commands,
      ]
  return (
    <>
      {link.dialog}
      <CommandPalette
        open={open}
        onOpenChange={onOpenChange}
        text={text}
        onText={onText}
        groups={actions}
        loading={loading}
        placeholder="Search customers, invoices, payments"
      />
    </>
  )
}
