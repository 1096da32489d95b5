import type { ReactNode } from 'react'
import { ApiError, actionErrorText } from '../../../session/calls/api-error.ts'
import { cx } from '../../../ui/cx.ts'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import { MailFrame } from './mail-frame.tsx'
import type { Preview } from './use-preview.ts'

/** The email of a template for a real invoice. `errorsBeside` means that errors of texts are shown beside their fields. */
export function MailPreview({
  preview,
  errorsBeside = false,
  plain = false,
  from = null,
  className,
}: {
  preview: Preview
  errorsBeside?: boolean
  /** Shows the plain text of the email. */
  plain?: boolean
  /** Sender other than the account. */
  from?: string | null
  className?: string | undefined
}) {
  const { data, error } = preview
  const problem = error && (!errorsBeside || textMessages(error).length === 0)
  return (
    <section aria-labelledby="mail-preview" className={cx('grid content-start gap-2.5', className)}>
      <h2 id="mail-preview" className="flex items-baseline gap-2 font-semibold">
        Preview
        {data && <span className="num text-12 font-normal text-ink-3">for {data.invoice}</span>}
      </h2>
      {problem && <Note tone="warning">{textMessages(error).join(' ') || actionErrorText(error)}</Note>}
      {data && (
        <Sheet subject={data.subject} from={from} faded={error !== null}>
          {plain ? (
            <pre className="px-3.5 py-3 text-12 break-words whitespace-pre-wrap">{data.text}</pre>
          ) : (
            <MailFrame html={data.html} />
          )}
        </Sheet>
      )}
      {!data && preview.isFetching && <Skeleton className="h-80" />}
      {!data && !preview.isFetching && !problem && (
        <p className="rounded-10 border border-dashed border-line-strong px-6 py-14 text-center text-balance text-ink-3">
          The email appears here once its subject and text can be read.
        </p>
      )}
    </section>
  )
}

const Sheet = ({
  subject,
  from,
  faded,
  children,
}: {
  subject: string
  from: string | null
  faded: boolean
  children: ReactNode
}) => (
  <article
    aria-label="Email"
    className={cx('overflow-hidden rounded-10 border border-line shadow-low', faded && 'opacity-60')}
  >
    <p className="border-b border-line bg-surface px-3.5 py-2.5 break-words">
      {from !== null && (
        <span className="mb-1 block">
          <span className="text-ink-3">From</span> {from}
        </span>
      )}
      <span className="text-ink-3">Subject</span> <b className="font-semibold">{subject}</b>
    </p>
    {children}
  </article>
)

/** Messages about the subject or the text. */
const textMessages = (error: Error): string[] =>
  error instanceof ApiError ? Object.values(error.fields).flat() : []
