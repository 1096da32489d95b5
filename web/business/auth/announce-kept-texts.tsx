import { useEffect, useState } from 'react'
import type { ToastInput } from '../../ui/overlay/toast.tsx'
import { dialogsWithTexts, TEXTS_TAKEN } from '../../ui/overlay/typed-texts.ts'

/** A dialog that the page's address opens has taken its texts by then. */
const WAIT_MS = 1500

/** Says after a login which dialog of the opened page has kept texts, unless it opens by itself. */
export function announceKeptTexts(address: string, toast: (message: ToastInput) => void): void {
  const { pathname } = new URL(address, window.location.origin)
  if (dialogsWithTexts(pathname).length === 0) return
  setTimeout(() => {
    const [dialog] = dialogsWithTexts(pathname)
    if (dialog === undefined) return
    toast({ title: 'What you typed is kept', body: <OpenAgain dialog={dialog} />, tone: 'info' })
  }, WAIT_MS)
}

/** Asks to open a dialog until it is open. */
function OpenAgain({ dialog }: { dialog: string }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const note = () => setOpen(true)
    window.addEventListener(TEXTS_TAKEN, note)
    return () => window.removeEventListener(TEXTS_TAKEN, note)
  }, [])
  return isOpen ? null : `Open “${dialog}” again to go on.`
}
