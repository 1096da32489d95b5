import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'

/** After the pointer or the focus has left. */
const HIDE_AFTER_MS = 500
/** While the pointer is over the tooltip itself; each movement starts it again. */
const HIDE_HOVERED_AFTER_MS = 4000
const GAP_PX = 8
const EDGE_PX = 8

/**
 * Details of a control, above it on hover and focus. Stays while the control has either, hides 500 ms later,
 * or 4000 ms while the tooltip itself is hovered; Escape hides it at once.
 */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = (): void => {
    clearTimeout(timer.current)
    setOpen(true)
  }
  const hideAfter = (ms: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(false), ms)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!open || !anchor.current || !bubble.current) return
    place(anchor.current, bubble.current)
    const close = () => setOpen(false)
    window.addEventListener('scroll', close, true)
    return () => window.removeEventListener('scroll', close, true)
  }, [open])
  // A finger opens what the control opens, and no tooltip.
  const hover = (act: () => void) => (event: PointerEvent) => event.pointerType === 'touch' || act()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control inside it is the one to press
    <span
      ref={anchor}
      className="inline-block"
      onPointerEnter={hover(show)}
      onPointerLeave={hover(() => hideAfter(HIDE_AFTER_MS))}
      onFocus={(event) => event.target.matches(':focus-visible') && show()}
      onBlur={() => hideAfter(HIDE_AFTER_MS)}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)}
    >
      {children}
      {open && (
        <div
          ref={bubble}
          role="tooltip"
          popover="manual"
          onPointerEnter={() => hideAfter(HIDE_HOVERED_AFTER_MS)}
          onPointerMove={() => hideAfter(HIDE_HOVERED_AFTER_MS)}
          onPointerLeave={show}
          className="fixed m-0 w-max max-w-80 rounded-10 border border-line bg-raised px-3.5 py-2.5 text-start text-13 text-ink shadow-high"
        >
          {content}
        </div>
      )}
    </span>
  )
}

/** Shows the bubble above its anchor, inside the window; below it where there is no room. */
function place(anchor: HTMLElement, bubble: HTMLElement): void {
  bubble.togglePopover(true)
  const at = anchor.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const start = at.left + at.width / 2 - width / 2
  const above = at.top - height - GAP_PX
  bubble.style.inset = 'auto'
  bubble.style.left = `${Math.max(EDGE_PX, Math.min(start, window.innerWidth - width - EDGE_PX))}px`
  bubble.style.top = `${above < EDGE_PX ? at.bottom + GAP_PX : above}px`
}
