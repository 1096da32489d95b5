import type { ReactNode } from 'react'
import { useInFrame } from './frame-context.ts'

/** A page with only a message: not found, failed, done. */
export function MessagePage({
  title,
  icon,
  children,
  actions,
}: {
  title: string
  icon?: ReactNode
  children?: ReactNode
  actions?: ReactNode
}) {
  const Landmark = useInFrame() ? 'div' : 'main'
  return (
    <Landmark className="grid min-h-[70dvh] place-items-center px-6 py-16">
      <div className="grid max-w-110 justify-items-center gap-2 text-center text-balance">
        <title>{title}</title>
        {icon && (
          <span className="mb-2 grid size-14 place-items-center rounded-full bg-quiet-tint text-ink-2 [&_.lucide]:size-6">
            {icon}
          </span>
        )}
        <h1 className="text-20 font-semibold">{title}</h1>
        {children && <div className="text-ink-2">{children}</div>}
        {actions && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
      </div>
    </Landmark>
  )
}
