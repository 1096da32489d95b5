import type { PointerEvent } from 'react'
import { chosenWidths, columnsText } from './arrange-columns.ts'

/** Rem. */
const [NARROWEST, WIDEST] = [4, 40]

/** The edge of a heading that changes the width of its column by dragging. The dialog of columns does it by keyboard. */
export function ColumnGrip({
  column,
  text,
  shown,
  onChoose,
}: {
  column: string
  text: string | null
  shown: readonly string[]
  onChoose: (text: string) => void
}) {
  const drag = (down: PointerEvent<HTMLElement>) => {
    const grip = down.currentTarget
    const heading = grip.closest('th')
    if (!heading || down.button !== 0) return
    down.preventDefault()
    grip.setPointerCapture(down.pointerId)
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const before = heading.getBoundingClientRect().width
    const toEnd = getComputedStyle(heading).direction === 'rtl' ? -1 : 1
    let width = 0
    const move = ({ clientX }: globalThis.PointerEvent) => {
      const wanted = Math.round((before + toEnd * (clientX - down.clientX)) / rem)
      width = Math.min(WIDEST, Math.max(NARROWEST, wanted))
      heading.style.width = `${width}rem`
    }
    const stop = () => {
      grip.removeEventListener('pointermove', move)
      if (width > 0) onChoose(columnsText(shown, chosenWidths(text).set(column, width)))
    }
    grip.addEventListener('pointermove', move)
    grip.addEventListener('lostpointercapture', stop, { once: true })
  }
  return (
    <span
      aria-hidden="true"
      data-grip={column}
      onPointerDown={drag}
      className="absolute inset-y-1.5 end-0 w-2 cursor-col-resize touch-none border-e border-transparent hover:border-line-strong"
    />
  )
}
