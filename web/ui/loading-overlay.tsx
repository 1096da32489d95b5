import type { ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

/** Covers what is being worked on, fading in over 300 ms, and says what goes on. Its parent must be `relative`. */
export function LoadingOverlay({ label = 'Loading…' }: { label?: ReactNode }) {
  return (
    <div
      role="status"
      className="absolute inset-0 z-10 grid animate-fade-slow place-content-center justify-items-center gap-3 rounded-[inherit] bg-surface/85 text-center"
    >
      <Spinner className="size-7 text-brand" />
      <span className="font-medium text-ink-2">{label}</span>
    </div>
  )
}
