import { type ReactNode, useEffect, useRef } from 'react'

/** A centered message that is announced and focused when it appears. */
export function Centered({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode
  title: string
  text: string
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mx-auto grid max-w-120 justify-items-center gap-4 py-4 text-center" role="status">
      {icon}
      <div className="grid gap-1.5">
        <h2 ref={heading} tabIndex={-1} className="text-20 font-semibold text-balance outline-none">
          {title}
        </h2>
        {text !== '' && text !== title && <p className="text-14 text-pretty text-ink-2">{text}</p>}
      </div>
      {children}
    </div>
  )
}
