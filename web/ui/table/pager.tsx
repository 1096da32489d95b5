import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { cx } from '../cx.ts'
import { NativeSelect } from '../fields/select.tsx'
import { t } from '../language/text.ts'
import { type AnsweredPage, PAGE_SIZES, pageInstead, pageRange, rowSpan } from './page-range.ts'

const numberText = (value: number): string => value.toLocaleString(document.documentElement.lang)

const stepClass =
  'grid h-7 min-w-7 place-items-center rounded-6 px-1 hover:bg-sunken disabled:text-line-strong disabled:hover:bg-transparent max-md:h-9 max-md:min-w-8 @max-sm:min-w-6 @max-sm:flex-1 @max-sm:px-0 calm:h-10 calm:rounded-8 calm:@sm:min-w-10'
const pageClass =
  'num aria-[current=page]:bg-quiet-tint aria-[current=page]:font-semibold aria-[current=page]:text-ink calm:aria-[current=page]:bg-brand calm:aria-[current=page]:text-on-brand'

function PageButtons({
  page,
  pageCount,
  most,
  onPage,
}: {
  page: number
  pageCount: number
  most: number | undefined
  onPage: (page: number) => void
}) {
  return (
    <nav aria-label={t('Pages')} className="ms-auto flex items-center gap-0.5 @max-sm:w-full">
      <button
        type="button"
        aria-label={t('Previous page')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
        className={stepClass}
      >
        <ChevronLeft />
      </button>
      {pageRange(page, pageCount, most).map((slot) =>
        typeof slot === 'number' ? (
          <button
            key={slot}
            type="button"
            aria-label={t('Page {number}', { number: slot })}
            aria-current={slot === page ? 'page' : undefined}
            onClick={() => onPage(slot)}
            className={cx(stepClass, pageClass)}
          >
            {slot}
          </button>
        ) : (
          <span key={slot} aria-hidden="true" className="grid min-w-6 place-items-center">
            …
          </span>
        ),
      )}
      <button
        type="button"
        aria-label={t('Next page')}
        disabled={page >= pageCount}
        onClick={() => onPage(page + 1)}
        className={stepClass}
      >
        <ChevronRight />
      </button>
    </nav>
  )
}

/**
 * Pager of a list: up to seven page buttons when there is more than one page, the rows shown, and the page
 * size. Goes to the last page when the reply's page is past the end.
 */
export function Pager({
  reply,
  page = reply.page,
  pageSize,
  onPage,
  onPageSize,
  sizes = PAGE_SIZES,
  mostButtons,
  className,
}: {
  reply: AnsweredPage
  /** The page asked for, which may still be loading; the reply's by default. */
  page?: number | undefined
  pageSize: number
  /** `replace` is set when nobody chose the page. */
  onPage: (page: number, options?: { replace: true }) => void
  /** Without it the page size is fixed. */
  onPageSize?: ((size: number) => void) | undefined
  sizes?: readonly number[] | undefined
  /** Seven, unless an older list has ten. */
  mostButtons?: number | undefined
  className?: string | undefined
}) {
  const total = reply.count
  const instead = pageInstead(page, reply)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onPage` is new each time
  useEffect(() => {
    if (instead !== null) onPage(instead, { replace: true })
  }, [instead])
  const [first, last] = rowSpan(page, pageSize, total)
  const pageCount = Math.ceil(total / pageSize)
  return (
    // Depends on its own width, not the screen's: it is also used in narrow columns.
    <div className={cx('@container', className)}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-ink-2 md:px-6 calm:@max-sm:px-1">
        {onPageSize && (
          <span className="flex items-center gap-2">
            <NativeSelect
              compact
              aria-label={t('Rows per page')}
              value={String(pageSize)}
              options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
              onChange={(event) => onPageSize(Number(event.currentTarget.value))}
              className="w-16 calm:w-20"
            />
            <span aria-hidden="true" className="whitespace-nowrap">
              {t('per page')}
            </span>
          </span>
        )}
        <span className="num" aria-live="polite">
          {t('{first}–{last} of {total}', {
            first: numberText(first),
            last: numberText(last),
            total: numberText(total),
          })}
        </span>
        {pageCount > 1 && (
          <PageButtons page={page} pageCount={pageCount} most={mostButtons} onPage={onPage} />
        )}
      </div>
    </div>
  )
}
