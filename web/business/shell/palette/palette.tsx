import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'

const PaletteSearch = lazyWithRetry(() => import('./palette-search.tsx'), 'PaletteSearch')

/** Buffers text typed between ⌘K and the first palette's loading. */
function useEarlyKeys(open: boolean, onKey: (key: string) => void) {
  const latest = useRef(onKey)
  latest.current = onKey
  useEffect(() => {
    if (!open) return
    const keep = (event: KeyboardEvent) => {
      const types = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!types || event.target instanceof HTMLInputElement) return
      // The palette's field may already have the focus when the browser inserts the text.
      event.preventDefault()
      latest.current(event.key)
    }
    window.addEventListener('keydown', keep)
    return () => window.removeEventListener('keydown', keep)
  }, [open])
}

/** ⌘K: finds records, pages and actions. Its machinery is fetched when it first opens. */
export function Palette({
  open,
  onOpenChange,
  onShortcuts,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  onShortcuts: () => void
}) {
  const [text, setText] = useState('')
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  useEarlyKeys(open, (key) => setText((typed) => typed + key))
  return (
    <Suspense>
      {used && (
        <PaletteSearch
          open={open}
          onOpenChange={(next) => {
            if (!next) setText('')
            onOpenChange(next)
          }}
          text={text}
          onText={setText}
          onShortcuts={onShortcuts}
        />
      )}
    </Suspense>
  )
}
