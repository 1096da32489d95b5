import { Suspense, useState } from 'react'
import type { NavItem } from '../../ui/layout/app-shell-props.ts'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { useNavigateTo } from '../../ui/layout/link.tsx'
import { useHotkey } from '../../ui/overlay/hotkey.ts'
import { KEYS } from '../../ui/overlay/shortcut-keys.ts'
import { focusRow, toggleRow } from '../../ui/table/row-opener.tsx'
import { useCopiedCells } from '../layout/use-copied-cells.ts'
import { restoreShortcutSetting } from './shortcut-setting.ts'

const ShortcutsDialog = lazyWithRetry(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog')

restoreShortcutSetting()

/** Registers the keys that work on every page, and the dialog that lists all keys. */
export function Shortcuts({
  nav,
  open,
  onOpenChange,
}: {
  nav: readonly (readonly NavItem[])[]
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  useHotkey(KEYS.openShortcuts, () => onOpenChange(true))
  useHotkey(KEYS.nextRow, () => focusRow(1), true, true)
  useHotkey(KEYS.previousRow, () => focusRow(-1), true, true)
  useHotkey(KEYS.selectRow, () => toggleRow(false))
  useHotkey(KEYS.selectRows, () => toggleRow(true))
  useCopiedCells()
  return (
    <>
      {nav.flat().map(({ href, keys }) => keys && <GoTo key={keys} href={href} keys={keys} />)}
      <Suspense>{used && <ShortcutsDialog nav={nav} open={open} onOpenChange={onOpenChange} />}</Suspense>
    </>
  )
}

function GoTo({ href, keys }: { href: string; keys: string }) {
  const navigate = useNavigateTo()
  useHotkey(keys, () => navigate(href))
  return null
}
