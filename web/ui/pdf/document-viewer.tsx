import { ArrowLeft, Download, FileX2, Printer, ZoomIn, ZoomOut } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { t } from '../language/text.ts'
import { Button } from '../layout/button.tsx'
import { IconButton } from '../layout/icon-button.tsx'
import { Link } from '../layout/link.tsx'
import { MessagePage } from '../layout/message-page.tsx'
import { Skeleton } from '../text/skeleton.tsx'
import { PdfView } from './pdf-view.tsx'
import { saveFile } from './save-file.ts'

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const
const FITTING = ZOOMS.indexOf(1)

/** A page with a PDF, to read, zoom, print and download. */
export function DocumentViewer({
  name,
  load,
  backHref,
}: {
  /** Kind of document: 'Invoice'. */
  name: string
  load: (signal: AbortSignal) => Promise<Blob>
  /** The document's record. */
  backHref: string
}) {
  const { file, failure, fail, retry } = useFile(load)
  const [zoom, setZoom] = useState(FITTING)
  const [opened, setOpened] = useState<{ pages: number; title: string } | null>(null)
  const title = opened?.title || name
  if (failure !== null)
    return (
      <MessagePage
        title={t('Failed to load the document')}
        icon={<FileX2 />}
        actions={
          <Button variant="primary" onClick={retry}>
            {t('Try again')}
          </Button>
        }
      >
        {failure.message}
      </MessagePage>
    )
  return (
    <div className="min-h-dvh bg-paper">
      <title>{title}</title>
      <header className="sticky top-0 z-10 flex items-center gap-2 border-b border-line bg-surface px-4 py-2 md:px-6 print:hidden">
        <Link
          href={backHref}
          className="inline-flex min-w-0 items-center gap-1.5 py-2 text-ink-2 hover:text-ink"
        >
          <ArrowLeft className="flex-none" /> <span className="truncate">{title}</span>
        </Link>
        <span className="num flex-1 whitespace-nowrap text-ink-3" role="status">
          {!opened && <span className="sr-only">{t('Loading')}</span>}
          {opened && t('{count, plural, one {# page} other {# pages}}', { count: opened.pages })}
        </span>
        <IconButton
          label={t('Smaller')}
          icon={<ZoomOut />}
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        />
        <span className="num w-11 text-center text-13 text-ink-2 max-sm:hidden">{ZOOMS[zoom]! * 100}%</span>
        <IconButton
          label={t('Larger')}
          icon={<ZoomIn />}
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        />
        <IconButton
          label={t('Print')}
          icon={<Printer />}
          onClick={() => window.print()}
          className="max-sm:hidden"
        />
        <Button
          icon={<Download />}
          aria-label={t('Download')}
          disabled={file === null}
          onClick={() => file && saveFile(file.blob, `${title}.pdf`)}
        >
          <span className="max-sm:hidden">{t('Download')}</span>
        </Button>
      </header>
      <main id="main" aria-busy={opened === null} className="overflow-x-auto px-4 py-5 md:px-6 print:p-0">
        {file ? (
          <PdfView
            file={file.blob}
            zoom={ZOOMS[zoom]!}
            onFailed={fail}
            onOpened={(pages, title) => setOpened({ pages, title })}
          />
        ) : (
          <Skeleton className="mx-auto h-[70dvh] w-full max-w-225" />
        )}
      </main>
    </div>
  )
}

function useFile(load: (signal: AbortSignal) => Promise<Blob>) {
  const [file, setFile] = useState<{ blob: Blob } | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const [attempt, setAttempt] = useState(0)
  const fail = useCallback(
    (error: unknown) => setFailure(error instanceof Error ? error : new Error('This file isn’t a PDF.')),
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested once for each attempt, whatever the function's identity
  useEffect(() => {
    const stop = new AbortController()
    load(stop.signal).then(
      (blob) => setFile({ blob }),
      (error) => stop.signal.aborted || fail(error),
    )
    return () => stop.abort()
  }, [attempt])
  const retry = () => {
    setFailure(null)
    setAttempt(attempt + 1)
  }
  return { file, failure, fail, retry }
}
