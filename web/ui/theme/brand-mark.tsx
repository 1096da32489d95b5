import { cx } from '../cx.ts'

/** The product's logo. */
export function BrandMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={cx('size-4 flex-none', className)}>
      <rect width="20" height="20" rx="5" className="fill-brand" />
      <path
        d="M6 10.4l2.8 2.8L14.4 7"
        className="fill-none stroke-on-brand"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** A company's logo, or its first letter on the brand color when it has none. */
export function CompanyLogo({
  name,
  src,
  wide = false,
  className,
}: {
  name: string
  src?: string | null | undefined
  /** Uses the picture's own width where space allows, because most logos include the name. */
  wide?: boolean | undefined
  className?: string | undefined
}) {
  if (src) {
    const size = wide ? 'h-9 w-auto max-w-45 max-sm:max-w-30' : className
    return <img src={src} alt="" className={cx('flex-none rounded-8 object-contain', size)} />
  }
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid flex-none place-items-center rounded-6 bg-brand font-semibold text-on-brand',
        className,
      )}
    >
      {[...name.trim()][0]?.toUpperCase() ?? ''}
    </span>
  )
}
