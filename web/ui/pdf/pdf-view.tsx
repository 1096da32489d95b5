import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { t } from '../language/text.ts'
import { Skeleton } from '../text/skeleton.tsx'
import { openPdf } from './open-pdf.ts'

const MIN_WIDTH = 240

/**
 * Pages of a PDF, one below the other, each drawn when scrolled into view. `zoom` is 1 for the container's
 * width.
 */
export function PdfView({
  file,
  zoom,
  onFailed,
  onOpened,
}: {
  file: Blob
  zoom: number
  onFailed: (error: unknown) => void
  /** Number of pages, and the document's title; '' when it has none. */
  onOpened: (pages: number, title: string) => void
}) {
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const callbacks = useRef({ onFailed, onOpened })
  useEffect(() => {
    callbacks.current = { onFailed, onOpened }
  })
  useEffect(() => {
    const opening = openPdf(file)
    const show = async () => {
      const opened = await opening.document
      const { info } = await opened.getMetadata()
      setDocument(opened)
      callbacks.current.onOpened(opened.numPages, (info as { Title?: string }).Title ?? '')
    }
    let left = false
    show().catch((error) => left || callbacks.current.onFailed(error))
    return () => {
      left = true
      void opening.close()
    }
  }, [file])
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(MIN_WIDTH, entry!.contentRect.width)))
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className="grid min-w-0 justify-items-center gap-4">
      {document && width > 0 ? (
        Array.from({ length: document.numPages }, (_, index) => (
          <PdfPage
            // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name than their number
            key={index}
            document={document}
            number={index + 1}
            width={Math.round(Math.min(width, 900) * zoom)}
            onFailed={onFailed}
          />
        ))
      ) : (
        <Skeleton className="h-[70dvh] w-full max-w-225" />
      )}
    </div>
  )
}

/** A page as an image, with its text for screen readers. */
function PdfPage({
  document,
  number,
  width,
  onFailed,
}: {
  document: PDFDocumentProxy
  number: number
  width: number
  onFailed: (error: unknown) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [inView, setInView] = useState(number === 1)
  const [words, setWords] = useState('')
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry!.isIntersecting && setInView(true), {
      rootMargin: '400px',
    })
    observer.observe(canvas.current!)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (!inView) return
    let left = false
    let stop = () => {}
    const draw = async () => {
      const page = await document.getPage(number)
      const base = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: (width / base.width) * window.devicePixelRatio })
      const target = canvas.current
      // Another width was requested in the meantime; the canvas allows one drawing at a time.
      if (left || target === null) return
      target.width = viewport.width
      target.height = viewport.height
      target.style.width = `${width}px`
      const drawing = page.render({ canvas: target, viewport })
      stop = () => drawing.cancel()
      await drawing.promise
      const { items } = await page.getTextContent()
      setWords(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    }
    draw().catch((error: Error) => left || error.name === 'RenderingCancelledException' || onFailed(error))
    return () => {
      left = true
      stop()
    }
  }, [document, number, width, inView, onFailed])
  return (
    <figure className="grid" aria-label={t('Page {number}', { number })}>
      <canvas ref={canvas} className="min-h-40 border border-line bg-white shadow-low" />
      <figcaption className="sr-only">{words}</figcaption>
    </figure>
  )
}
