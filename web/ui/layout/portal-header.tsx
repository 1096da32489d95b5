import { ChevronDown } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { t } from '../language/text.ts'
import { Avatar } from '../text/avatar.tsx'
import { CompanyLogo } from '../theme/brand-mark.tsx'
import { Link } from './link.tsx'
import { PortalTabs } from './portal-tabs.tsx'

export type PortalMenuAction = { id: string; label: string; onSelect: () => void }

export type PortalHeaderProps = {
  company: { name: string; logoUrl?: string | null | undefined; href: string }
  /** The signed-in customer; without it there is no menu. */
  customer?: { name: string; detail?: string | undefined } | undefined
  actions?: readonly PortalMenuAction[] | undefined
  tabs?: ReadonlyArray<{ id: string; label: string; href: string }> | undefined
  currentTab?: string | undefined
  /** Embedded in another site: only the tabs remain. */
  embedded?: boolean | undefined
}

function close(setOpen: (open: boolean) => void, button: RefObject<HTMLButtonElement | null>): void {
  setOpen(false)
  button.current?.focus()
}

function CustomerMenu({
  customer,
  actions,
}: {
  customer: { name: string; detail?: string | undefined }
  actions: readonly PortalMenuAction[]
}) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    const onEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close(setOpen, button)
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', onEscape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', onEscape)
    }
  }, [open])
  return (
    <div ref={root} className="relative -me-2.5">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 items-center gap-2.5 rounded-10 ps-1.5 pe-2.5 font-medium hover:bg-sunken aria-expanded:bg-sunken"
      >
        <Avatar name={customer.name} />
        <span className="sr-only">{t('Customer menu,')} </span>
        <span className="max-w-50 truncate max-md:sr-only">{customer.name}</span>
        <ChevronDown className="text-ink-3" />
      </button>
      <div
        id={id}
        hidden={!open}
        className="absolute end-2.5 top-13 z-30 w-66 max-w-[calc(100vw-2rem)] animate-rise rounded-14 border border-line bg-raised p-1.5 shadow-high"
      >
        <p className="mb-1.5 border-b border-line px-2.5 pt-2 pb-2.5 text-13 text-ink-3">
          <b className="block truncate font-medium text-ink">{customer.name}</b>
          {customer.detail && <span className="block truncate">{customer.detail}</span>}
        </p>
        {actions.map((action) => (
          <button
            key={action.id}
            type="button"
            onClick={() => {
              // An opening dialog returns the focus to the active element, and the menu item is gone by then.
              close(setOpen, button)
              action.onSelect()
            }}
            className="flex min-h-11 w-full items-center rounded-8 px-2.5 font-medium hover:bg-sunken"
          >
            {action.label}
          </button>
        ))}
      </div>
    </div>
  )
}

/** Header of the portal: the company's logo and name, the customer's menu, and the tabs. */
export function PortalHeader({
  company,
  customer,
  actions = [],
  tabs = [],
  currentTab,
  embedded = false,
}: PortalHeaderProps) {
  return (
    <header className="border-b border-line bg-surface">
      {!embedded && (
        <div
          className={cx(
            'mx-auto flex h-16 max-w-page items-center justify-between gap-4 px-4 md:h-18 md:px-6',
            tabs.length === 0 && 'md:h-16',
          )}
        >
          <Link
            href={company.href}
            className="flex min-w-0 items-center gap-3 rounded-8 py-1 text-16 font-semibold tracking-tight max-xs:gap-2"
          >
            <CompanyLogo wide name={company.name} src={company.logoUrl} className="size-9" />
            <span className="min-w-0 truncate">{company.name}</span>
          </Link>
          {customer && <CustomerMenu customer={customer} actions={actions} />}
        </div>
      )}
      {tabs.length > 0 && <PortalTabs tabs={tabs} current={currentTab} />}
    </header>
  )
}
