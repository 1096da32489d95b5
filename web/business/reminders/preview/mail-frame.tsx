import { useEffect, useRef, useState } from 'react'
import { useAccount } from '../../../session/account-context.ts'
import { cx } from '../../../ui/cx.ts'
import { finishFrame, frameHtml } from './frame-document.ts'

/** Shows an email's HTML without scripts, as high as the email is. */
export function MailFrame({ html }: { html: string }) {
  const { company } = useAccount()
  const frame = useRef<HTMLIFrameElement>(null)
  const [address, setAddress] = useState<string>()
  const [shown, setShown] = useState<string>()
  const [height, setHeight] = useState(480)
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([frameHtml(html, company.logo)], { type: 'text/html' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [html, company.logo])
  useEffect(() => {
    const watching = new ResizeObserver(() => measure(frame.current, setHeight))
    if (frame.current) watching.observe(frame.current)
    return () => watching.disconnect()
  }, [])
  return (
    <iframe
      ref={frame}
      title="Email preview"
      src={address}
      // Lets the page style the email; without allow-scripts nothing in it runs.
      sandbox="allow-same-origin"
      tabIndex={-1}
      onLoad={() => {
        measure(frame.current, setHeight)
        setShown(address)
      }}
      style={{ height }}
      className={cx('on-paper block w-full', (shown === undefined || shown !== address) && 'opacity-0')}
    />
  )
}

function measure(frame: HTMLIFrameElement | null, onHeight: (height: number) => void): void {
  const page = frame?.contentDocument
  // The empty document before the email has loaded has no height.
  if (page?.body?.childElementCount) onHeight(finishFrame(page))
}
