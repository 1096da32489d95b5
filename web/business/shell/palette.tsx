import { useEffect, useState } from 'react'
import { type CommandGroup, CommandPalette } from '../../ui/command-palette.tsx'
import { useNavigateTo } from '../../ui/link.tsx'
import { MIN_SEARCH_LENGTH } from '../../ui/search-gate.ts'
import { NAVIGATION } from './navigation.tsx'
import { useShellSession } from './shell-session.ts'

const WAIT_MS = 300

/** Records that match what is typed; the last answer stays until the next one is there. */
function useFound(text: string, open: boolean) {
  const find = useShellSession()?.find
  const [found, setFound] = useState<{ text: string; groups: readonly CommandGroup[] }>({
    text: '',
    groups: [],
  })
  const query = text.trim()
  const asks = open && find !== undefined && query.length >= MIN_SEARCH_LENGTH
  useEffect(() => {
    if (!asks) return
    const controller = new AbortController()
    const ask = async () => {
      const groups = await find(query, controller.signal).catch(() => [])
      if (!controller.signal.aborted) setFound({ text: query, groups })
    }
    const timer = setTimeout(ask, WAIT_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [asks, find, query])
  return { groups: asks ? found.groups : [], loading: asks && found.text !== query }
}

/** ⌘K: pages by name at once, records as soon as three characters are typed. */
export function Palette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const navigate = useNavigateTo()
  const [text, setText] = useState('')
  const found = useFound(text, open)
  const wanted = text.trim().toLowerCase()
  const pages: CommandGroup = {
    id: 'pages',
    heading: 'Pages',
    items: NAVIGATION.flat()
      .filter((item) => item.label.toLowerCase().includes(wanted))
      .map((item) => ({
        id: item.id,
        label: item.label,
        icon: item.icon,
        onSelect: () => navigate(item.href),
      })),
  }
  return (
    <CommandPalette
      open={open}
      onOpenChange={(next) => {
        if (!next) setText('')
        onOpenChange(next)
      }}
      text={text}
      onText={setText}
      groups={[...found.groups, pages]}
      loading={found.loading}
      placeholder="Search customers, invoices, payments"
    />
  )
}
