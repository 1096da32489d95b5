import { useEffect } from 'react'
import { useToast } from '../../ui/overlay/toast.tsx'

const CELL = 'main td, main th[scope=row]'

/** Copies a cell of a list that is pressed with Alt held, or the name of the focused row by Ctrl or ⌘ C. */
export function useCopiedCells(): void {
  const toast = useToast()
  useEffect(() => {
    const copy = (event: Event, cell: HTMLElement | null | undefined) => {
      // biome-ignore lint/performance/useDomNodeTextContent: leaves out words that only cards on a phone show
      const text = cell?.innerText.trim()
      if (!text) return
      event.preventDefault()
      event.stopPropagation()
      void navigator.clipboard
        ?.writeText(text)
        .then(() => toast({ title: `Copied ${text}`, tone: 'success' }))
    }
    const onClick = (event: MouseEvent) => {
      if (event.altKey && event.target instanceof Element)
        copy(event, event.target.closest<HTMLElement>(CELL))
    }
    const onCopy = (event: ClipboardEvent) => {
      if (getSelection()?.isCollapsed)
        copy(event, document.activeElement?.closest<HTMLElement>('[data-row-opener]'))
      else void import('./copy-hint.ts').then(({ showCopyHint }) => showCopyHint(toast))
    }
    document.addEventListener('click', onClick, true)
    document.addEventListener('copy', onCopy)
    return () => {
      document.removeEventListener('click', onClick, true)
      document.removeEventListener('copy', onCopy)
    }
  }, [toast])
}
