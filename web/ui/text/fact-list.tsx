import { cx } from '../cx.ts'

/** Labels with their values in two columns. `className` sets the gaps. */
export const FactList = ({
  facts,
  className,
}: {
  facts: readonly (readonly string[])[]
  className: string
}) => (
  <dl className={cx('grid grid-cols-[auto_auto] content-start', className)}>
    {facts.map(([label, value]) => (
      <div key={label} className="contents">
        <dt className="text-ink-3">{label}</dt>
        <dd className="num text-end font-medium">{value}</dd>
      </div>
    ))}
  </dl>
)
