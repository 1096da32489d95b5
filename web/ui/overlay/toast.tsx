import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import {
  createContext,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../cx.ts'
import { t } from '../language/text.ts'
import { lazyWithRetry } from '../layout/lazy-with-retry.ts'
import type { ToastOffers } from './toast-actions.tsx'

export type ToastTone = 'success' | 'error' | 'info'

export type ToastInput = ToastOffers & {
  title: string
  body?: ReactNode
  tone?: ToastTone | undefined
  /** Errors and messages with a link or an action stay longer; 0 keeps it until it is closed. */
  timeoutMs?: number | undefined
  /** Replaces a former message about the same thing, whose action is over by then. */
  about?: string | undefined
}

type Shown = ToastInput & { id: number }

const ToastContext = createContext<((toast: ToastInput) => void) | null>(null)
const ToastActions = lazyWithRetry(() => import('./toast-actions.tsx'), 'ToastActions')
const AT_MOST = 3
const ICONS = { success: CircleCheck, error: CircleAlert, info: Info } as const
const COLORS = { success: 'text-paid', error: 'text-overdue', info: 'text-ink-3' } as const

/** Default duration of a message. */
const toastTimeoutMs = (toast: ToastInput): number =>
  toast.timeoutMs ?? (toast.tone === 'error' || toast.link || toast.action ? 12_000 : 6_000)

function ToastCard({ toast, onClose }: { toast: Shown; onClose: (id: number) => void }) {
  const [held, setHeld] = useState(false)
  const timeoutMs = toastTimeoutMs(toast)
  const close = () => onClose(toast.id)
  useEffect(() => {
    if (held || timeoutMs === 0) return
    const timer = setTimeout(() => onClose(toast.id), timeoutMs)
    return () => clearTimeout(timer)
  }, [held, timeoutMs, toast.id, onClose])
  const Icon = ICONS[toast.tone ?? 'info']
  const { link, action } = toast
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only holds it on screen
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={(event) => setHeld(event.currentTarget.contains(document.activeElement))}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex w-full animate-rise items-start gap-2.5 rounded-10 border border-line bg-raised py-2.5 ps-3.5 pe-2 text-body text-ink shadow-high"
    >
      <Icon className={`mt-1 ${COLORS[toast.tone ?? 'info']}`} />
      <div className="min-w-0 flex-1 py-0.5">
        <p className="font-semibold">{toast.title}</p>
        {toast.body && <div className="text-ink-2">{toast.body}</div>}
        {(link || action) && (
          <Suspense>
            <ToastActions link={link} action={action} onClose={close} />
          </Suspense>
        )}
      </div>
      <button
        type="button"
        aria-label={t('Close message')}
        onClick={close}
        className="grid size-7 place-items-center rounded-6 text-ink-3 hover:bg-sunken hover:text-ink"
      >
        <X className="size-3.5" />
      </button>
    </div>
  )
}

/** Keeps a dialog open when a floating message is pressed, although the press is outside it. */
function keepOutOfDialogs(region: HTMLElement | null) {
  if (!region) return
  const stop = (event: Event) => event.stopPropagation()
  region.addEventListener('pointerdown', stop)
  return () => region.removeEventListener('pointerdown', stop)
}

/**
 * Shows at most three messages, the newest last, in a polite live region. On a phone they are at the top,
 * because buttons of dialogs and forms are at the bottom. `atStart`: at the top and the line's start on any screen, where a
 * payment form has no buttons.
 */
export function ToastProvider({ children, atStart }: { children: ReactNode; atStart?: boolean }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([])
  const close = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  )
  const show = useCallback((toast: ToastInput) => {
    setToasts((shown) => {
      // An identical message replaces the former one, unless each has its own undo.
      const others = shown.filter((other) =>
        toast.about && toast.about === other.about
          ? false
          : other.action || other.title !== toast.title || other.body !== toast.body,
      )
      const id = (shown.at(-1)?.id ?? 0) + 1
      return [...others, { ...toast, id }].slice(-AT_MOST)
    })
  }, [])
  const region = useMemo(
    () => (
      <div
        ref={keepOutOfDialogs}
        role="status"
        aria-live="polite"
        aria-atomic="false"
        className={cx(
          'pointer-events-none fixed z-70 grid w-[min(24rem,calc(100%-2rem))] gap-2 max-sm:top-[calc(0.75rem+env(safe-area-inset-top))]',
          atStart ? 'start-4 sm:top-4 sm:w-72' : 'end-4 sm:bottom-4',
        )}
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={close} />
        ))}
      </div>
    ),
    [toasts, close, atStart],
  )
  return (
    <ToastContext.Provider value={show}>
      {children}
      {createPortal(region, document.body)}
    </ToastContext.Provider>
  )
}

/** Shows a message: `toast({ title: 'Invoice sent', tone: 'success' })`. */
export function useToast(): (toast: ToastInput) => void {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider above it')
  return show
}
