import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { cx } from './cx.ts'
import { Dialog } from './dialog.tsx'
import { useHotkey } from './hotkey.ts'
import { IconButton } from './icon-button.tsx'
import { useMediaQuery } from './media-query.ts'

type DrawerProps = {
  open: boolean
  onClose: () => void
  /** What it shows, for screen readers and as the first line. */
  title: string
  /** Icon buttons beside the cross: previous, next, open full page. */
  actions?: ReactNode
  children: ReactNode
  /** Stays below the content: a line to write a note in. */
  footer?: ReactNode
}

function Body({
  titleId,
  title,
  actions,
  onClose,
  children,
  footer,
}: Omit<DrawerProps, 'open'> & { titleId?: string | undefined }) {
  return (
    <>
      <div className="flex flex-none items-center gap-0.5 ps-5 pe-4 pt-3">
        <h2 id={titleId} className="num me-auto min-w-0 truncate font-medium text-ink-2">
          {title}
        </h2>
        {actions}
        <IconButton label="Close" icon={<X />} size="sm" onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
      {footer && <div className="flex flex-none gap-2 border-t border-line px-5 py-3">{footer}</div>}
    </>
  )
}

/** Beside the list from 1200 px, pushing it; a sheet over it below. Escape closes; focus moves in and back out. */
export function Drawer({ open, onClose, ...rest }: DrawerProps) {
  const beside = useMediaQuery('(min-width: 1200px)')
  if (!beside) {
    return (
      <Dialog open={open} onOpenChange={(next) => next || onClose()} title={rest.title} side="end" bare>
        <div className="flex h-full flex-col">
          <Body {...rest} onClose={onClose} />
        </div>
      </Dialog>
    )
  }
  return open ? <Aside {...rest} onClose={onClose} /> : null
}

function Aside({ onClose, ...rest }: Omit<DrawerProps, 'open'>) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  useHotkey('Escape', onClose)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-labelledby={id}
      className={cx(
        'sticky top-sticky flex h-[calc(100dvh-var(--sticky-top))] w-92 min-w-0 flex-none flex-col border-s border-line bg-surface outline-none 2xl:w-98',
      )}
    >
      <Body {...rest} titleId={id} onClose={onClose} />
    </aside>
  )
}

/** A page with a drawer beside it: the content takes what is left. */
export function DrawerSplit({ children, drawer }: { children: ReactNode; drawer: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-1">
      <div className="@container flex min-w-0 flex-1 flex-col">{children}</div>
      {drawer}
    </div>
  )
}
