import { cx } from '../cx.ts'

export type ReceiptLine = { label: string; value: string; strong?: boolean | undefined }

/** A paper receipt with a torn edge: the amount, then groups of lines. */
export function Receipt({
  amount,
  caption,
  groups,
  className,
}: {
  amount: string
  /** Lines below the amount: recipient, date. */
  caption: readonly string[]
  groups: ReadonlyArray<readonly ReceiptLine[]>
  className?: string | undefined
}) {
  return (
    <div className={cx('ui-slip rounded-t-10 bg-sunken px-4 pt-5 pb-7 sm:px-5', className)}>
      <p className="border-b border-dashed border-line-strong pb-4 text-center">
        <b className="num block text-32 font-semibold">{amount}</b>
        {caption.map((line) => (
          <span key={line} className="block text-13 text-ink-2">
            {line}
          </span>
        ))}
      </p>
      {groups.map((lines, index) => (
        <dl
          key={lines[0]?.label}
          className={cx(
            'grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 pt-4',
            index > 0 && 'mt-4 border-t border-dashed border-line-strong',
          )}
        >
          {lines.map((line) => (
            <div key={line.label} className="contents">
              <dt className={line.strong ? 'font-semibold' : 'text-ink-2'}>{line.label}</dt>
              <dd className={cx('num text-end', line.strong ? 'font-semibold' : 'font-medium')}>
                {line.value}
              </dd>
            </div>
          ))}
        </dl>
      ))}
    </div>
  )
}
