import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { cx } from './cx.ts'
import { placeTip } from './tip-place.ts'
import { TIP_HIDE_MS, TIP_HOVER_HIDE_MS } from './tip-timing.ts'

type TriggerProps = {
  ref?: React.Ref<HTMLElement>
  'aria-describedby'?: string | undefined
  onPointerEnter?: () => void
  onPointerLeave?: () => void
  onFocus?: () => void
  onBlur?: () => void
}

/**
 * A few more words on a focusable element, by pointer or focus. Hides 500 ms after the pointer leaves, 4000 ms while
 * it rests on the tip, at once on Escape.
 */
export function Tooltip({
  content,
  card = false,
  children,
}: {
  content: ReactNode
  /** Drawn as a small card instead of a dark label, for more than a few words. */
  card?: boolean | undefined
  children: ReactElement<TriggerProps>
}) {
  const id = useId()
  const trigger = useRef<HTMLElement>(null)
  const tip = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [open, setOpen] = useState(false)

  const show = () => {
    clearTimeout(timer.current)
    setOpen(true)
  }
  const hideAfter = (ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(false), ms)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])
  useLayoutEffect(() => {
    if (!open || !trigger.current || !tip.current) return
    const { left, top } = placeTip(
      trigger.current.getBoundingClientRect(),
      tip.current.getBoundingClientRect(),
      {
        width: document.documentElement.clientWidth,
        height: document.documentElement.clientHeight,
      },
    )
    tip.current.style.left = `${left}px`
    tip.current.style.top = `${top}px`
  }, [open])
  return (
    <>
      {cloneElement(children, {
        ref: trigger,
        'aria-describedby': open ? id : undefined,
        onPointerEnter: show,
        onPointerLeave: () => hideAfter(TIP_HIDE_MS),
        onFocus: show,
        onBlur: () => setOpen(false),
      })}
      {open &&
        createPortal(
          <div
            ref={tip}
            id={id}
            role="tooltip"
            onPointerEnter={() => hideAfter(TIP_HOVER_HIDE_MS)}
            onPointerMove={() => hideAfter(TIP_HOVER_HIDE_MS)}
            onPointerLeave={() => hideAfter(TIP_HIDE_MS)}
            className={cx(
              'fixed top-0 left-0 z-60 w-max animate-fade shadow-high',
              card
                ? 'max-w-72 rounded-10 border border-line-strong bg-raised px-3.5 py-3 text-13 text-ink'
                : 'max-w-64 rounded-6 bg-ink px-2.5 py-1.5 text-12 text-surface calm:text-13',
            )}
          >
            {content}
          </div>,
          document.body,
        )}
    </>
  )
}
